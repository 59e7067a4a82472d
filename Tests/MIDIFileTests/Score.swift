import MIDIFile
import Timeline

/// A song in a form that tests compare at a glance.
struct Score: Equatable {
  struct Note: Equatable {
    var beat: Double
    var beats: Double
    var pitch: UInt8
    var velocity: UInt8 = 100
  }

  var rows: [String: [Note]] = [:]

  init(_ song: Song) {
    for row in song.rowList {
      var notes: [Note] = []
      song.visit(row.id, startingFrom: .zero) { cell in
        guard cell.kind == .notes else { return true }
        notes.append(
          Note(
            beat: cell.position.beats, beats: cell.duration.beats, pitch: cell.pitch.number,
            velocity: cell.velocity.number))
        return true
      }
      rows[row.name] = notes
    }
  }
}

/// The song in a file's bytes, with the report.
func imported(_ bytes: [UInt8]) throws -> Import {
  var options = Import.Options()
  options.joinsDrums = true
  return try imported(bytes, options)
}

/// The same as asked, where drums have rows of their own by default.
func imported(_ bytes: [UInt8], _ options: Import.Options) throws -> Import {
  try Import(try MIDIFile(reading: bytes), options)
}

extension Export {
  init(_ song: Song, ticksPerBeat: Int, events: Int = Limits.cells) {
    var options = Options()
    options.ticksPerBeat = ticksPerBeat
    options.events = events
    self.init(song, options)
  }
}

extension MIDIFile {
  /// As it is written unless asked otherwise.
  var bytes: [UInt8] { bytes() }
}

/// The notes of every row of a file, in order of the rows.
func notes(_ bytes: [UInt8]) throws -> [Score.Note] {
  let song = try imported(bytes).song
  let score = Score(song)
  return song.rowList.flatMap { score.rows[$0.name] ?? [] }
}

/// The defects of a file, in order.
func defects(_ bytes: [UInt8]) throws -> [MIDIFile.Defect] {
  try MIDIFile(reading: bytes).warnings.map(\.defect)
}
