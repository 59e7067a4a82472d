/// A Standard MIDI File as a value: tracks of events at absolute file ticks.
package struct MIDIFile: Hashable, Sendable {
  /// How the tracks relate.
  package enum Format: UInt16, Hashable, Sendable {
    /// One track with everything.
    case single = 0
    /// Tracks that play together.
    case parallel = 1
    /// Tracks that have nothing to do with each other.
    case independent = 2
  }

  /// An event and when it happens.
  package struct TimedEvent: Hashable, Sendable {
    /// File ticks from the start of the track; at least zero.
    package let tick: Int64
    package let event: Event

    package init(tick: Int64, event: Event) {
      self.tick = tick
      self.event = event
    }
  }

  /// Events in order of time, and where the track ends.
  package struct Track: Hashable, Sendable {
    package var events: [TimedEvent]
    /// The file tick of the end of the track, not before the last event.
    package var end: Int64

    package init(events: [TimedEvent], end: Int64) {
      self.events = events
      self.end = end
    }
  }

  /// The file ticks in a beat that a header can hold.
  package static let ticksPerBeatRange = 1...32_767

  package var format: Format
  /// What file ticks are.
  package var time: FileTime
  package var tracks: [Track]
  /// What was wrong with the bytes that this was read from, in the order of the file.
  package var warnings: [Warning]

  package init(format: Format, time: FileTime, tracks: [Track], warnings: [Warning] = []) {
    self.format = format
    self.time = time
    self.tracks = tracks
    self.warnings = warnings
  }

  /// `ticksPerBeat` is in `ticksPerBeatRange`.
  package init(
    format: Format, ticksPerBeat: Int, tracks: [Track], warnings: [Warning] = []
  ) {
    precondition(MIDIFile.ticksPerBeatRange.contains(ticksPerBeat))
    self.init(
      format: format, time: FileTime(ticksPerBeat: ticksPerBeat), tracks: tracks,
      warnings: warnings)
  }
}
