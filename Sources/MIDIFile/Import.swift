package import Timeline

/// A song made of a MIDI file, and what the file said that a song has no place for.
///
/// A row for each channel of each track that has notes or moves something, poly, named after its
/// track. Controllers, bends, pressures and programs are cells that last until the next of their
/// kind, but for the first program, which is the row's. Positions
/// are those of the file, exact to half a tick at any resolution. A row of one pitch alone has it
/// as its note. The range reaches from the start to the end of the last track, so that silence at
/// the end stays.
package struct Import: Sendable {
  package let song: Song
  package let report: ImportReport

  /// Linear in the number of events.
  package init(_ file: MIDIFile) {
    var reading = SongReading(file)
    for (number, track) in file.tracks.enumerated() { reading.read(track, number) }
    song = reading.finish()
    report = reading.report
  }
}
