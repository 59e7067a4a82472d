/// The peer: rows as sorted arrays, changed in place; quick while songs are small and nobody looks.
struct PlainArrays {
  private struct Note {
    var position: Int64
    var id: Int64
    var duration: Int64 = 500
    var content: (Int64, Int64) = (60, 100)
  }

  private var rows: [[Note]]
  private var random = Random()

  init(cells: Int, rows count: Int) {
    let perRow = cells / count
    rows = (0..<count).map { row in
      (0..<perRow).map { Note(position: Int64($0) * 1_000, id: Int64(row * perRow + $0)) }
    }
  }

  mutating func sampleMoves() -> Times {
    var times = Times()
    for _ in 0..<4_000 {
      let row = random.below(rows.count)
      let index = random.below(rows[row].count)
      let target = random.below(rows[row].count) * 1_000 + 500
      times.measure { move(row, index, to: Int64(target)) }
    }
    return times
  }

  private mutating func move(_ row: Int, _ index: Int, to position: Int64) {
    var note = rows[row].remove(at: index)
    note.position = position
    var low = 0
    var high = rows[row].count
    while low < high {
      let middle = (low + high) / 2
      if rows[row][middle].position < position { low = middle + 1 } else { high = middle }
    }
    rows[row].insert(note, at: low)
  }
}
