import ControlProtocol
import Testing
import Timeline

struct MeterTextTests {
  @Test func `a meter is read, and its text reads back`() throws {
    #expect(try Meter(reading: "7/8(2+2+3)") == Meter(beats: 7, noteValue: 8, grouping: [2, 2, 3]))
    for text in ["4/4", "7/8(2+2+3)", "64/64"] {
      #expect(try Meter(reading: .string(text)).text == text)
    }
    for text in ["0/4", "65/4", "4/3", "7/8(2+2)", "7/8(", "7/8()", "4", "", "9999999999999999/4"] {
      #expect(throws: Mismatch.self) { try Meter(reading: .string(text)) }
    }
  }
}
