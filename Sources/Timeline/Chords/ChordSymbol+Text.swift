extension ChordSymbol {
  /// The canonical text, in ASCII; it reads back as the same chord.
  package var text: String {
    let body = self.body
    let words = modifiers.map(\.text).joined()
    // An accidental right behind the root would be read as the root's.
    let isRoots = body.isEmpty && (words.first == "b" || words.first == "#")
    return root.text + body + (isRoots ? "(\(words))" : words) + (bass.map { "/" + $0.text } ?? "")
  }

  private var body: String {
    let triad =
      switch quality {
      case .major: ""
      case .minor: "m"
      case .diminished: "dim"
      case .augmented: "aug"
      case .power: "5"
      }
    switch stack {
    case nil: return triad
    case .sixth: return triad + "6"
    case .sixthAndNinth: return triad + "6/9"
    case .seventh(let top, isMajor: false): return triad + "\(top)"
    case .seventh(let top, isMajor: true):
      return quality == .major ? "maj\(top)" : "\(triad)(maj\(top))"
    }
  }
}

extension ChordSymbol.Modifier {
  fileprivate var text: String {
    switch self {
    case .suspended(let degree): "sus\(degree)"
    case .altered(let tone): tone.text
    case .alt: "alt"
    case .added(let tone): "add\(tone.text)"
    case .without(let degree): "no\(degree)"
    }
  }
}
