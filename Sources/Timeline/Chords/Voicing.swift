/// How the notes of a chord are laid out over the keys.
package struct Voicing: Hashable, Sendable {
  /// How far its notes lie apart.
  package enum Spread: String, Hashable, Sendable, CaseIterable {
    /// As near as they come.
    case close
    /// Every second note from below an octave higher.
    case open
    /// The second note from above an octave lower.
    case drop2
  }

  /// Why a chord cannot be played so.
  package enum Unplayable: Error, Hashable, Sendable {
    /// The chord has too few notes for the inversion; this is its last.
    case inversion(last: Int)
    /// A note would lie outside 0–127.
    case outside
  }

  /// The octave in which the root lies before it is inverted or spread; that of middle C is 4.
  package var octave: Int
  package var spread: Spread
  /// How many notes, from below, have gone up an octave; a written bass is none of them.
  package var inversion: Int

  /// The octaves that have a root within 0–127.
  package static let octaves = -1...9

  package init(octave: Int = 4, spread: Spread = .close, inversion: Int = 0) {
    self.octave = octave
    self.spread = spread
    self.inversion = inversion
  }

  /// The pitches of a chord, ascending; a written bass is the lowest, and in no other octave.
  package func pitches(of chord: ChordSymbol) throws(Unplayable) -> [Pitch] {
    let root = (octave + 1) * 12 + chord.root.semitones
    var keys = chord.playedTones.map { root + $0.semitones }
    if let bass = chord.bass {
      let others = keys.filter { ($0 - bass.semitones) % 12 != 0 }
      if !others.isEmpty { keys = others }
    }
    guard (0..<keys.count).contains(inversion) else { throw .inversion(last: keys.count - 1) }
    for _ in 0..<inversion { Voicing.invert(&keys) }
    spread(&keys)
    if let bass = chord.bass {
      // The nearest key of the bass below the lowest one.
      let distance = (keys[0] - bass.semitones - 1) % 12
      keys.insert(keys[0] - 1 - (distance + 12) % 12, at: 0)
    }
    var pitches: [Pitch] = []
    for key in keys {
      guard let pitch = Pitch(exactly: key) else { throw .outside }
      pitches.append(pitch)
    }
    return pitches
  }

  /// The pitches of a chord in the octave and inversion nearest to the ascending pitches before.
  ///
  /// Near is what moves least in sum; of equals, what moves the top voice least, then the lower.
  package func pitches(
    of chord: ChordSymbol, after before: [Pitch]
  ) throws(Unplayable) -> [Pitch] {
    guard !before.isEmpty else { return try pitches(of: chord) }
    var best: (pitches: [Pitch], distance: [Int])?
    for inversion in 0..<chord.playedTones.count {
      for octave in Voicing.octaves {
        let voicing = Voicing(octave: octave, spread: spread, inversion: inversion)
        guard let pitches = try? voicing.pitches(of: chord) else { continue }
        let distance = Voicing.distance(from: before, to: pitches)
        guard let nearest = best?.distance, !distance.lexicographicallyPrecedes(nearest) else {
          best = (pitches, distance)
          continue
        }
      }
    }
    guard let best else { throw .outside }
    return best.pitches
  }

  /// Puts the lowest of ascending keys above it, an octave higher or as many as are free.
  private static func invert(_ keys: inout [Int]) {
    var key = keys.removeFirst() + 12
    while keys.contains(key) { key += 12 }
    keys.append(key)
    keys.sort()
  }

  private func spread(_ keys: inout [Int]) {
    switch spread {
    case .close: break
    case .open: for index in stride(from: 1, to: keys.count, by: 2) { keys[index] += 12 }
    case .drop2: if keys.count > 1 { keys[keys.count - 2] -= 12 }
    }
    keys = Set(keys).sorted()
  }

  /// What voices move in sum, what the top voice moves, and how high it all lies.
  ///
  /// As many voices as before go each to the one in its place; fewer or more, to the nearest.
  private static func distance(from before: [Pitch], to after: [Pitch]) -> [Int] {
    let old = before.map { Int($0.number) }
    let new = after.map { Int($0.number) }
    func nearest(_ keys: [Int], _ others: [Int]) -> Int {
      keys.reduce(0) { sum, key in sum + (others.map { abs($0 - key) }.min() ?? 0) }
    }
    let moves =
      old.count == new.count
      ? zip(old, new).reduce(0) { $0 + abs($1.0 - $1.1) }
      : nearest(old, new) + nearest(new, old)
    let top = abs((old.last ?? 0) - (new.last ?? 0))
    return [moves, top, new.reduce(0, +)]
  }
}
