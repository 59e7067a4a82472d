import Testing
import Timeline

struct StretchTests {
  @Test func `a group is stretched about its earliest start, rests included`() throws {
    let before = song([(4, 1), (6, 2)], [(5, 1)])
    let ids = [cell(3), cell(2), cell(1)]
    let half = try before.after { try $0.stretch(ids, by: 0.5, .overwrite) }
    #expect(half.spans(1) == [Span(1, 4, 0.5), Span(2, 5, 1)])
    #expect(half.spans(2) == [Span(3, 4.5, 0.5)])
    let double = try before.after { try $0.stretch(ids, by: 2, .overwrite) }
    #expect(double.spans(1) == [Span(1, 4, 2), Span(2, 8, 4)])
    #expect(try before.patch { try $0.stretch(ids, by: 1, .reject) }.isEmpty)
  }

  @Test func `cells that touch go on touching, and none becomes nothing`() throws {
    let third = Ticks(1, over: 3).beats
    let after = try song([(0, third), (third, third), (2 * third, 1e-6)]).after {
      try $0.stretch([cell(1), cell(2), cell(3)], by: 0.0123, .overwrite)
    }
    let cells = after.cells(of: row(1))
    #expect(cells.count == 3)
    for (first, second) in zip(cells, cells.dropFirst()) { #expect(first.end == second.position) }
    #expect(cells[2].duration == Ticks(count: 1))
  }

  @Test func `a stretched group wins over what it comes to overlap`() throws {
    let before = song([(0, 1), (1, 1), (3, 4)])
    let after = try before.after { try $0.stretch([cell(1), cell(2)], by: 2, .overwrite) }
    #expect(after.spans() == [Span(1, 0, 2), Span(2, 2, 2), Span(3, 4, 3)])
    var draft = Draft(of: before)
    #expect(throws: EditError.overlap([cell(3)])) {
      try draft.stretch([cell(1), cell(2)], by: 2, .reject)
    }
  }

  @Test func `a group stretched beyond the song is refused`() {
    var draft = Draft(of: song([(0, 2_000_000)]))
    #expect(throws: EditError.beyondTheEnd(Ticks(beats: 200_000_000))) {
      try draft.stretch([cell(1)], by: 100, .overwrite)
    }
  }
}
