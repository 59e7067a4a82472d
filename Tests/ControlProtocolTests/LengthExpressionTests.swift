import ControlProtocol
import Testing
import Timeline

struct LengthExpressionTests {
  private func beats(_ beats: Double) -> Ticks { Ticks(beats: beats) ?? .zero }

  @Test(
    arguments: [
      ("2", 2), ("0.5", 0.5), (2, 2), (0.25, 0.25), ("1/8", 0.5), ("1/8.", 0.75), ("3/8", 1.5),
      ("1/4t", 2.0 / 3), ("1/16t", 1.0 / 6), ("beat", 1), ("3beats", 3), ("1/1", 4),
    ] as [(Value, Double)])
  func `a length is read exactly`(value: Value, expected: Double) throws {
    let length = try LengthExpression(value)
    #expect(length == .ticks(beats(expected)))
    #expect(try LengthExpression(.string(length.text)) == length)
  }

  @Test(arguments: [("bar", 1), ("4bars", 4), ("1bar", 1)] as [(Value, Int64)])
  func `bars stay bars`(value: Value, count: Int64) throws {
    let length = try LengthExpression(value)
    #expect(length == .bars(count))
    #expect(try LengthExpression(.string(length.text)) == length)
  }

  @Test func `only a signed length may be negative or nothing`() throws {
    #expect(try LengthExpression("-1/4", signed: true) == .ticks(Ticks(beats: -1)))
    #expect(try LengthExpression("-2bars", signed: true) == .bars(-2))
    #expect(try LengthExpression(0, signed: true) == .ticks(.zero))
    for value in ["-1/4", 0, "0", "-2bars", "0bars"] as [Value] {
      #expect(throws: Mismatch.self) { try LengthExpression(value) }
    }
  }

  @Test(
    arguments: [
      "", "+", "--1", "1/", "/8", "1/0", "0/8", "1/2000", "bars4", "4 bars", "1/8tt", "nan", "inf",
      "99999999999bars", 1e9, true, nil,
    ] as [Value])
  func `what is no length is refused`(value: Value) {
    #expect(throws: Mismatch.self) { try LengthExpression(value, signed: true) }
  }
}
