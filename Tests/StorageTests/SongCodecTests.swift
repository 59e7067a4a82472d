import Storage
import Testing
import Timeline

struct SongCodecTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a song comes back as it was`(seed: UInt64) throws {
    let song = Jam.song(seed: seed)
    let read = try SongCodec.song(from: SongCodec.bytes(of: song))
    #expect(read.everything == song.everything)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `a patch comes back as it was`(seed: UInt64) throws {
    var jam = Jam(seed: seed)
    for _ in 0..<40 {
      guard case .patch(let patch) = jam.edit().change else { continue }
      #expect(try SongCodec.patch(from: SongCodec.bytes(of: patch)) == patch)
      #expect(try SongCodec.patch(from: SongCodec.bytes(of: patch.inverse)) == patch.inverse)
    }
  }

  @Test func `damaged bytes give a song or an error, never a trap`() throws {
    var random = SeededGenerator(seed: 7)
    let song = SongCodec.bytes(of: Jam.song(seed: 7))
    var refused = 0
    for index in song.indices {
      var damaged = song
      damaged[index] = UInt8.random(in: 0...255, using: &random)
      do { _ = try SongCodec.song(from: damaged) } catch { refused += 1 }
      #expect(throws: Malformed.self) { try SongCodec.song(from: Array(song[..<index])) }
    }
    #expect(refused > 0)
  }

  @Test func `noise is neither a song nor a patch that traps`() {
    var random = SeededGenerator(seed: 8)
    for length in 0..<2_000 {
      let noise =
        [SongCodec.version]
        + (0..<length % 80).map { _ in
          UInt8.random(in: 0...(length % 2 == 0 ? 255 : 3), using: &random)
        }
      _ = try? SongCodec.song(from: noise)
      _ = try? SongCodec.patch(from: noise)
    }
  }

  @Test func `another version of the encoding is refused`() {
    var bytes = SongCodec.bytes(of: Song())
    bytes[0] = SongCodec.version + 1
    #expect(throws: Malformed.self) { try SongCodec.song(from: bytes) }
  }

  @Test func `a plain note takes few bytes`() throws {
    var draft = Draft(of: Song())
    let row = try draft.addRow(named: "drums")
    let empty = SongCodec.bytes(of: draft.song).count
    for beat in 0..<100 {
      let cell = NewCell(
        position: Ticks(beats: Int64(beat)), duration: Ticks(beats: 1),
        content: .notes([Pitch(36)], .standard, offVelocity: 64))
      _ = try draft.add(cell, to: row, EditOptions(snap: .off))
    }
    #expect(SongCodec.bytes(of: draft.song).count <= empty + 100 * 14)
  }
}
