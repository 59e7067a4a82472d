/// What happens around a concert.
struct Weather {
  var isStormy = false
  /// Whether anything may be asked to wait.
  var waits = false
}

/// The acts of a concert; each throws dice of its own, so that any of them can be left out.
struct Program {
  let seed: UInt64
  let weather: Weather
  private(set) var acts: [Int]

  init(seed: UInt64, weather: Weather, acts: [Int]) {
    (self.seed, self.weather, self.acts) = (seed, weather, acts)
  }

  /// Plays until a law is broken, or all is over.
  func play(_ trace: @escaping (String) -> Void = { _ in }) -> Concert {
    var concert = Concert(weather: weather, dice: Dice(seed: seed))
    concert.trace = trace
    concert.begin()
    for act in acts {
      concert.dice = Dice(seed: seed << 20 + UInt64(act))
      concert.perform(act)
      guard concert.violations.isEmpty else { return concert }
    }
    concert.end()
    return concert
  }

  /// Leaves out whatever is not needed to break the same law: ever smaller parts of what is left.
  mutating func shrink() {
    let concert = play()
    guard let kind = concert.violations.first?.kind else { return }
    acts.removeAll { $0 > concert.act }
    var size = acts.count / 2
    while size > 0 {
      var begin = 0
      while begin < acts.count {
        var other = self
        other.acts.removeSubrange(begin..<min(begin + size, acts.count))
        if other.play().violations.first?.kind == kind {
          acts = other.acts
        } else {
          begin += size
        }
      }
      size /= 2
    }
  }
}

extension String {
  /// Which law a violation broke, without where and when.
  fileprivate var kind: String {
    let tail = split(separator: ": ").last ?? ""
    return String(tail.filter { !$0.isNumber && $0 != "-" && $0 != "." })
  }
}
