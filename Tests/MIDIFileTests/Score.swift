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
func imported(_ bytes: [UInt8]) throws -> Import { Import(try MIDIFile(reading: bytes)) }

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
