import ALSASequencer
import Glibc
import Testing

@Suite struct DrainOutcomeTests {
  @Test(arguments: [-EAGAIN, 0, 28, 5_600])
  func `a full pool is one, whichever way the library says so`(result: Int32) {
    #expect(DrainOutcome(result: result, left: 3) == .full(left: 3))
  }

  @Test(arguments: [0, 28, -EAGAIN, -EINTR, -ENXIO])
  func `when nothing is left all is queued, whatever the library says`(result: Int32) {
    #expect(DrainOutcome(result: result, left: 0) == .done)
  }

  @Test func `what was interrupted goes on, and what is refused is no full pool`() {
    #expect(DrainOutcome(result: -EINTR, left: 2) == .interrupted)
    for number in [ENXIO, EINVAL, ENODEV, EPERM] {
      #expect(DrainOutcome(result: -number, left: 2) == .refused)
    }
  }
}
