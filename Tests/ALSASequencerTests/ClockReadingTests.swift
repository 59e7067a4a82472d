import ALSASequencer
import Testing

@Suite struct ClockReadingTests {
  @Test func `an offset is taken in the middle of its window`() {
    let reading = ClockReading(before: 1000, queue: 400, after: 1006)
    #expect(reading.offset == 603)
    #expect(reading.window == 6)
  }

  @Test func `a late tick and a slow look both make a reading worse`() {
    let good = ClockReading(before: 1000, queue: 400, after: 1006)
    let lateTick = ClockReading(before: 2000, queue: 1380, after: 2006)
    let slowLook = ClockReading(before: 3000, queue: 2400, after: 3050)
    #expect(good.better(lateTick) == good)
    #expect(lateTick.better(good) == good)
    #expect(slowLook.better(good) == good)
  }
}
