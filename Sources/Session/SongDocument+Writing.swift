import ControlProtocol
package import Timeline

extension SongDocument {
  /// The text of a song: a line for each row, cell and change, so that texts compare well.
  package static func text(of song: Song) -> [UInt8] {
    var text = Array("{\"\(mark.key)\":\"\(mark.value)\",\"version\":\(version)".utf8)
    append(settings(of: song), to: &text)
    text += ",\n\"maps\":{".utf8
    append("tempo", song.tempo.events.map { Value($0) }, to: &text)
    text += ",".utf8
    append("meter", song.meters.events.map { Value($0) }, to: &text)
    text += "}".utf8
    let lists: [(String, [Value])] = [
      ("sections", song.sections.map { Value($0) }), ("scenes", song.scenes.map { Value($0) }),
      ("rows", song.rowList.map { Value($0, cells: nil) }),
    ]
    for (key, list) in lists {
      text += ",".utf8
      append(key, list, to: &text)
    }
    appendCells(of: song, to: &text)
    append([("next", ["row": Value(song.nextRow), "cell": Value(song.nextCell)])], to: &text)
    text += "}\n".utf8
    return text
  }

  private static func settings(of song: Song) -> [(String, Value)] {
    [
      ("title", .string(song.title)), ("data", song.data.map { Value(json: $0) } ?? .null),
      ("seed", Value(song.seed)), ("chase", .bool(song.chases)),
      ("resolution", song.resolution.map { Value($0) } ?? .null),
      ("snap", .string(song.snap.text)), ("scale", Value(Double(song.tempoScale) / 1e6)),
      ("range", Value(song.range)), ("metronome", Value(song.metronome)),
      ("swing", Value(song.swing)),
    ]
  }

  private static func append(_ members: [(String, Value)], to text: inout [UInt8]) {
    for (key, value) in members {
      text += ",\n\"\(key)\":".utf8
      value.write(to: &text)
    }
  }

  private static func append(_ key: String, _ list: [Value], to text: inout [UInt8]) {
    text += "\n\"\(key)\":[".utf8
    for (index, value) in list.enumerated() {
      text += (index == 0 ? "\n" : ",\n").utf8
      value.write(to: &text)
    }
    text += "]".utf8
  }

  /// One after the other: of a million there is never a list.
  private static func appendCells(of song: Song, to text: inout [UInt8]) {
    text += ",\n\"cells\":[".utf8
    var separator = "\n"
    for row in song.order {
      song.visit(row, startingFrom: .zero) { cell in
        text += separator.utf8
        Value(song.placed(cell, in: row), data: true).write(to: &text)
        separator = ",\n"
        return true
      }
    }
    text += "]".utf8
  }
}
