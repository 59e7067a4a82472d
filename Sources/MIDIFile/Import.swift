package import Timeline

/// A song made of a MIDI file, and what the file said that a song has no place for.
///
/// A row for each channel of each track, poly, named after its track; on channel 10 one for each
/// drum. Controllers, bends, pressures and programs are cells that last until the next of their
/// kind, but for the first program, which is the row's. What only files hold, such as lyrics and
/// key signatures, stands in the first row of its track. Positions are those of the file, exact to
/// half a tick at any resolution. A row of one pitch alone has it as its note. The range reaches
/// from the start to the end of the last track, so that silence at the end stays.
package struct Import: Sendable {
  /// How a file is read.
  package struct Options: Sendable {
    /// What a cell holds.
    package enum Cells: String, Hashable, Sendable, CaseIterable {
      /// One note.
      case notes
      /// The notes of a bar of a row, as a clip; one that the bar line cuts stays by itself.
      case bars
    }

    /// Whether nothing may be wrong with the file.
    package var isStrict = false
    /// Whether all drums of a track share a row.
    package var joinsDrums = false
    package var cells = Cells.notes
    /// Which of the sequences of a format 2 file is read, from 1.
    package var sequence = 1
    /// Reads as Shift-JIS what is no UTF-8; nil where it is none.
    package var shiftJIS: @Sendable ([UInt8]) -> String? = { _ in nil }

    package init() {}
  }

  package let song: Song
  package let report: ImportReport

  /// Linear in the number of events.
  ///
  /// Lets go of the file on the way.
  package init(
    _ file: consuming MIDIFile, _ options: Options = Options()
  ) throws(MIDIFileError) {
    var tracks = file.tracks
    file.tracks = []
    if options.isStrict, let first = file.warnings.min(by: { $0.offset < $1.offset }) {
      throw .defective(first)
    }
    let count = file.format == .independent ? tracks.count : 1
    guard (1...max(count, 1)).contains(options.sequence) else {
      throw .noSuchSequence(count: count)
    }
    if file.format == .independent { tracks = [tracks[options.sequence - 1]] }
    var reading = SongReading(file, until: tracks.map(\.end).max() ?? 0, options)
    reading.leaveOut(sequences: count - 1)
    for number in tracks.indices {
      reading.read(tracks[number], number)
      tracks[number].events = []
    }
    song = reading.finish()
    report = reading.report
    if options.isStrict, let fault = report.fault {
      throw .faulty(fault, times: report.findings[fault] ?? 0)
    }
  }
}
