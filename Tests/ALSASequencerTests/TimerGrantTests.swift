import ALSASequencer
import Testing

private let proc = """
  Timer for queue 0 : system timer
    Period time : 0.004000000
    Skew : 65536 / 65536
  Timer for queue 1 : HR timer
    Period time : 0.000160000
    Skew : 65536 / 65536

  """

@Suite struct TimerGrantTests {
  @Test func `the kernel's proc file tells which timer a queue has`() throws {
    let fine = try #require(TimerGrant(procText: proc, queue: 1))
    #expect(fine == TimerGrant(isHighResolution: true, period: 160_000))
    #expect(fine.hertz == 6250)
    #expect(fine.warning == nil)
  }

  @Test func `the system timer is warned of with its step`() throws {
    let coarse = try #require(TimerGrant(procText: proc, queue: 0))
    #expect(coarse.hertz == 250)
    #expect(coarse.warning?.contains("4.0 ms") == true)
    #expect(coarse.warning?.contains("modprobe snd-hrtimer") == true)
  }

  @Test(arguments: [
    "", "Timer for queue 2 : HR timer", "Timer for queue 2 : HR timer\n  Period time : ?",
    "Timer for queue 2 : HR timer\n  Period time : 0.000000000",
    "Timer for queue 2 : HR timer\n  Period time : 99999999999.000000000",
  ])
  func `a text that says nothing of the queue is not believed`(text: String) {
    #expect(TimerGrant(procText: text, queue: 2) == nil)
  }
}
