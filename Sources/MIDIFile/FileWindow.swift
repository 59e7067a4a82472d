import Timeline

/// The part of a song that a file holds, in the file's own ticks from where that begins.
struct FileWindow {
  let time: FileTime
  let range: Range<Ticks>
  /// Whether it is all of the song, so that nothing can be outside.
  let isWhole: Bool
  /// Where it begins and ends, in file ticks of the whole song.
  let start: Int64
  let end: Int64

  init(_ time: FileTime, _ range: Range<Ticks>, isWhole: Bool) {
    self.time = time
    self.range = range
    self.isWhole = isWhole
    start = time.tick(of: range.lowerBound)
    end = time.tick(of: range.upperBound)
  }

  var length: Int64 { end - start }

  func contains(_ position: Ticks) -> Bool { isWhole || range.contains(position) }

  func tick(of position: Ticks) -> Int64 { time.tick(of: position) - start }

  /// Of events in order of the whole song those inside, from the window's start on.
  func within(_ events: [MIDIFile.TimedEvent]) -> [MIDIFile.TimedEvent] {
    if isWhole { return events }
    return events.filter { start <= $0.tick && $0.tick < end }
      .map { MIDIFile.TimedEvent(tick: $0.tick - start, event: $0.event) }
  }

  /// The same, and first the last one before, which still holds.
  func holding(_ events: [MIDIFile.TimedEvent]) -> [MIDIFile.TimedEvent] {
    let inside = within(events)
    guard inside.first?.tick != 0, let before = events.last(where: { $0.tick < start }) else {
      return inside
    }
    return [MIDIFile.TimedEvent(tick: 0, event: before.event)] + inside
  }
}
