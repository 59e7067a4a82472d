extension MIDIFile {
  /// Reads a Standard MIDI File, bare or wrapped as RMID.
  ///
  /// Keeps what is good and warns of each defect. Takes time and memory in proportion to the
  /// bytes that are there, whatever lengths they claim. Throws when nothing can be used.
  /// `progress` is told how many of the bytes are behind, now and then.
  package init(
    reading bytes: [UInt8], progress: (Int) -> Void = { _ in }
  ) throws(MIDIFileError) {
    let header = try Header(findingIn: bytes)
    var chunks = ChunkReader(bytes, from: header.end, to: header.limit)
    chunks.read(progress)
    guard !chunks.tracks.isEmpty else { throw .noTracks }
    if chunks.tracks.allSatisfy({ $0.events.isEmpty }), let defect = chunks.warnings.first {
      throw .nothingReadable(defect)
    }
    var warnings = header.warnings + chunks.warnings
    if chunks.tracks.count != header.trackCount {
      let defect = Defect.trackCount(declared: header.trackCount, found: chunks.tracks.count)
      warnings.append(Warning(defect, track: nil, offset: header.start))
    }
    if header.format == .single, chunks.tracks.count > 1 {
      warnings.append(Warning(.severalTracksInFormat0, track: nil, offset: header.start))
    }
    self.init(
      format: header.format, time: header.time, tracks: chunks.tracks, warnings: warnings)
  }
}
