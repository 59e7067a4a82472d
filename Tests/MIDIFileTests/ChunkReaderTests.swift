import MIDIFile
import Testing

struct ChunkReaderTests {
  private let c = Bytes.beatOfC + Bytes.endOfTrack
  private let e = Bytes.beatOfE + Bytes.endOfTrack
  private let both = Bytes.header(format: 1, tracks: 2)

  @Test func `a good file gives no warning`() throws {
    let bytes = both + Bytes.track(c) + Bytes.track(e)
    #expect(try notes(bytes).map(\.pitch) == [60, 64])
    #expect(try defects(bytes) == [])
  }

  @Test func `unknown chunks are skipped`() throws {
    let alien = Array("XFIH".utf8) + [0, 0, 0, 3] + Array("abc".utf8)
    let bytes = both + alien + Bytes.track(c) + Bytes.track(e)
    #expect(try notes(bytes).map(\.pitch) == [60, 64])
    #expect(try defects(bytes) == [])
  }

  @Test func `an unknown chunk that leads nowhere ends at the next track`() throws {
    let alien = Array("XFIH".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("abc".utf8)
    let bytes = Bytes.header() + alien + Bytes.track(c)
    #expect(try notes(bytes).map(\.pitch) == [60])
    #expect(try defects(bytes) == [.unreadableChunk])
  }

  @Test func `a wrong count of tracks imports those that are there`() throws {
    let one = Bytes.header(format: 1, tracks: 30) + Bytes.track(c)
    #expect(try notes(one).map(\.pitch) == [60])
    #expect(try defects(one) == [.trackCount(declared: 30, found: 1)])
    let two = Bytes.header(format: 1, tracks: 1) + Bytes.track(c) + Bytes.track(e)
    #expect(try notes(two).map(\.pitch) == [60, 64])
    #expect(try defects(two) == [.trackCount(declared: 1, found: 2)])
  }

  @Test func `several tracks in a file for one are all read`() throws {
    let bytes = Bytes.header(format: 0, tracks: 2) + Bytes.track(c) + Bytes.track(e)
    #expect(try notes(bytes).map(\.pitch) == [60, 64])
    #expect(try defects(bytes) == [.severalTracksInFormat0])
  }

  @Test func `an empty track shifts no other`() throws {
    let bytes =
      Bytes.header(format: 1, tracks: 3) + Bytes.track([]) + Bytes.track(c) + Bytes.track(e)
    #expect(try notes(bytes).map(\.beat) == [0, 0])
    #expect(try defects(bytes) == [.missingEndOfTrack])
  }

  @Test(arguments: [0, 1, 4, 11, 13, 9_999, 0xFFFF_FFFF] as [UInt32])
  func `a wrong track length loses nothing`(length: UInt32) throws {
    let bytes = both + Bytes.track(c, length: length) + Bytes.track(e)
    #expect(try notes(bytes).map(\.pitch) == [60, 64])
    #expect(try notes(bytes).map(\.beats) == [1, 1])
    #expect(try defects(bytes) == [.wrongTrackLength])
  }

  @Test func `a length that swallows the next track is found out`() throws {
    let swallowing = UInt32(c.count + Bytes.track(e).count)
    let bytes = both + Bytes.track(c, length: swallowing) + Bytes.track(e)
    #expect(try notes(bytes).map(\.pitch) == [60, 64])
    #expect(try defects(bytes) == [.wrongTrackLength])
  }

  @Test func `bytes after the end of a track are ignored`() throws {
    let bytes = both + Bytes.track(c + [0x00, 0x90, 62, 100]) + Bytes.track(e)
    #expect(try notes(bytes).map(\.pitch) == [60, 64])
    #expect(try defects(bytes) == [.bytesAfterEndOfTrack])
  }

  @Test func `a track without an end is read to its length`() throws {
    let bytes = both + Bytes.track(Bytes.beatOfC) + Bytes.track(e)
    #expect(try notes(bytes).map(\.pitch) == [60, 64])
    let warning = MIDIFile.Warning(.missingEndOfTrack, track: 0, offset: 30)
    #expect(try MIDIFile(reading: bytes).warnings == [warning])
  }

  @Test(arguments: [[0x0D, 0x0A], [0x00], [0, 0, 0, 0, 0, 0, 0]] as [[UInt8]])
  func `padding after the last track is accepted`(padding: [UInt8]) throws {
    let bytes = Bytes.header() + Bytes.track(c) + padding
    #expect(try notes(bytes).map(\.pitch) == [60])
    #expect(try defects(bytes) == [])
  }

  @Test func `tracks in which nothing can be read are refused with the first defect`() {
    let bytes = Bytes.header() + Bytes.track([0x00, 0x3C, 0x64] + Bytes.endOfTrack)
    let warning = MIDIFile.Warning(.dataWithoutStatus, track: 0, offset: 22)
    #expect(throws: MIDIFileError.nothingReadable(warning)) { try MIDIFile(reading: bytes) }
  }

  @Test func `a track that cannot be read leaves the others`() throws {
    let bytes = both + Bytes.track([0x00, 0x3C, 0x64] + Bytes.endOfTrack) + Bytes.track(e)
    #expect(try notes(bytes).map(\.pitch) == [64])
    #expect(try defects(bytes) == [.dataWithoutStatus])
  }
}
