import Testing
import Timeline

/// A cell on a small grid of ticks, for a resolver that is plain enough to be obviously right.
private struct Tile: Hashable, CustomStringConvertible {
  var id: Int64
  var row: Int64
  var start: Int64
  var end: Int64
  var pitches: [UInt8]

  init(_ placed: PlacedCell) {
    id = placed.cell.id.number
    row = placed.row.number
    start = placed.cell.position.count
    end = placed.cell.end.count
    pitches = placed.pitches.map(\.number)
  }
}

extension Tile {
  var description: String { "\(id)@\(row)[\(start),\(end))\(pitches)" }
}

/// Overlap resolution tick by tick: who came first owns a tick of a row, or of a pitch in it.
private struct Board {
  private struct Square: Hashable {
    let row: Int64
    let tick: Int64
    /// Nil in a row where everything contends.
    let pitch: UInt8?
  }

  let poly: Set<Int64>
  var tiles: [Tile]
  var next: Int64
  /// The cells cut off in this batch, and what they were first cut from.
  var origins: [Int64: Int64] = [:]

  private func squares(_ tile: Tile, _ tick: Int64) -> [Square] {
    let pitches: [UInt8?] = poly.contains(tile.row) ? tile.pitches : [nil]
    return pitches.map { Square(row: tile.row, tick: tick, pitch: $0) }
  }

  private func runs(of tile: Tile, without taken: Set<Square>) -> [Range<Int64>] {
    var runs: [Range<Int64>] = []
    for tick in tile.start..<tile.end where taken.isDisjoint(with: squares(tile, tick)) {
      if let last = runs.last, last.upperBound == tick {
        runs[runs.count - 1] = last.lowerBound..<(tick + 1)
      } else {
        runs.append(tick..<(tick + 1))
      }
    }
    return runs
  }

  mutating func place(_ edited: [Tile]) {
    let ids = Set(edited.map(\.id))
    let others = tiles.filter { !ids.contains($0.id) }
    tiles = []
    var taken: Set<Square> = []
    for var tile in edited.sorted(by: { ($0.start, -$0.end, $0.id) < ($1.start, -$1.end, $1.id) }) {
      guard let run = runs(of: tile, without: taken).first else { continue }
      (tile.start, tile.end) = (run.lowerBound, run.upperBound)
      tiles.append(tile)
      for tick in run { taken.formUnion(squares(tile, tick)) }
    }
    var covered: [Int64] = []
    for host in others.sorted(by: { ($0.row, $0.start, $0.id) < ($1.row, $1.start, $1.id) }) {
      let runs = runs(of: host, without: taken)
      if runs.isEmpty { covered.append(host.id) }
      for (index, run) in runs.enumerated() {
        var piece = host
        (piece.start, piece.end) = (run.lowerBound, run.upperBound)
        if index > 0 {
          piece.id = next
          origins[next] = origins[host.id] ?? host.id
          next += 1
        }
        tiles.append(piece)
      }
    }
    for id in covered {
      let pieces = tiles.indices.filter { origins[tiles[$0].id] == id }
      guard
        let first = pieces.min(by: {
          (tiles[$0].start, tiles[$0].id) < (tiles[$1].start, tiles[$1].id)
        })
      else { continue }
      tiles[first].id = id
    }
  }
}

/// Random songs, random edits, and the board beside them.
private struct Game {
  var random: SeededRandom
  var song: Song
  var given: Set<Int64> = []
  let poly: Set<Int64>

  init(seed: UInt64) {
    var random = SeededRandom(seed)
    let voices = (1...3).map { _ in Bool.random(using: &random) ? Row.Voices.mono : .poly }
    poly = Set(zip(Int64(1)..., voices).filter { $0.1 == .poly }.map(\.0))
    var draft = Draft(of: Song())
    for (index, voices) in voices.enumerated() {
      _ = try? draft.addRow(named: "r\(index)", [.voices(voices)])
    }
    song = Song()
    song.apply(draft.patch)
    let overlap: OverlapPolicy = Bool.random(using: &random) ? .allow : .overwrite
    self.random = random
    var cells = Draft(of: song)
    for line in Int64(1)...3 { _ = try? cells.add(newCells(9), to: row(line), overlap) }
    song.apply(cells.patch)
  }

