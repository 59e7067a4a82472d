import MIDIFile
import Testing
import Timeline

/// Files that mean harm: nothing traps, nothing hangs, nothing is lost that could be read.
struct HostileFileTests {
  private let good = Bytes.file(tracks: [
    Bytes.name("Song") + Bytes.tempo(500_000) + Bytes.meta(0x58, [3, 2, 24, 8]),
    Bytes.name("Horn") + [0x00, 0xB0, 0, 1, 0x00, 0xC0, 60] + Bytes.beatOfC + Bytes.beatOfE,
    [0x00, 0xF0, 0x03, 0x43, 0x12, 0xF7] + Bytes.beatOfC + [0x00, 0xE0, 0, 64],
  ])

  @Test func `a file cut anywhere gives what is before the cut`() throws {
    let whole = try MIDIFile(reading: good).tracks.flatMap(\.events)
    for length in 0..<good.count {
      let cut = Array(good.prefix(length))
      guard let file = try? MIDIFile(reading: cut) else {
        #expect(length < 40)
        continue
      }
      #expect(!file.warnings.isEmpty)
      let events = file.tracks.flatMap(\.events)
      #expect(events.elementsEqual(whole.prefix(events.count)))
      #expect(file.tracks.count == 3 || whole.count > events.count)
      check(try Import(file).song)
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `no change of bytes does harm`(seed: UInt64) throws {
    var random = Sequence(seed)
    for _ in 0..<50 {
      var bytes = good
      for _ in 0...random.next(below: 8) {
        bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256))
      }
      guard let file = try? MIDIFile(reading: bytes) else { continue }
      let song = try Import(file).song
      check(song)
      check(try Import(Export(song).file).song)
    }
  }

  @Test func `200,000 notes take linear time`() throws {
    let note: [UInt8] = [0x01, 0x90, 60, 100, 0x01, 60, 0]
    let content = Array([[UInt8]](repeating: note, count: 200_000).joined())
    let reading = try imported(Bytes.file(content))
    #expect(reading.song.cellCount == 200_000)
    #expect(reading.song.contentEnd == Ticks(400_000, over: 96))
  }

  @Test func `100,000 notes of one pitch that wait for their ends take linear time`() throws {
    let ons = [[UInt8]](repeating: [0x01, 0x90, 60, 100], count: 100_000).joined()
    let offs = [[UInt8]](repeating: [0x01, 0x80, 60, 64], count: 100_000).joined()
    let reading = try imported(Bytes.file(Array(ons) + Array(offs)))
    #expect(reading.song.cellCount == 100_000)
    #expect(reading.report.findings == [.overlaps: 99_999])
  }

  @Test func `2,000 tracks of one name are 2,000 rows`() throws {
    let track = Bytes.track(Bytes.name("Horn") + Bytes.beatOfC + Bytes.endOfTrack)
    var header = Bytes.header(format: 1)
    header[10] = 0x07
    header[11] = 0xD0
    let bytes = header + [[UInt8]](repeating: track, count: 2_000).joined()
    let rows = try imported(bytes).song.rowList
    #expect(Set(rows.map(\.name)).count == 2_000)
  }

  @Test func `tracks whose lengths all lie take linear time`() throws {
    let track = Bytes.track(Bytes.beatOfC + Bytes.endOfTrack, length: 0xFFFF_FFFF)
    let bytes = Bytes.header(format: 1) + [[UInt8]](repeating: track, count: 20_000).joined()
    #expect(try MIDIFile(reading: bytes).tracks.count == 20_000)
  }

  /// What must hold of every song, wherever it comes from.
  private func check(_ song: Song) {
    #expect(Set(song.rowList.map(\.name)).count == song.rowList.count)
    for row in song.rowList {
      #expect(!row.name.isEmpty && row.name.utf8.count <= Limits.name)
      song.visit(row.id, startingFrom: .zero) { cell in
        #expect(cell.position >= .zero && cell.duration > .zero && cell.end <= .maximum)
        return true
      }
    }
  }

  /// The same numbers for the same seed.
  private struct Sequence {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
  }
}
