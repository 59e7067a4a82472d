import Testing
import Timeline

/// The persistent tree through the song that rests on it, against plain sorted arrays.
struct TreeTests {
  /// A song whose only changes are patches, beside what it must hold.
  private struct Pair {
    var song: Song
    var cells: [PlacedCell] = []
    var random: SeededRandom
    var next: Int64 = 1

    init(rows: Int, seed: UInt64) {
      let all = (1...rows).map { Row(id: row(Int64($0)), name: "r\($0)") }
      song = Song(rows: all.map { ($0, []) })
      random = SeededRandom(seed)
    }

    mutating func insert() {
      let lines = Int64(song.order.count)
      let pitches = (0..<Int.random(in: 1...2, using: &random)).map { Pitch(UInt8(60 + $0)) }
      let made = Cell(
        id: cell(next), position: Ticks(count: .random(in: 0..<5_000, using: &random)),
        duration: Ticks(count: .random(in: 1...200, using: &random)))
      var placed = PlacedCell(row: row(.random(in: 1...lines, using: &random)), cell: made)
      placed.setPitches(pitches)
      next += 1
      cells.append(placed)
      song.apply(Patch(cells: [.init(before: nil, after: placed)]))
    }

    mutating func remove() {
      guard let index = cells.indices.randomElement(using: &random) else { return }
      cells.swapAt(index, cells.count - 1)
      song.apply(Patch(cells: [.init(before: cells.removeLast(), after: nil)]))
    }

    mutating func move() {
      guard let index = cells.indices.randomElement(using: &random) else { return }
      let before = cells[index]
      cells[index].cell.position = Ticks(count: .random(in: 0..<5_000, using: &random))
      cells[index].cell.velocity = Velocity(UInt8.random(in: 1...127, using: &random))
      song.apply(Patch(cells: [.init(before: before, after: cells[index])]))
    }

    var sorted: [[Cell]] {
      let byRow = Dictionary(grouping: cells, by: \.row)
      return song.order.map { row in
        (byRow[row] ?? []).map(\.cell).sorted {
          ($0.position, $0.id) < ($1.position, $1.id)
        }
      }
    }
  }

