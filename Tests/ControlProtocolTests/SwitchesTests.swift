import ControlProtocol
import Testing
import Timeline

struct SwitchesTests {
  @Test func `a tempo with a sign in its text is a change`() throws {
    #expect(try TempoExpression(133.7) == .beatsPerMinute(133.7))
    #expect(try TempoExpression("133.7") == .beatsPerMinute(133.7))
    #expect(try TempoExpression("+2") == .change(2))
    #expect(try TempoExpression("-2") == .change(-2))
    for value in [0, -2, 1001, "0.5", "nan", "+", "+1001", true] as [Value] {
      #expect(throws: Mismatch.self) { try TempoExpression(value) }
    }
  }

  @Test func `a cursor reads back`() throws {
    let cursor = CellCursor(
      position: Ticks(1, over: 3), row: Row.ID(2), cell: Cell.ID(41))
    #expect(try CellCursor(cursor.value) == cursor)
    #expect(try CellCursor("0.3333333,2,41") == cursor)
    for value in ["1,2", "a,2,3", ["position": 1, "row": 2], 3] as [Value] {
      #expect(throws: Mismatch.self) { try CellCursor(value) }
    }
  }
}