  mutating func newCells(_ count: Int) -> [NewCell] {
    (0..<count).map { _ in
      let pitches = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        Pitch(UInt8.random(in: 60...62, using: &random))
      }
      let isLabel = Int.random(in: 0..<12, using: &random) == 0
      return NewCell(
        position: Ticks(count: .random(in: 0..<30, using: &random)),
        duration: Ticks(count: .random(in: 1...9, using: &random)),
        content: isLabel ? .label : .notes(pitches, .standard, offVelocity: 64))
    }
  }

  func placed(in song: Song) -> [PlacedCell] {
    song.order.flatMap { row in song.cells(of: row).map { song.placed($0, in: row) } }
  }

  mutating func someIDs(in song: Song) -> [Cell.ID] {
    let all = placed(in: song).map(\.cell.id).shuffled(using: &random)
    return Array(all.prefix(.random(in: 1...5, using: &random)))
  }

  enum Edit {
    case add([NewCell], to: Int64)
    case move([Cell.ID], by: Int64, rows: Int)
    case resize([Cell.ID], by: Int64, Edge)
    case set([Cell.ID], [Pitch])
    case remove([Cell.ID])
  }

  mutating func edit(of song: Song) -> Edit {
    let ids = someIDs(in: song)
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<2:
      return .add(
        newCells(.random(in: 1...4, using: &random)), to: .random(in: 1...3, using: &random))
    case 2..<6:
      return .move(
        ids, by: .random(in: -9...9, using: &random), rows: .random(in: -1...1, using: &random))
    case 6..<8:
      return .resize(
        ids, by: .random(in: -9...9, using: &random), Bool.random(using: &random) ? .left : .right)
    case 8: return .set(ids, [Pitch(.random(in: 60...62, using: &random))])
    default: return .remove(Array(ids.prefix(1)))
    }
  }

  /// Does an edit to a draft, naming its cells in any order.
  mutating func perform(_ edit: Edit, on draft: inout Draft) throws {
    switch edit {
    case .add(let cells, let line): try draft.add(cells, to: row(line), .overwrite)
    case .move(let ids, let delta, let rows):
      _ = try draft.move(
        ids.shuffled(using: &random), .by(Ticks(count: delta)), rows: .by(rows), .exact)
    case .resize(let ids, let delta, let edge):
      _ = try draft.resize(
        ids.shuffled(using: &random), .by(Ticks(count: delta)), edge: edge, .exact)
    case .set(let ids, let pitches):
      try draft.set([.pitches(pitches)], of: ids.shuffled(using: &random), .exact)
    case .remove(let ids): try draft.remove(ids)
    }
  }

  /// Does the same edit to a board.
  func perform(_ edit: Edit, on board: inout Board) {
    func named(_ ids: [Cell.ID]) -> [Tile] {
      board.tiles.filter { ids.contains(cell($0.id)) }
    }
    switch edit {
    case .add(let cells, let line):
      var tiles: [Tile] = []
      for new in cells {
        var placed = PlacedCell(
          row: row(line),
          cell: Cell(
            id: cell(board.next), position: new.position, duration: new.duration, kind: .label))
        if case .notes(let pitches, _, _) = new.content { placed.setPitches(pitches) }
        tiles.append(Tile(placed))
        board.next += 1
      }
      board.place(tiles)
    case .move(let ids, var delta, var rows):
      let before = named(ids)
      while before.contains(where: { $0.start + delta < 0 }) { delta += 1 }
      while before.contains(where: { $0.row + Int64(rows) < 1 }) { rows += 1 }
      while before.contains(where: { $0.row + Int64(rows) > 3 }) { rows -= 1 }
      guard delta != 0 || rows != 0 else { return }
      board.place(
        before.map {
          var tile = $0
          tile.row += Int64(rows)
          tile.start += delta
          tile.end += delta
          return tile
        })
    case .resize(let ids, let delta, let edge):
      let before = named(ids)
      // The wish itself, or the nearest one to it that leaves every cell a tick within the song.
      let wishes = stride(from: delta, through: 0, by: delta > 0 ? -1 : 1)
      func resized(_ tile: Tile, _ wish: Int64) -> Tile {
        var tile = tile
        if edge == .left { tile.start += wish } else { tile.end += wish }
        return tile
      }
      let best = wishes.first { wish in
        before.map { resized($0, wish) }.allSatisfy { $0.start >= 0 && $0.start < $0.end }
      }
      guard let best, best != 0 else { return }
      board.place(before.map { resized($0, best) })
    case .set(let ids, let pitches):
      let before = named(ids)
      guard before.contains(where: { $0.pitches != pitches.map(\.number) }) else { return }
      board.place(
        before.map {
          var tile = $0
          tile.pitches = pitches.map(\.number)
          return tile
        })
    case .remove(let ids): board.tiles.removeAll { ids.contains(cell($0.id)) }
    }
  }

  func board() -> Board {
    Board(
      poly: poly, tiles: placed(in: song).map { Tile($0) }, next: song.nextCell.number)
  }
}

