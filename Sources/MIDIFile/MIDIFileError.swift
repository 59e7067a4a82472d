/// Why nothing could be read from a file, with what was found instead.
package enum MIDIFileError: Error, Hashable, Sendable {
  case empty
  /// The first bytes, at most four.
  case notMIDI(found: [UInt8])
  /// A RIFF file of another form, such as `WAVE`.
  case otherRIFF(form: [UInt8])
  /// A MIDI file begins only after this many bytes of something else.
  case headerDisplaced(offset: Int)
  /// The header ends after this many of its fourteen bytes.
  case headerTruncated(bytes: Int)
  /// Format 2 (independent sequences), or one that does not exist.
  case unsupportedFormat(Int)
  /// Time in frames of a film, not in beats.
  case frameDivision(framesPerSecond: Int, ticksPerFrame: Int)
  /// No ticks in a beat.
  case zeroDivision
  /// A header and no track.
  case noTracks
  /// Tracks, and in none of them an event that can be read; the first defect.
  case nothingReadable(MIDIFile.Warning)
}
