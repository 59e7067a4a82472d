import MIDIFile
import Testing
import Timeline

struct MapReadingTests {
  /// The tempo's steps as beats and microseconds.
  private func tempo(_ bytes: [UInt8]) throws -> [[Double]] {
    try imported(bytes).song.tempo.events.map {
      [$0.position.beats, Double($0.tempo.picosecondsPerBeat) / 1e6]
    }
  }

  @Test func `without a tempo it is 120 in 4 4`() throws {
    let song = try imported(Bytes.file(Bytes.beatOfC)).song
    #expect(song.tempo == TempoMap())
    #expect(song.meters == MeterMap())
  }

  @Test func `a tempo on any track holds for all`() throws {
    let bytes = Bytes.file(tracks: [[], Bytes.tempo(1_000_000) + Bytes.beatOfC])
    #expect(try tempo(bytes) == [[0, 1_000_000]])
  }

  @Test func `it is 120 until the first tempo`() throws {
    let bytes = Bytes.file(Bytes.beatOfC + Bytes.tempo(1_000_000, after: 96))
    #expect(try tempo(bytes) == [[0, 500_000], [2, 1_000_000]])
  }

  @Test func `of two tempos at one place the last track's counts`() throws {
    let bytes = Bytes.file(
      tracks: [Bytes.tempo(500_000), Bytes.tempo(1_000_000), Bytes.beatOfC])
    #expect(try tempo(bytes) == [[0, 1_000_000]])
    #expect(try imported(bytes).report.findings == [.contradictingTempos: 1])
  }

  @Test func `no tempo at all is ignored`() throws {
    let bytes = Bytes.file(Bytes.tempo(0) + Bytes.beatOfC)
    #expect(try tempo(bytes) == [[0, 500_000]])
    #expect(try imported(bytes).report.findings == [.zeroTempos: 1])
  }

  @Test func `a tempo faster than a song can be is set to the fastest`() throws {
    let bytes = Bytes.file(Bytes.tempo(1) + Bytes.beatOfC)
    #expect(try tempo(bytes) == [[0, 60_000]])
    #expect(try imported(bytes).report.findings == [.clampedTempos: 1])
  }

  @Test func `the slowest tempo of a file is kept`() throws {
    #expect(try tempo(Bytes.file(Bytes.tempo(0xFF_FFFF) + Bytes.beatOfC)) == [[0, 16_777_215]])
  }

  @Test func `a tempo counts quarter notes in any meter`() throws {
    let bytes = Bytes.file(
      Bytes.meta(0x58, [6, 3, 36, 8]) + Bytes.tempo(500_000) + Bytes.beatOfC)
    #expect(try notes(bytes) == [.init(beat: 0, beats: 1, pitch: 60)])
    let meters = try imported(bytes).song.meters
    #expect(meters.events.map(\.meter) == [Meter(beats: 6, noteValue: 8)])
  }

  @Test(arguments: [[4, 255], [0, 2], [4, 7], [65, 2]] as [[UInt8]])
  func `a meter that no bar can have is ignored`(fields: [UInt8]) throws {
    let bytes = Bytes.file(Bytes.meta(0x58, fields + [24, 8]) + Bytes.beatOfC)
    let reading = try imported(bytes)
    #expect(reading.song.meters == MeterMap())
    #expect(reading.report.findings == [.impossibleMeters: 1])
  }

  @Test func `a nonsense key signature is kept as it is`() throws {
    let bytes = Bytes.file(Bytes.meta(0x59, [0x63, 0xFF]) + Bytes.beatOfC)
    #expect(try imported(bytes).song.cell(Cell.ID(1))?.rare.meta?.bytes == [0x63, 0xFF])
  }
}
