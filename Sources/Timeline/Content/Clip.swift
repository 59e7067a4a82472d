/// Notes and control values at offsets from a beginning of their own; a phrase to be laid out.
package struct Clip: Hashable, Sendable {
  /// A note inside.
  package struct Note: Hashable, Sendable {
    /// At least zero.
    package let offset: Ticks
    /// Above zero.
    package let duration: Ticks
    package let pitch: Pitch
    package let velocity: Velocity
    /// The velocity of the note-off, 0–127.
    package let offVelocity: UInt8

    package init(
      offset: Ticks, duration: Ticks, pitch: Pitch, velocity: Velocity = .standard,
      offVelocity: UInt8 = 64
    ) {
      self.offset = offset
      self.duration = duration
      self.pitch = pitch
      self.velocity = velocity
      self.offVelocity = offVelocity
    }
  }

  /// A control value inside.
  package struct Change: Hashable, Sendable {
    /// At least zero.
    package let offset: Ticks
    package let target: Control.Target
    package let value: Int

    package init(offset: Ticks, target: Control.Target, value: Int) {
      self.offset = offset
      self.target = target
      self.value = value
    }
  }

  /// Why something is no clip.
  package enum Unusable: Error, Hashable, Sendable {
    case empty
    /// More than `Limits.clipEvents`.
    case tooMany
    /// An event begins before the clip or reaches beyond the furthest position, or lasts no time.
    case outside
    /// A control value that its target cannot have.
    case value(Change)
    /// A loop shorter than `Limits.loop`, or longer than a song.
    case loop
  }

  /// In order of offset, then pitch.
  package let notes: [Note]
  /// In order of offset; at one offset as they were given.
  package let changes: [Change]
  /// The length of the loop that it plays over and over; nil when it plays once.
  ///
  /// What begins behind the loop's end is not played, and notes end there.
  package let loop: Ticks?
  /// The pitches of the notes, ascending and distinct.
  package let pitches: [Pitch]

  /// In whatever order; at least one note or change.
  package init(
    notes: [Note], changes: [Change] = [], loop: Ticks? = nil
  ) throws(Unusable) {
    guard !notes.isEmpty || !changes.isEmpty else { throw .empty }
    guard notes.count + changes.count <= Limits.clipEvents else { throw .tooMany }
    let isInside = { (offset: Ticks) in (.zero)...(.maximum) ~= offset }
    for note in notes {
      guard isInside(note.offset), note.duration > .zero, note.duration <= .maximum - note.offset
      else { throw .outside }
    }
    for change in changes {
      guard isInside(change.offset) else { throw .outside }
      guard Control(change.target, value: change.value) != nil else { throw .value(change) }
    }
    if let loop, loop < Limits.loop || loop > .maximum { throw .loop }
    self.notes = notes.sorted { ($0.offset, $0.pitch) < ($1.offset, $1.pitch) }
    self.changes = changes.enumerated()
      .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element)
    self.loop = loop
    pitches = Set(notes.map(\.pitch)).sorted()
  }
}

extension Clip {
  /// The same events with another loop, or none.
  package func looping(_ loop: Ticks?) throws(Unusable) -> Clip {
    try Clip(notes: notes, changes: changes, loop: loop)
  }

  /// The same stretched by a factor; no note becomes shorter than one tick.
  ///
  /// Starts and ends go to the nearest tick, so that notes that touch go on touching.
  func scaled(by factor: Double) throws(Unusable) -> Clip {
    let notes = notes.map { note in
      let start = note.offset.scaled(by: factor)
      let end = (note.offset + note.duration).scaled(by: factor)
      return Note(
        offset: start, duration: max(end - start, Ticks(count: 1)), pitch: note.pitch,
        velocity: note.velocity, offVelocity: note.offVelocity)
    }
    let changes = changes.map { change in
      Change(
        offset: change.offset.scaled(by: factor), target: change.target, value: change.value)
    }
    return try Clip(notes: notes, changes: changes, loop: loop?.scaled(by: factor))
  }
}

extension Ticks {
  /// A length so many times as long, to the nearest tick.
  ///
  /// A product of the furthest position and the largest factor is far from overflowing.
  func scaled(by factor: Double) -> Ticks {
    Ticks(count: Int64((Double(count) * factor).rounded()))
  }
}
