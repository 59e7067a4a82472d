/// Why nothing could be read from a file, with what was found instead.
package enum MIDIFileError: Error, Hashable, Sendable {
  case empty
  /// The first bytes, at most four.
  case notMIDI(found: [UInt8])
  /// A RIFF file of another form, such as `WAVE`.
  case otherRIFF(form: [UInt8])
  /// The header ends after this many of its fourteen bytes.
  case headerTruncated(bytes: Int)
  /// No ticks in a beat, or in a frame.
  case zeroDivision
  /// A header and no track.
  case noTracks
  /// Tracks, and in none of them an event that can be read; the first defect.
  case nothingReadable(MIDIFile.Warning)
  /// The first defect, where none is allowed.
  case defective(MIDIFile.Warning)
  /// Something about the music that would have to be mended, where nothing may be.
  case faulty(ImportReport.Finding, times: Int)
  /// A number beyond the sequences that there are.
  case noSuchSequence(count: Int)
}
