package import Timeline

/// A song as a MIDI file that sounds alike in another player, and what such a file cannot hold.
///
/// Track 0 has the title, tempo, meter and markers, with ramps of tempo as steps of 1/16 beat;
/// then a track for each row, muted ones and empty ones too: its name, bank and program at the
/// start, and what it plays: notes, transposed and scaled in velocity, clips laid out, ramps in the
/// steps in which they are sent. Every track ends where the song does, so that loops keep their
/// length.
package struct Export: Sendable {
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
    /// That the song loops, or starts elsewhere than at its beginning.
    case loop
    /// Where sections end; they are written as markers.
    case sectionEnds
    /// A factor on the whole tempo map.
    case tempoScale
  }

  /// Notes and values that a file holds at most: as many as a song holds cells.
  package static let events = Limits.cells

  /// File ticks in a beat unless asked otherwise.
  package static let ticksPerBeat = 960

  package let file: MIDIFile
  /// How often each loss occurs; those that do not are absent.
  package let losses: [Loss: Int]

  /// Linear in the number of cells, but for the sorting of each row's notes.
  ///
  /// `ticksPerBeat` is in `MIDIFile.ticksPerBeatRange`; notes and values beyond `events` are left
  /// out and counted.
  package init(
    _ song: Song, ticksPerBeat: Int = Export.ticksPerBeat, events: Int = Export.events
  ) {
    var writing = SongWriting(song, FileTime(ticksPerBeat: ticksPerBeat), room: events)
    writing.writeMaps()
    for row in song.rowList { writing.write(row) }
    file = MIDIFile(format: .parallel, ticksPerBeat: ticksPerBeat, tracks: writing.tracks)
    losses = writing.losses
  }
}