struct OverlapTests {
  @Test(arguments: UInt64(1)...60)
  func `every edit gives what tick by tick ownership gives`(seed: UInt64) throws {
    var game = Game(seed: seed)
    for _ in 0..<12 {
      var board = game.board()
      var draft = Draft(of: game.song)
      var again = Draft(of: game.song)
      // One edit, or a batch whose later edits see what the earlier ones left.
      for _ in 0..<Int.random(in: 1...3, using: &game.random) {
        guard draft.song.cellCount > 0 else { break }
        let edit = game.edit(of: draft.song)
        game.perform(edit, on: &board)
        try game.perform(edit, on: &draft)
        try game.perform(edit, on: &again)
        let tiles = Set(game.placed(in: draft.song).map { Tile($0) })
        let difference = tiles.symmetricDifference(board.tiles)
        #expect(difference.isEmpty, "\(edit) where the board has \(board.tiles)")
      }
      #expect(draft.patch == again.patch, "the order in which cells are named made a difference")
      expectLaws(of: draft, in: &game)
    }
  }

  private func expectLaws(of draft: Draft, in game: inout Game) {
    let before = game.song
    let patch = draft.patch
    var after = before
    after.apply(patch)
    let range = draft.song.range.extended(for: draft.song.contentEnd, in: draft.song.meters)
    #expect(after.hasSameContent(as: draft.song.with(.range(patch.isEmpty ? before.range : range))))
    for change in patch.cells where change.before == nil {
      #expect(game.given.insert(change.id.number).inserted, "an id was given twice")
      if let source = change.source {
        #expect(before.cell(source) != nil || after.cell(source) != nil)
      }
    }
    var undone = after
    undone.apply(patch.inverse)
    #expect(undone.hasSameContent(as: before))
    undone.apply(patch)
    #expect(undone.hasSameContent(as: after))
    expectNoOverlap(in: after, ofAny: patch)
    game.song = after
  }

  /// What was added or moved to another row was surely edited, and so overlaps no contender.
  private func expectNoOverlap(in song: Song, ofAny patch: Patch) {
    let edited = patch.cells.filter { change in
      guard let after = change.after else { return false }
      return change.before.map { $0.row != after.row } ?? (change.source == nil)
    }
    for change in edited {
      guard let placed = change.after, let row = song.row(placed.row) else { continue }
      song.visit(placed.row, overlapping: placed.cell.position, placed.cell.end) { other in
        let pitches = song.placed(other, in: placed.row).pitches
        let contends = row.voices == .mono || placed.pitches.contains { pitches.contains($0) }
        #expect(other.id == placed.cell.id || !contends)
        return true
      }
    }
  }

