extension MIDIFile {
  /// What a file can do wrong and still be read.
  package enum Defect: Hashable, Sendable, Error {
    /// Something else stands in front of the file.
    case displacedHeader(bytes: Int)
    /// A format that does not exist; read as one whose tracks play together.
    case unknownFormat(Int)
    /// The header counts other tracks than there are.
    case trackCount(declared: Int, found: Int)
    /// A file for one track holds several.
    case severalTracksInFormat0
    /// A chunk that is no track reaches beyond the file.
    case unreadableChunk
    /// A track's length is not where the track ends.
    case wrongTrackLength
    case bytesAfterEndOfTrack
    case missingEndOfTrack
    /// An event reaches beyond its track; the track ends there.
    case truncated
    /// A data byte where a status byte must be; the track ends there.
    case dataWithoutStatus
    /// A variable-length number of more than four bytes; the track ends there.
    case overlongNumber
    /// A system common byte, which no track may hold; the track ends there.
    case systemCommon
    /// A system real-time byte, which no track may hold; skipped.
    case systemRealTime
    /// Running status went on after a meta event or system exclusive, as many files have it.
    case runningStatusAcrossMeta
    /// A data byte over 127; read as 127.
    case dataByteTooLarge
    /// A tempo or time signature of the wrong length; skipped.
    case wrongMetaLength
  }

  /// A defect, how often it occurs in its track, and where it does so first.
  package struct Warning: Hashable, Sendable {
    package let defect: Defect
    /// The number of the track in the file, counted from 0; nil when it is about the whole file.
    package let track: Int?
    /// Bytes from the start of the file to the first occurrence.
    package let offset: Int
    package var count: Int

    package init(_ defect: Defect, track: Int?, offset: Int, count: Int = 1) {
      self.defect = defect
      self.track = track
      self.offset = offset
      self.count = count
    }
  }
}
