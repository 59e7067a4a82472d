import Glibc
import LinuxSystem
import Testing

struct StandardStreamsTests {
  @Test func `a closed standard stream is never the next descriptor`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      for number: Int32 in 0...2 { close(number) }
      StandardStreams.secure()
      let next = open("/dev/null", O_RDONLY)
      exit(next > 2 ? 42 : 1)
    }
  }

  @Test func `writing to a closed pipe is an error, not the end`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      StandardStreams.secure()
      var ends: [Int32] = [0, 0]
      precondition(pipe(&ends) == 0)
      close(ends[0])
      let writer = FileDescriptor(owning: ends[1])
      do throws(SystemError) {
        try writer.write([1])
        exit(1)
      } catch {
        exit(error.code == EPIPE ? 42 : 1)
      }
    }
  }
}
