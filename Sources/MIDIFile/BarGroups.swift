import Timeline

/// Notes gathered bar by bar into clips, but for those that a bar line cuts.
struct BarGroups {
  enum Group {
    case note(NotePairing.Note)
    case bar(start: Ticks, end: Ticks, Clip)
  }

  /// A bar comes before the notes that its end cuts: of two of one pitch that begin together, the
  /// one that ends first is written first.
  private(set) var groups: [Group] = []

  private var bar: Range<Ticks> = .zero..<(.zero)
  private var inside: [Clip.Note] = []
  /// Where among the groups the bar goes.
  private var index = 0
  private let end: Ticks

  /// The notes in order of time, each with its place; none for one that has no place in a song.
  ///
  /// They all end at `end` at the latest.
  init(
    _ notes: [(note: NotePairing.Note, place: Range<Ticks>?)], in meters: MeterMap, until end: Ticks
  ) {
    self.end = end
    for (note, place) in notes {
      guard let place else {
        groups.append(.note(note))
        continue
      }
      if place.lowerBound >= bar.upperBound {
        closeBar()
        index = groups.count
        let start = meters.bar(at: place.lowerBound).start
        bar = start..<min(meters.barLine(after: place.lowerBound), .maximum)
      }
      if place.upperBound <= bar.upperBound, inside.count < Limits.clipEvents {
        inside.append(
          Clip.Note(
            offset: place.lowerBound - bar.lowerBound,
            duration: place.upperBound - place.lowerBound, pitch: note.pitch,
            velocity: note.velocity, offVelocity: note.offVelocity))
      } else {
        groups.append(.note(note))
      }
    }
    closeBar()
  }

  private mutating func closeBar() {
    guard !inside.isEmpty else { return }
    guard let clip = try? Clip(notes: inside) else { preconditionFailure("notes inside a bar") }
    let end = min(bar.upperBound, end)
    groups.insert(.bar(start: bar.lowerBound, end: end, clip), at: index)
    inside = []
  }
}
