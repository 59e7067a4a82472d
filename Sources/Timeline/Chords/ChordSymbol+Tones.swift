extension ChordSymbol {
  /// The degrees, ascending; as theory stacks them, the bass aside.
  package var tones: [Tone] { tones(modifiers) }

  /// All that sounds, the bass as well; 0 is C.
  package var pitchClasses: Set<Int> {
    var classes = Set(tones.map { (root.pitchClass + $0.semitones) % 12 })
    if let bass { classes.insert(bass.pitchClass) }
    return classes
  }

  /// The degrees that are played, ascending.
  ///
  /// A natural eleventh rubs against a major third: a 13 goes without the eleventh, an 11 without
  /// the third, as players do, unless the eleventh was asked for with `add11`.
  package var playedTones: [Tone] {
    let tones = self.tones
    guard case .seventh(let top, _) = stack, tones.contains(Tone(3)), tones.contains(Tone(11)),
      !modifiers.contains(.added(Tone(11)))
    else { return tones }
    return tones.filter { $0 != (top == 13 ? Tone(11) : Tone(3)) }
  }

  /// The degrees if these were the modifiers, in whatever order.
  func tones(_ modifiers: [Modifier]) -> [Tone] {
    var tones = Set(thirds)
    let modifiers = modifiers.sorted()
    for modifier in modifiers { ChordSymbol.clear(modifier, in: &tones) }
    for modifier in modifiers {
      switch modifier {
      case .suspended(let degree): tones.insert(Tone(degree))
      case .altered(let tone), .added(let tone): tones.insert(tone)
      case .alt: tones.formUnion([Tone(5, -1), Tone(5, 1), Tone(9, -1), Tone(9, 1)])
      case .without(let degree): tones = tones.filter { $0.degree != degree }
      }
    }
    return tones.sorted()
  }

  /// Takes away what a modifier puts something else in the place of.
  private static func clear(_ modifier: Modifier, in tones: inout Set<Tone>) {
    switch modifier {
    case .suspended: tones = tones.filter { $0.degree != 3 }
    case .altered(let tone): tones = tones.filter { $0.degree != tone.degree }
    case .alt: tones = tones.filter { $0.degree != 5 }
    case .added, .without: break
    }
  }

  /// The triad and what is stacked upon it.
  private var thirds: [Tone] {
    var tones = [Tone(1)]
    switch quality {
    case .major: tones += [Tone(3), Tone(5)]
    case .minor: tones += [Tone(3, -1), Tone(5)]
    case .diminished: tones += [Tone(3, -1), Tone(5, -1)]
    case .augmented: tones += [Tone(3), Tone(5, 1)]
    case .power: tones += [Tone(5)]
    }
    switch stack {
    case nil: break
    case .sixth: tones += [Tone(6)]
    case .sixthAndNinth: tones += [Tone(6), Tone(9)]
    case .seventh(let top, let isMajor):
      let lowered = quality == .diminished ? -2 : -1
      tones.append(Tone(7, isMajor ? 0 : lowered))
      tones += [9, 11, 13].filter { $0 <= top }.map { Tone($0) }
    }
    return tones
  }
}
