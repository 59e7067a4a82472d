/// Finds the tracks in the chunks of a file, also where lengths are wrong.
struct ChunkReader {
  private(set) var tracks: [MIDIFile.Track] = []
  private(set) var warnings: [MIDIFile.Warning] = []

  private let bytes: [UInt8]
  private var offset: Int
  /// Where the file ends.
  private let limit: Int

  init(_ bytes: [UInt8], from offset: Int, to limit: Int) {
    self.bytes = bytes
    self.offset = offset
    self.limit = limit
  }

  /// Reads to the end of the file; fewer than eight bytes there are padding.
  mutating func read(_ progress: (Int) -> Void) {
    while limit - offset >= 8 {
      if bytes.hasTag(.track, at: offset) { readTrack(progress) } else { skipChunk() }
      progress(offset)
    }
  }

  private mutating func skipChunk() {
    let end = offset + 8 + bytes.bigEndian(at: offset + 4, count: 4)
    if isChunkTag(at: offset), end <= limit {
      offset = end
    } else {
      warnings.append(MIDIFile.Warning(.unreadableChunk, track: nil, offset: offset))
      offset = nextTrack(from: offset + 1)
    }
  }

  private mutating func readTrack(_ progress: (Int) -> Void) {
    let lengthOffset = offset + 4
    let start = offset + 8
    let declared = start + bytes.bigEndian(at: lengthOffset, count: 4)
    // A length is believed when it leads to a chunk or to the end of the file. Otherwise the
    // track reaches at most to the next one, which is also where reading goes on.
    let isBelieved = declared == limit || isChunkTag(at: declared)
    let end = isBelieved ? declared : nextTrack(from: start)
    var reader = TrackReader(ByteReader(bytes, from: start, to: end), track: tracks.count)
    reader.read(progress)
    // A track that ends right before another, whatever its length says, ends there.
    offset = bytes.hasTag(.track, at: reader.offset) ? reader.offset : end
    let isHonest = reader.offset == declared
    if !isHonest, offset != declared {
      reader.warn(.wrongTrackLength, at: lengthOffset)
    } else if !isHonest, reader.foundEnd {
      reader.warn(.bytesAfterEndOfTrack, at: reader.offset)
    }
    tracks.append(MIDIFile.Track(events: reader.events, end: reader.tick))
    warnings += reader.warnings
  }

  /// The next track chunk at or after `start`, or the end of the file.
  private func nextTrack(from start: Int) -> Int {
    bytes.firstTag(.track, from: start, to: limit) ?? limit
  }

  /// Whether four letters stand here that could name a chunk.
  private func isChunkTag(at offset: Int) -> Bool {
    offset + 8 <= limit
      && bytes[offset..<offset + 4].allSatisfy { (0x20...0x7E).contains($0) }
  }
}
