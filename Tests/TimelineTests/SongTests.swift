import Testing
import Timeline

struct SongTests {
  @Test func `a copy is not touched by what happens to the original`() throws {
    let before = song([(0, 1), (2, 1)], [(4, 2)])
    let held = before
    let after = try before.after {
      _ = try $0.move([cell(1)], .to(beats(8)), rows: .to(row(2)), .exact)
      try $0.set([.name("x")], of: row(1))
    }
    #expect(held.spans(1) == [Span(1, 0, 1), Span(2, 2, 1)] && held.row(row(1))?.name == "r1")
    #expect(!after.hasSameContent(as: held))
  }

  @Test func `the content ends with the last cell of any row, also after it is gone`() throws {
    let long = song([(0, 10), (2, 1)], [(4, 2)])
    #expect(long.contentEnd == beats(10))
    #expect(try long.after { try $0.remove([cell(1)]) }.contentEnd == beats(6))
    #expect(try long.after { try $0.removeRows([row(1), row(2)]) }.contentEnd == .zero)
    #expect(Song().contentEnd == .zero)
  }

  @Test func `touching is not overlapping, and an instant lies in what contains it`() {
    let three = song([(0, 2), (2, 2), (4, 2)])
    func overlapping(_ from: Double, _ to: Double) -> [Int64] {
      var found: [Int64] = []
      three.visit(row(1), overlapping: beats(from), beats(to)) {
        found.append($0.id.number)
        return true
      }
      return found
    }
    #expect(overlapping(2, 4) == [2])
    #expect(overlapping(1, 5) == [1, 2, 3])
    #expect(overlapping(2, 2) == [2])
    #expect(overlapping(3, 3) == [2])
    #expect(overlapping(6, 9).isEmpty)
  }

  @Test func `equal content is equal whatever ids come next`() {
    let one = song([(0, 1)])
    #expect(one.counting(fromRow: row(9), cell: cell(9)).hasSameContent(as: one))
    #expect(one.counting(fromRow: row(9), cell: cell(9)).nextCell == cell(9))
    #expect(one.counting(fromRow: row(1), cell: cell(1)).nextCell == one.nextCell)
    for field in SongFieldTests.fields { #expect(!one.with(field).hasSameContent(as: one)) }
    #expect(!one.hasSameContent(as: song([(0, 2)])))
    #expect(!one.hasSameContent(as: song([(0, 1)], [])))
  }
}
