import ControlProtocol
import Testing
import Timeline

struct PositionExpressionTests {
  @Test(
    arguments: [
      (16, .init(.beats(Ticks(beats: 16)))), ("16", .init(.beats(Ticks(beats: 16)))),
      ("16.5", .init(.beats(Ticks(33, over: 2)))),
      (16.5, .init(.beats(Ticks(33, over: 2)))),
      ("5:1", .init(.bar(5, beats: .zero))), ("5:2.5", .init(.bar(5, beats: Ticks(3, over: 2)))),
      ("5:1+1/16", .init(.bar(5, beats: .zero), offset: .ticks(Ticks(1, over: 4)))),
      ("end-1bar", .init(.end, offset: .bars(-1))), ("here", .init(.here)),
      ("start", .init(.start)),
      ("Chorus", .init(.name("Chorus"))),
      ("Chorus+2bars", .init(.name("Chorus"), offset: .bars(2))),
      ("verse-a", .init(.name("verse-a"))),
    ] as [(Value, PositionExpression)])
  func `a position is read, and its text reads back`(
    value: Value, expected: PositionExpression
  ) throws {
    let position = try PositionExpression(value)
    #expect(position == expected)
    #expect(try PositionExpression(.string(position.text)) == position)
  }

  @Test(
    arguments: [
      -1, "-1", 1e300, "100000001", "5.", ".5", "1e3", "5:", ":1", "5:0.5", "0:1", "5:65", "5:1:1",
      "99999999999999999999", "99999999999999999999:1", "", "a@b", "a,b", true, nil, [1], "5:1+",
      "+",
      "5:1+1/0", "0x10", "１",
    ] as [Value])
  func `what is no position is refused`(value: Value) {
    #expect(throws: Mismatch.self) { try PositionExpression(value) }
  }
}
