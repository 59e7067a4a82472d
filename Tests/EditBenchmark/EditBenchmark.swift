import Timeline

/// Prints what edits cost in process: decided, as a patch, and in the song.
@main
struct EditBenchmark {
  static func main() throws {
    if CommandLine.arguments.dropFirst() == ["echo"] { Echo.run() }
    print("in process, microseconds                     p50      p99")
    for (cells, rows) in [(10_000, 64), (100_000, 10_000), (1_000_000, 64)] {
      for holds in [false, true] {
        var stage = Stage(cells: cells, rows: rows, holdsSnapshot: holds)
        let name = "\(cells) cells in \(rows) rows" + (holds ? ", snapshot held" : "")
        print(name)
        for edit in Stage.Edit.allCases { print(try stage.sample(edit).line(edit.rawValue)) }
      }
      var arrays = PlainArrays(cells: cells, rows: rows)
      print(arrays.sampleMoves().line("peer: move in plain sorted arrays"))
    }
    for (group, cells) in [(2_000, 20_000), (100_000, 1_000_000)] {
      var stage = Stage(cells: cells, rows: 64, holdsSnapshot: true)
      let times = try stage.sampleGroup(of: group)
      print(times.line("move of \(group) among \(cells)"))
    }
  }
}
