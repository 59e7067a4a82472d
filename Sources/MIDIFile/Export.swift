package import Timeline

/// A song as a MIDI file that sounds alike in another player, and what such a file cannot hold.
///
/// Track 0 has the title, tempo, meter and markers, with ramps of tempo as steps of 1/16 beat;
/// then a track for each row, muted ones and empty ones too: its name, bank and program at the
/// start, and what it plays: notes, transposed and scaled in velocity, clips laid out, ramps in the
/// steps in which they are sent; and what came from a file. Every track ends where the song does,
/// so that loops keep their length.
package struct Export: Sendable {
  /// What is written, and how.
  package struct Options: Sendable {
    /// File ticks in a beat, in `MIDIFile.ticksPerBeatRange`; nil as the file that the song came
    /// from, else `Export.ticksPerBeat`.
    package var ticksPerBeat: Int?
    /// Whether all is one track.
    package var isOneTrack = false
    /// The rows that are written; nil for all.
    package var rows: Set<Row.ID>?
    /// The part that is written, from its start on; nil for all.
    ///
    /// Notes belong to it that begin in it; what holds at its start stands there.
    package var range: Range<Ticks>?
    /// Notes and values that are written at most: as many as a song holds cells.
    package var events = Limits.cells
    /// As `Import.Options` reads it, to know the names again that came from a file.
    package var shiftJIS: @Sendable ([UInt8]) -> String? = { _ in nil }

    package init() {}
  }

  /// Something about a song that the file does not say, as often as it occurs.
  package enum Loss: String, Hashable, Sendable, CaseIterable {
    /// Cells that sound nothing.
    case labels
    /// Notes transposed out of the range of pitches, or in rows with level 0.
    case silentNotes
    /// Tempos slower than a file can hold; set to the slowest.
    case clampedTempos
    /// Notes and values beyond what a file of sensible size holds; left out.
    case beyondLimits
    /// Rows that are muted or soloed; written as all others.
    case mutedOrSoloed
    /// Rows that go elsewhere than to the standard port.
    case ports
    /// Names of rows, in a file of one track.
    case rowNames
    /// That the song loops, or starts elsewhere than at its beginning.
    case loop
    /// Where sections end; they are written as markers.
    case sectionEnds
    /// A factor on the whole tempo map.
    case tempoScale
  }

  /// File ticks in a beat of a song that came from no file.
  package static let ticksPerBeat = 960

  package let file: MIDIFile
  /// How long it lasts, at the tempo that is written.
  package let seconds: Double
  /// How often each loss occurs; those that do not are absent.
  package let losses: [Loss: Int]

  /// Linear in the number of cells, but for the sorting of each row's notes.
  package init(_ song: Song, _ options: Options = Options()) {
    let ticksPerBeat = options.ticksPerBeat ?? song.resolution ?? Export.ticksPerBeat
    var writing = SongWriting(song, FileTime(ticksPerBeat: ticksPerBeat), options)
    writing.writeMaps()
    for row in song.rowList where options.rows?.contains(row.id) ?? true { writing.write(row) }
    let format = options.isOneTrack ? MIDIFile.Format.single : .parallel
    file = MIDIFile(
      format: format, ticksPerBeat: ticksPerBeat,
      tracks: options.isOneTrack ? [writing.merged] : writing.tracks)
    losses = writing.losses
    seconds = writing.seconds
  }
}
