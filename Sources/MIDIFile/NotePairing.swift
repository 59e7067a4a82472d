import Timeline

/// Turns the note-ons and note-offs of one channel of a track into notes.
///
/// An off ends the note of its pitch that has sounded longest, so that overlapping notes keep
/// their lengths. Constant time per event.
struct NotePairing {
  /// A note with its place in time.
  struct Note {
    let position: Ticks
    /// Not before the position.
    var end: Ticks
    let pitch: Pitch
    let velocity: Velocity
    var offVelocity: UInt8
  }

  /// The notes of one pitch that wait for their off, oldest first, as indices into `notes`.
  private struct Waiting {
    var indices: [Int] = []
    var next = 0
  }

  private var notes: [Note] = []
  private var waiting = [Waiting](repeating: Waiting(), count: 128)

  mutating func begin(_ pitch: Pitch, _ velocity: Velocity, at position: Ticks) {
    waiting[Int(pitch.number)].indices.append(notes.count)
    notes.append(
      Note(
        position: position, end: position, pitch: pitch, velocity: velocity,
        offVelocity: MIDIFile.releaseVelocity))
  }

  /// Ends the oldest note of a pitch; false when none sounds.
  mutating func end(_ pitch: Pitch, velocity: UInt8, at position: Ticks) -> Bool {
    let key = Int(pitch.number)
    guard waiting[key].next < waiting[key].indices.count else { return false }
    let index = waiting[key].indices[waiting[key].next]
    waiting[key].next += 1
    notes[index].end = position
    notes[index].offVelocity = velocity
    return true
  }

  /// The notes in order of position, each with a length; those that still wait end at `trackEnd`.
  mutating func finish(at trackEnd: Ticks, _ report: inout ImportReport) -> [Note] {
    for pitch in waiting {
      for index in pitch.indices[pitch.next...] { notes[index].end = trackEnd }
      report.count(.hangingNotes, pitch.indices.count - pitch.next)
    }
    var kept: [Note] = []
    kept.reserveCapacity(notes.count)
    var ends = [Ticks](repeating: .zero, count: 128)
    for var note in notes {
      guard note.position < .maximum else {
        report.count(.beyondFurthestPosition)
        continue
      }
      if note.end == note.position {
        report.count(.zeroLengthNotes)
        note.end = min(note.position + ImportReport.shortest, .maximum)
      }
      let key = Int(note.pitch.number)
      if note.position < ends[key] { report.count(.overlaps) }
      ends[key] = max(ends[key], note.end)
      kept.append(note)
    }
    return kept
  }
}
