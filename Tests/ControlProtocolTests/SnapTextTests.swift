import ControlProtocol
import Testing
import Timeline

struct SnapTextTests {
  @Test(
    arguments: [
      ("off", .off), (false, .off), ("bar", .bar), (4, .step(.init(beats: 1, over: 4))),
      ("4", .step(.init(beats: 1, over: 4))), ("1/16", .step(.init(beats: 1, over: 4))),
      ("1/8t", .step(.init(beats: 1, over: 3))), ("3/8", .step(.init(beats: 3, over: 2))),
      ("1/4.", .step(.init(beats: 3, over: 2))), ("1/1", .step(.init(beats: 4, over: 1))),
    ] as [(Value, Snap)])
  func `a grid is read, and its text reads back`(value: Value, expected: Snap) throws {
    let snap = try Snap(reading: value)
    #expect(snap == expected)
    #expect(try Snap(reading: .string(snap.text)) == snap)
  }

  @Test(arguments: [0, 1001, -1, 0.5, "0.5", "on", "", "1/0", nil, true] as [Value])
  func `what is no grid is refused`(value: Value) {
    #expect(throws: Mismatch.self) { try Snap(reading: value) }
  }
}
