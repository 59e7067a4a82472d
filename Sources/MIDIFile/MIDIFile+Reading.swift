extension MIDIFile {
  /// Reads a Standard MIDI File of format 0 or 1, bare or wrapped as RMID.
  ///
  /// Keeps what is good and warns of each defect. Takes time and memory in proportion to the
  /// bytes that are there, whatever lengths they claim. Throws when nothing can be used.
  package init(reading bytes: [UInt8]) throws(MIDIFileError) {
    let header = try Header(findingIn: bytes)
    var chunks = ChunkReader(bytes, from: header.end)
    chunks.read()
    guard !chunks.tracks.isEmpty else { throw .noTracks }
    if chunks.tracks.allSatisfy({ $0.events.isEmpty }), let defect = chunks.warnings.first {
      throw .nothingReadable(defect)
    }
    var warnings = chunks.warnings
    if chunks.tracks.count != header.trackCount {
      let defect = Defect.trackCount(declared: header.trackCount, found: chunks.tracks.count)
      warnings.append(Warning(defect, track: nil, offset: header.start))
    }
    if header.format == .single, chunks.tracks.count > 1 {
      warnings.append(Warning(.severalTracksInFormat0, track: nil, offset: header.start))
    }
    self.init(
      format: header.format, ticksPerBeat: header.ticksPerBeat, tracks: chunks.tracks,
      warnings: warnings)
  }
}
