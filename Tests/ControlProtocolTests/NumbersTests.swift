import ControlProtocol
import Testing
import Timeline

struct NumbersTests {
  @Test(arguments: [0, 1, 2, 3, 5, 7, 11, 1_008_000, 2_688_000, 8_064_000, 806_399_999_999_999])
  func `ticks as text read back`(count: Int64) {
    for ticks in [Ticks(count: count), Ticks(count: -count)] {
      #expect(decimal(ticks.text[...]).flatMap { Ticks(beats: $0) } == ticks)
    }
  }
}
