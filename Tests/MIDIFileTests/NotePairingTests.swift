import MIDIFile
import Testing
import Timeline

struct NotePairingTests {
  private func on(_ delta: UInt8, _ pitch: UInt8 = 60) -> [UInt8] { [delta, 0x90, pitch, 100] }
  private func off(_ delta: UInt8, _ pitch: UInt8 = 60) -> [UInt8] { [delta, 0x80, pitch, 64] }

  @Test func `a retrigger at the tick of the off loses no note`() throws {
    let bytes = Bytes.file(on(0) + off(96) + on(0) + off(96))
    #expect(
      try notes(bytes) == [
        .init(beat: 0, beats: 1, pitch: 60), .init(beat: 1, beats: 1, pitch: 60),
      ])
  }

  @Test func `an on before the off of the same tick pairs first with first`() throws {
    let bytes = Bytes.file(on(0) + on(96) + off(0) + off(96))
    #expect(
      try notes(bytes) == [
        .init(beat: 0, beats: 1, pitch: 60), .init(beat: 1, beats: 1, pitch: 60),
      ])
    #expect(try imported(bytes).report.findings == [:])
  }

  @Test func `overlaps of one pitch keep their lengths and are counted`() throws {
    let bytes = Bytes.file(on(0) + on(48) + off(48) + off(48))
    #expect(
      try notes(bytes) == [
        .init(beat: 0, beats: 1, pitch: 60), .init(beat: 0.5, beats: 1, pitch: 60),
      ])
    #expect(try imported(bytes).report.findings == [.overlaps: 1])
  }

  @Test func `a note without length gets a file tick and swallows no other`() throws {
    let bytes = Bytes.file(on(0) + off(0) + on(96) + off(96))
    #expect(
      try notes(bytes) == [
        .init(beat: 0, beats: Ticks(1, over: 96).beats, pitch: 60),
        .init(beat: 1, beats: 1, pitch: 60),
      ])
    #expect(try imported(bytes).report.findings == [.zeroLengthNotes: 1])
  }

  @Test func `a note never ended ends with its track`() throws {
    // The track ends three beats after its last event.
    let content = on(0) + off(96, 61) + [0x82, 0x20, 0xFF, 0x2F, 0x00]
    let bytes = Bytes.header() + Bytes.track(content)
    #expect(try notes(bytes) == [.init(beat: 0, beats: 4, pitch: 60)])
    #expect(try imported(bytes).report.findings == [.hangingNotes: 1, .orphanOffs: 1])
  }

  @Test func `an off without a note is left out`() throws {
    let bytes = Bytes.file(off(0) + Bytes.beatOfC)
    #expect(try notes(bytes) == [.init(beat: 0, beats: 1, pitch: 60)])
    #expect(try imported(bytes).report.findings == [.orphanOffs: 1])
  }

  @Test func `an off keeps its velocity and a silent on gives the standard one`() throws {
    let bytes = Bytes.file([0, 0x90, 60, 100, 96, 0x80, 60, 7, 0, 0x90, 60, 100, 96, 60, 0])
    let song = try imported(bytes).song
    let cells = [1, 2].compactMap { song.cell(Cell.ID($0))?.cell.offVelocity }
    #expect(cells == [7, 64])
  }

  @Test func `other channels are other notes`() throws {
    let bytes = Bytes.file(on(0) + [48, 0x91, 60, 90, 48, 0x80, 60, 64, 48, 0x81, 60, 64])
    #expect(
      try notes(bytes) == [
        .init(beat: 0, beats: 1, pitch: 60),
        .init(beat: 0.5, beats: 1, pitch: 60, velocity: 90),
      ])
  }
}
