import ControlProtocol
import Testing
import Timeline

struct WhereExpressionTests {
  @Test(
    arguments: [
      (7, .cells([.id(.init(7))])), ("3,4", .cells([.id(.init(3)), .id(.init(4))])),
      ([3, "$1"], .cells([.id(.init(3)), .operation(1)])),
      ("bass", .rows(.list([.name("bass")]), nil)),
      ("all", .rows(.all, nil)), ("selection", .selection),
      (
        "bass,keys@Chorus",
        .rows(.list([.name("bass"), .name("keys")]), .instant(.init(.name("Chorus"))))
      ),
      ("7@5:1", .rows(.list([.id(.init(7))]), .instant(.init(.bar(5, beats: .zero))))),
      ("all@..5:1", .rows(.all, .range(from: nil, to: .init(.bar(5, beats: .zero))))),
      (
        "tag:drums@1..2.5",
        .rows(
          .list([.tag("drums")]),
          .range(from: .init(.beats(Ticks(beats: 1))), to: .init(.beats(Ticks(5, over: 2)))))
      ),
      (
        ["rows": "bass", "from": 1],
        .rows(.list([.name("bass")]), .range(from: .init(.beats(Ticks(beats: 1))), to: nil))
      ),
      (["at": "end"], .rows(.all, .instant(.init(.end)))),
    ] as [(Value, WhereExpression)])
  func `a selection of cells is read, and its text reads back`(
    value: Value, expected: WhereExpression
  ) throws {
    let cells = try WhereExpression(value)
    #expect(cells == expected)
    #expect(try WhereExpression(.string(cells.text)) == cells)
  }

  @Test(
    arguments: [
      "", ",", "3,", "3,bass", "0", -1, "bass@", "@5:1", "bass@..", "bass@1...2", "all,bass", "off",
      [], [[]], [true], ["rows": "bass", "form": 1], ["from": 1, "at": 2], [:],
      ["rows": "bass", "filter": [:]], "$0", "$x",
      "$10001",
      "99999999999999999999", nil,
    ] as [Value])
  func `what selects no cells is refused`(value: Value) {
    #expect(throws: Mismatch.self) { try WhereExpression(value) }
  }
}
