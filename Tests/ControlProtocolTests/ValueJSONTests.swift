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

  @Test func `text is escaped where JSON asks for it`() {
    #expect(Value.string("a\"\\\n\t\u{1}\u{7F}ü").json == #""a\"\\\n\t\u0001\u007fü""#)
  }

  @Test func `whole beats are integers`() {
    #expect(Value(Ticks(beats: 4)) == 4)
    #expect(Value(Ticks(1, over: 2)) == 0.5)
  }
}
