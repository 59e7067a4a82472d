import Testing
import Timeline

struct OddsTests {
  @Test func `a turn is one pass of so many, from the first on`() throws {
    let turn = try #require(Odds.Turn(2, of: 4))
    let odds = Odds(turn: turn)
    let played = (0..<8).filter { odds.play(Cell.ID(1), in: Int64($0), seed: 0) }
    #expect(played == [1, 5])
    #expect(Odds.Turn(5, of: 4) == nil && Odds.Turn(0, of: 4) == nil && Odds.Turn(1, of: 1) == nil)
    #expect(Odds.Turn(1, of: Limits.turns) != nil && Odds.Turn(1, of: Limits.turns + 1) == nil)
  }

  @Test(arguments: [1, 25, 50, 99])
  func `a chance is as likely as it says, over passes, cells and seeds`(chance: Int) {
    let odds = Odds(chance: chance)
    let draws: [(Int64) -> Bool] = [
      { odds.play(Cell.ID(7), in: $0, seed: 1) }, { odds.play(Cell.ID($0 + 1), in: 3, seed: 1) },
      { odds.play(Cell.ID(7), in: 3, seed: $0) },
    ]
    for draw in draws {
      let share = Double((0..<20_000).count { draw(Int64($0)) }) / 200
      #expect(abs(share - Double(chance)) < 1.5)
    }
  }

  @Test func `the draw is the one that is documented`() {
    let odds = Odds(chance: 50)
    let drawn = (0..<8).map { odds.play(Cell.ID(3), in: $0, seed: 42) }
    #expect(drawn == OddsTests.predicted)
  }

  /// Worked out apart from this program.
  private static let predicted = [true, false, true, true, false, false, false, true]

  @Test func `a split, a copy and an undo keep the odds; clearing leaves a plain cell`() throws {
    let turn = try #require(Odds.Turn(1, of: 2))
    let options = EditOptions(snap: .off)
    let before = song([(0, 4)])
    let patch = try before.patch {
      try $0.set([.chance(50), .turn(turn)], of: [Cell.ID(1)], options)
      _ = try $0.split([Cell.ID(1)], .at(beats(2)), options)
    }
    var after = before
    after.apply(patch)
    #expect(after.cell(Cell.ID(1))?.rare.odds == Odds(chance: 50, turn: turn))
    #expect(after.cell(Cell.ID(2))?.rare.odds == Odds(chance: 50, turn: turn))
    let plain = try after.after {
      try $0.set([.chance(100), .turn(nil)], of: [Cell.ID(1)], options)
    }
    #expect(plain.cell(Cell.ID(1))?.cell.hasRare == false)
    after.apply(patch.inverse)
    #expect(after.hasSameContent(as: before))
  }
}
