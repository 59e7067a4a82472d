import ControlProtocol
import Testing
import Timeline

struct ValueJSONTests {
  @Test(arguments: [
    (0.1, "0.1"), (1e300, "1e+300"), (-0.5, "-0.5"), (16.0, "16.0"),
    (1.0 / 3, "0.3333333333333333"),
  ])
  func `a number is written with the digits that it needs`(number: Double, text: String) {
    #expect(Value(number).json == text)
  }

  @Test func `no position is written longer than it must be`() {
    var state: UInt64 = 1
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let bits = Int64(state >> 20)
      for divisor in [4, 1_000, 96e6, 705_600_000] {
        let number = Double(bits >> Int64(state % 40)) / divisor
        guard number == 0 || number >= 1e-4, number < 1e15 else { continue }
        #expect(Value(number).json == number.description)
      }
    }
  }

  @Test func `text is escaped where JSON asks for it`() {
    #expect(Value.string("a\"\\\n\t\u{1}\u{7F}ü").json == #""a\"\\\n\t\u0001\u007fü""#)
  }

  @Test func `whole beats are integers`() {
    #expect(Value(Ticks(beats: 4)) == 4)
    #expect(Value(Ticks(1, over: 2)) == 0.5)
  }
}
