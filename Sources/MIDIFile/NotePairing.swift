import Timeline

/// Turns the note-ons and note-offs of one channel of a track into notes.
///
/// An off ends the note of its pitch that has sounded longest, so that overlapping notes keep
/// their lengths. Constant time per event.
struct NotePairing {
  /// A note with its place in time.
  struct Note {
    /// In file ticks.
    let start: Int64
    /// Not before the start.
    var end: Int64
    let pitch: Pitch
    let velocity: Velocity
    var offVelocity: UInt8
  }

  /// The notes of one pitch that wait for their off, oldest first, as indices into `notes`.
  private struct Waiting {
    var indices: [Int32] = []
    var next = 0
  }

  private var notes: [Note] = []
  private var waiting = [Waiting](repeating: Waiting(), count: 128)

  var isEmpty: Bool { notes.isEmpty }

  /// Whether a note began before a tick.
  func hasBegun(before tick: Int64) -> Bool { notes.first.map { $0.start < tick } ?? false }

  mutating func begin(_ pitch: Pitch, _ velocity: Velocity, at tick: Int64) {
    waiting[Int(pitch.number)].indices.append(Int32(notes.count))
    notes.append(
      Note(
        start: tick, end: tick, pitch: pitch, velocity: velocity,
        offVelocity: MIDIFile.releaseVelocity))
  }

  /// Ends the oldest note of a pitch; false when none sounds.
  mutating func end(_ pitch: Pitch, velocity: UInt8, at tick: Int64) -> Bool {
    let key = Int(pitch.number)
    guard waiting[key].next < waiting[key].indices.count else { return false }
    let index = Int(waiting[key].indices[waiting[key].next])
    waiting[key].next += 1
    if waiting[key].next == waiting[key].indices.count {
      waiting[key].indices.removeAll(keepingCapacity: true)
      waiting[key].next = 0
    }
    notes[index].end = tick
    notes[index].offVelocity = velocity
    return true
  }

  /// The notes in order of time, each at least a file tick long; those that wait end at `trackEnd`.
  mutating func finish(at trackEnd: Int64, _ report: inout ImportReport) -> [Note] {
    for pitch in waiting {
      for index in pitch.indices[pitch.next...] { notes[Int(index)].end = trackEnd }
      report.count(.hangingNotes, pitch.indices.count - pitch.next)
    }
    waiting = []
    var ends = [Int64](repeating: 0, count: 128)
    for index in notes.indices {
      let note = notes[index]
      if note.end == note.start {
        report.count(.zeroLengthNotes)
        notes[index].end += 1
      }
      let key = Int(note.pitch.number)
      if note.start < ends[key] { report.count(.overlaps) }
      ends[key] = max(ends[key], notes[index].end)
    }
    defer { notes = [] }
    return notes
  }
}