  @Test func `reject names what would be overlapped and allow leaves it`() throws {
    let two = song([(0, 4), (8, 4)], [(0, 4)])
    var options = EditOptions.exact
    options.overlap = .reject
    var draft = Draft(of: two)
    #expect(throws: EditError.overlap([cell(2)])) {
      try draft.move([cell(1)], .to(beats(6)), options)
    }
    options.overlap = .allow
    let piled = try two.after { _ = try $0.move([cell(1)], .to(beats(6)), options) }
    #expect(piled.spans() == [Span(1, 6, 4), Span(2, 8, 4)])
    options.overlap = .reject
    let touching = try two.after { _ = try $0.move([cell(1)], .to(beats(4)), options) }
    #expect(touching.spans() == [Span(1, 4, 4), Span(2, 8, 4)])
  }

  @Test func `reject names what would be overlapped in every row`() throws {
    var draft = Draft(of: song([(0, 1), (4, 1)], [(0, 1), (4, 1)]))
    let reject = EditOptions(snap: .off, overlap: .reject)
    #expect(throws: EditError.overlap([cell(2), cell(4)])) {
      try draft.move([cell(1), cell(3)], .by(beats(4)), reject)
    }
  }

  @Test func `reject names edited cells that overlap each other`() throws {
    var draft = Draft(of: song([(0, 4), (4, 4)]))
    let reject = EditOptions(snap: .off, overlap: .reject)
    #expect(throws: EditError.overlap([cell(2)])) {
      try draft.resize([cell(1), cell(2)], .by(beats(1)), edge: .right, reject)
    }
  }

  @Test func `in a poly row only notes that share a pitch contend`() throws {
    var poly = Draft(of: song([], voices: .poly))
    try poly.add([note(0, 4, 60), note(0, 4, 64), note(2, 4, 67)], to: row(1), .overwrite)
    #expect(poly.song.cellCount == 3)
    try poly.add([note(1, 1, 60, 67)], to: row(1), .overwrite)
    #expect(
      poly.song.spans() == [
        Span(1, 0, 1), Span(2, 0, 4), Span(4, 1, 1), Span(3, 2, 4), Span(5, 2, 2),
      ])
  }

  @Test func `a loser keeps a place that its trimmed winner no longer takes`() throws {
    // The second is pushed to beat 4 by the first, and so never meets the third.
    let added = try song([], voices: .poly).after {
      try $0.add([note(0, 4, 60), note(1, 9, 60, 64), note(2, 2, 64)], to: row(1), .overwrite)
    }
    #expect(added.spans() == [Span(1, 0, 4), Span(3, 2, 2), Span(2, 4, 6)])
  }

  @Test func `the right piece of a split has the content of the whole`() throws {
    let content = CellContent.notes([Pitch(60), Pitch(64)], Velocity(33), offVelocity: 7)
    let host = NewCell(
      position: .zero, duration: beats(8), content: content, label: "C", data: "[1]")
    let split = try song([]).after {
      _ = try $0.add(host, to: row(1), .exact)
      _ = try $0.add(note(2, 1), to: row(1), .exact)
    }
    let piece = try #require(split.cell(cell(3)))
    let left = try #require(split.cell(cell(1)))
    #expect(piece.rare == left.rare && piece.rare.label == "C" && piece.rare.data == "[1]")
    #expect(piece.pitches == left.pitches && piece.cell.velocity == Velocity(33))
    #expect(piece.cell.offVelocity == 7)
    #expect(Span(piece.cell) == Span(3, 3, 5))
  }

  @Test func `a bulk of cells is resolved as one edit`() throws {
    let many = song((0..<20_000).map { (Double($0), 1.0) })
    let edited = try many.after {
      let odd = stride(from: Int64(1), through: 20_000, by: 2).map { cell($0) }
      _ = try $0.move(odd, .by(beats(1)), .exact)
    }
    #expect(edited.cellCount == 10_000)
    #expect(edited.spans().prefix(2) == [Span(1, 1, 1), Span(3, 3, 1)])
  }
}
