import Testing
import Timeline

/// Many cells changed at once come to what they come to one by one.
struct GroupTests {
  /// Rows of notes, some with labels, some overlapping; ids in no order of position.
  private static func randomSong(_ random: inout SeededRandom) -> Song {
    let rows = Int64.random(in: 1...4, using: &random)
    var number: Int64 = 0
    return Song(
      rows: (1...rows).map { index in
        let count = [0, 3, 90, 700].randomElement(using: &random) ?? 0
        let cells = (0..<count).map { _ in
          number += 1
          return GroupTests.randomCell(number, in: row(index), &random)
        }
        return (Row(id: row(index), name: "r\(index)"), cells)
      })
  }

  private static func randomCell(
    _ number: Int64, in row: Row.ID, _ random: inout SeededRandom
  ) -> PlacedCell {
    let isRare = Int.random(in: 0..<5, using: &random) == 0
    return PlacedCell(
      row: row,
      cell: Cell(
        id: Cell.ID(number), position: beats(.random(in: 0..<300, using: &random)),
        duration: beats(.random(in: 0.1..<3, using: &random))),
      rare: Cell.Rare(label: isRare ? "label \(number)" : nil))
  }

  /// Some cells go, some change, some come; in a few places or all over.
  private static func patch(on song: Song, _ random: inout SeededRandom) -> Patch {
    let isDense = Bool.random(using: &random)
    let (from, to) = isDense ? (beats(100), beats(200)) : (.zero, beats(1_000))
    var changes: [Patch.CellChange] = []
    for line in song.order {
      for placed in song.placedCells(of: line) {
        guard from <= placed.cell.position, placed.cell.position < to else { continue }
        let other = song.order.randomElement(using: &random) ?? line
        let moved = GroupTests.randomCell(placed.cell.id.number, in: other, &random)
        switch Int.random(in: 0..<(isDense ? 3 : 12), using: &random) {
        case 0: changes.append(Patch.CellChange(before: placed, after: nil))
        case 1: changes.append(Patch.CellChange(before: placed, after: moved))
        default: break
        }
      }
      for number in 0..<Int64.random(in: 0..<200, using: &random) {
        let id = song.nextCell.number + line.number * 200 + number
        let new = GroupTests.randomCell(id, in: line, &random)
        changes.append(Patch.CellChange(before: nil, after: new))
      }
    }
    return Patch(cells: changes.sorted { $0.id < $1.id })
  }

  @Test(arguments: 1...60) func `a patch of many cells does what its changes do one by one`(
    seed: Int
  ) {
    var random = SeededRandom(UInt64(seed))
    let song = GroupTests.randomSong(&random)
    let patch = GroupTests.patch(on: song, &random)
    var (atOnce, oneByOne) = (song, song)
    atOnce.apply(patch)
    for change in patch.cells { oneByOne.apply(Patch(cells: [change])) }
    #expect(atOnce.hasSameContent(as: oneByOne) && atOnce.nextCell == oneByOne.nextCell)
    #expect(atOnce.cellCount == oneByOne.cellCount && atOnce.contentEnd == oneByOne.contentEnd)
    #expect(atOnce.labels == oneByOne.labels)
    for change in patch.cells { #expect(atOnce.cell(change.id) == change.after) }
    // What was built at once goes on as any song does.
    for change in patch.inverse.cells { atOnce.apply(Patch(cells: [change])) }
    oneByOne.apply(patch.inverse)
    #expect(atOnce.hasSameContent(as: song) && oneByOne.hasSameContent(as: song))
    #expect(atOnce.labels == song.labels && oneByOne.labels == song.labels)
  }

  @Test func `a group that goes leaves a row empty, and one that comes fills it`() {
    var song = song((0..<1_000).map { (Double($0), 0.5) }, [])
    let cells = song.placedCells(of: row(1))
    song.apply(Patch(cells: cells.map { Patch.CellChange(before: $0, after: nil) }))
    #expect(song.cellCount == 0 && song.contentEnd == .zero)
    song.apply(Patch(cells: cells.map { Patch.CellChange(before: nil, after: $0) }))
    #expect(song.placedCells(of: row(1)) == cells && song.contentEnd == beats(999.5))
  }

  @Test(arguments: 1...40) func `operations on many cells make the patch from before to after`(
    seed: Int
  ) throws {
    var random = SeededRandom(UInt64(seed))
    let song = GroupTests.randomSong(&random)
    var draft = Draft(of: song)
    for _ in 0..<4 {
      let cells = draft.song.order.flatMap { draft.song.placedCells(of: $0).map(\.cell.id) }
      let some = cells.shuffled(using: &random).prefix(cells.count / 3).map(\.self)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: _ = try draft.move(some, .by(beats(1)), .exact)
      case 1: try draft.remove(Array(some.prefix(30)))
      case 2: try draft.set([.velocity(Velocity(9))], of: some, .exact)
      case 3: try draft.insertTime(beats(2), at: beats(150))
      case 4: try draft.transpose(some, by: .semitones(1), .overwrite)
      default: if let one = some.first { try draft.remove([one]) }
      }
    }
    let (patch, after) = draft.result
    var applied = song
    applied.apply(patch)
    #expect(applied.hasSameContent(as: after))
    #expect(patch.cells.map(\.id) == Set(patch.cells.map(\.id)).sorted())
    for change in patch.cells {
      #expect(change.before == song.cell(change.id) && change.after == after.cell(change.id))
      #expect(change.before != change.after)
    }
    applied.apply(patch.inverse)
    #expect(applied.hasSameContent(as: song))
  }

  @Test func `one cell that is not there refuses a group`() throws {
    let song = song((0..<100).map { (Double($0), 0.5) })
    var draft = Draft(of: song)
    let ids = (1...101).map { cell($0) }
    #expect(throws: EditError.noSuchCell(cell(101))) { try draft.move(ids, .steps(1), .standard) }
  }

  @Test func `a cell named twice in a group is moved once`() throws {
    let song = song((0..<100).map { (Double($0), 0.5) })
    var draft = Draft(of: song)
    _ = try draft.move((1...100).map { cell($0) } + [cell(5)], .steps(1), .standard)
    #expect(draft.patch.cells.count == 100)
    #expect(draft.song.cell(cell(5))?.cell.position == beats(4.25))
  }
}

extension Song {
  fileprivate func placedCells(of row: Row.ID) -> [PlacedCell] {
    cells(of: row).map { placed($0, in: row) }
  }

  /// The cells of all lanes.
  fileprivate var labels: [[Cell.ID]] {
    var labels: [[Cell.ID]] = []
    visitLanes { lane in
      labels.append([])
      lane.visit(overlapping: .zero, .maximum) { labels[labels.count - 1].append($0.id) }
    }
    return labels
  }
}
