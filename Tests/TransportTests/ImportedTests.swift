import MIDIFile
import Testing
import Timeline
import Transport

/// MIDI files as they are heard.
@Suite struct ImportedTests {
  @Test func `a tempo that comes with a note's tick holds from there on, not from the next event`()
    throws
  {
    // 120, a note on; half a beat later 60; half a beat later its off.
    let stage = Stage(
      try imported([
        0, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20, 0, 0x90, 60, 100,
        48, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40, 48, 0x80, 60, 64,
      ]))
    let start = stage.transport.play()
    stage.run(milliseconds: 2_000)
    #expect(stage.notes(since: start) == ["on 60 0", "off 60 750"])
  }

  @Test func `a note that is struck at the tick where one of velocity 0 ends it sounds twice`()
    throws
  {
    let stage = Stage(
      try imported([
        0, 0x90, 60, 100, 96, 60, 0, 0, 60, 100, 96, 60, 0,
      ]))
    let start = stage.transport.play()
    stage.run(milliseconds: 2_000)
    #expect(stage.notes(since: start) == ["on 60 0", "off 60 500", "on 60 500", "off 60 1000"])
  }

  /// The song of a file with one track, 96 ticks a beat.
  private func imported(_ events: [UInt8]) throws -> Song {
    let header: [UInt8] = [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
    let track = events + [0, 0xFF, 0x2F, 0]
    let chunk = [0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, UInt8(track.count)] + track
    return try Import(try MIDIFile(reading: header + chunk)).song
  }
}