  private func expect(
    _ song: Song, holds rows: [[Cell]], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = song.order.map { song.cells(of: $0) }
    #expect(found == rows, sourceLocation: sourceLocation)
    #expect(song.cellCount == rows.joined().count, sourceLocation: sourceLocation)
    #expect(
      song.contentEnd == rows.joined().map(\.end).max() ?? .zero, sourceLocation: sourceLocation)
  }

  @Test(arguments: [(1, 1), (3, 2), (40, 3)] as [(Int, UInt64)])
  func `random changes leave what a sorted array holds, and snapshots what they held`(
    rows: Int, seed: UInt64
  ) {
    var pair = Pair(rows: rows, seed: seed)
    var snapshots: [(song: Song, rows: [[Cell]])] = []
    // Grow, churn, shrink to nothing.
    for round in 0..<12 {
      for _ in 0..<700 {
        switch Int.random(in: 0..<10, using: &pair.random) {
        case 0..<3: pair.move()
        case 3..<(round < 6 ? 9 : 4): pair.insert()
        default: pair.remove()
        }
      }
      expect(pair.song, holds: pair.sorted)
      snapshots.append((pair.song, pair.sorted))
    }
    while !pair.cells.isEmpty { pair.remove() }
    expect(pair.song, holds: pair.sorted)
    for snapshot in snapshots { expect(snapshot.song, holds: snapshot.rows) }
  }

  @Test func `visits begin, overlap and end where a scan of all cells says`() {
    var pair = Pair(rows: 2, seed: 4)
    for _ in 0..<2_000 { pair.insert() }
    let rows = pair.sorted
    for _ in 0..<300 {
      let line = Int.random(in: 0...1, using: &pair.random)
      let from = Ticks(count: .random(in: 0..<5_300, using: &pair.random))
      let to = from + Ticks(count: .random(in: 0...300, using: &pair.random))
      var starting: [Cell] = []
      pair.song.visit(row(Int64(line + 1)), startingFrom: from) {
        starting.append($0)
        return starting.count < 20
      }
      #expect(starting == Array(rows[line].filter { $0.position >= from }.prefix(20)))
      var overlapping: [Cell] = []
      pair.song.visit(row(Int64(line + 1)), overlapping: from, to) {
        overlapping.append($0)
        return true
      }
      #expect(
        overlapping
          == rows[line].filter {
            from == to
              ? $0.position <= from && $0.end > from : $0.position < to && $0.end > from
          })
    }
  }

  @Test func `every cell is found by its id, with what is rare about it`() {
    var pair = Pair(rows: 3, seed: 5)
    for _ in 0..<3_000 { pair.insert() }
    for _ in 0..<1_500 { pair.remove() }
    for _ in 0..<1_000 { pair.move() }
    for placed in pair.cells { #expect(pair.song.cell(placed.cell.id) == placed) }
    let left = Set(pair.cells.map(\.cell.id))
    for number in 1..<pair.next where !left.contains(cell(number)) {
      #expect(pair.song.cell(cell(number)) == nil)
    }
  }

  @Test func `a song built at once equals one built cell by cell`() {
    for count in [0, 1, 63, 64, 65, 2_000, 20_000] {
      var pair = Pair(rows: 2, seed: UInt64(count))
      for _ in 0..<count { pair.insert() }
      let lines = pair.song.rowList.map { row in (row, pair.cells.filter { $0.row == row.id }) }
      let built = Song(rows: lines)
      #expect(built.hasSameContent(as: pair.song))
      #expect(built.nextCell == pair.song.nextCell && built.nextRow == pair.song.nextRow)
      expectShape(of: built)
    }
  }

  @Test func `trees stay flat while they grow in order, in reverse, at random and shrink`() {
    var pair = Pair(rows: 1, seed: 6)
    for _ in 0..<6_000 { pair.insert() }
    expectShape(of: pair.song)
    while pair.cells.count > 150 { pair.remove() }
    expectShape(of: pair.song)

    for positions in [Array(0..<20_000), Array((0..<20_000).reversed())] {
      var grown = song([])
      for (index, position) in positions.enumerated() {
        let made = Cell(
          id: cell(Int64(index + 1)), position: Ticks(count: Int64(position)),
          duration: Ticks(count: 1))
        grown.apply(Patch(cells: [.init(before: nil, after: PlacedCell(row: row(1), cell: made))]))
      }
      expectShape(of: grown)
      #expect(grown.cells(of: row(1)).map(\.position.count) == (0..<20_000).map(Int64.init))
    }
  }

  @Test func `ten thousand rows are found by id and name while they are renamed and removed`()
    throws
  {
    let all = (1...Int64(2_000)).map { Row(id: row($0), name: "r\($0)") }
    var many = Song(rows: all.map { ($0, []) })
    many = try many.after { draft in
      for number in stride(from: Int64(1), through: 2_000, by: 2) {
        try draft.set([.name("odd\(number)")], of: row(number))
      }
      try draft.removeRows(stride(from: Int64(2), through: 2_000, by: 4).map { row($0) })
    }
    #expect(many.order.count == 1_500)
    for number in Int64(1)...2_000 {
      let name = number % 2 == 1 ? "odd\(number)" : number % 4 == 0 ? "r\(number)" : nil
      #expect(many.row(row(number))?.name == name)
      if let name { #expect(many.row(named: name)?.id == row(number)) }
    }
    #expect(many.row(named: "r1") == nil && many.row(named: "r2") == nil)
  }

  /// Looks into the trees of a song: all leaves equally deep, no node too full or nearly empty.
  private func expectShape(of song: Song, sourceLocation: SourceLocation = #_sourceLocation) {
    let song = Mirror(reflecting: song).descendant("_parts", "values", 0).map(Mirror.init)
    guard let addresses = song?.descendant("addresses", "root"),
      let row = song?.descendant("rows", "root", "leaf", 0, "cells", "root")
    else {
      Issue.record("a song holds its trees elsewhere now", sourceLocation: sourceLocation)
      return
    }
    for root in [addresses, row] {
      let heights = heights(of: root, isRoot: true, sourceLocation)
      #expect(heights.count == 1, "leaves at depths \(heights)", sourceLocation: sourceLocation)
      // A node has at least four children, so that 20,000 cells fill no more than seven levels.
      #expect(heights.max() ?? 0 <= 7, sourceLocation: sourceLocation)
    }
  }

  private func heights(
    of node: Any, isRoot: Bool = false, _ sourceLocation: SourceLocation
  ) -> Set<Int> {
    let mirror = Mirror(reflecting: node)
    if let elements = mirror.descendant("leaf") {
      let width = Mirror(reflecting: elements).children.count
      #expect(width <= 64 && (isRoot || width >= 16), sourceLocation: sourceLocation)
      return [1]
    }
    guard let branches = mirror.descendant("inner") else {
      Issue.record("a node is something else now", sourceLocation: sourceLocation)
      return []
    }
    let children = Mirror(reflecting: branches).children.map { Mirror(reflecting: $0.value) }
    #expect(
      children.count <= 8 && children.count >= (isRoot ? 2 : 4), sourceLocation: sourceLocation)
    let below = children.compactMap { $0.descendant("node") }
    return Set(below.flatMap { heights(of: $0, sourceLocation) }.map { $0 + 1 })
  }
}
