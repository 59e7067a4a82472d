import Glibc
import LinuxSystem
import TestFolders
import Testing

struct ServiceManagerTests {
  @Test func `the watchdog's interval is ours only with our process number`() {
    func interval(_ variables: [String: String]) -> Int64? {
      ServiceManager.watchdogInterval(process: 7) { variables[$0] }
    }
    #expect(interval(["WATCHDOG_USEC": "10000000"]) == 10_000_000_000)
    #expect(interval(["WATCHDOG_USEC": "5", "WATCHDOG_PID": "7"]) == 5_000)
    #expect(interval(["WATCHDOG_USEC": "5", "WATCHDOG_PID": "8"]) == nil)
    for wrong in ["", "0", "-1", "x", "9223372036854775807"] {
      #expect(interval(["WATCHDOG_USEC": wrong]) == nil)
    }
  }

  @Test func `descriptors are ours only with our process number`() {
    func count(_ variables: [String: String]) -> Int32 {
      ServiceManager.passedDescriptors(process: 7) { variables[$0] }
    }
    #expect(count(["LISTEN_FDS": "2", "LISTEN_PID": "7"]) == 2)
    #expect(count(["LISTEN_FDS": "1", "LISTEN_PID": "8"]) == 0)
    #expect(count(["LISTEN_FDS": "1"]) == 0)
    #expect(count(["LISTEN_FDS": "-1", "LISTEN_PID": "7"]) == 0)
    #expect(count(["LISTEN_FDS": "9999", "LISTEN_PID": "7"]) == 0)
  }

  @Test func `a notification is one datagram, and its status one line`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("notify")
    let manager = listen(at: path, isAbstract: false)
    let notification = ServiceNotification(address: path)
    notification.ready(status: "Stopped\nSTOPPING=1")
    #expect(next(manager) == "READY=1\nSTATUS=Stopped STOPPING=1")
    notification.watchdog()
    notification.stopping()
    #expect(next(manager) == "WATCHDOG=1")
    #expect(next(manager) == "STOPPING=1")
  }

  @Test func `an address with an at sign is abstract`() {
    let name = "playhead-test-\(getpid())-\(MonotonicClock.now())"
    let manager = listen(at: name, isAbstract: true)
    ServiceNotification(address: "@" + name).status("Playing")
    #expect(next(manager) == "STATUS=Playing")
  }

  @Test func `without a manager nothing happens`() {
    ServiceNotification(address: nil).stopping()
    ServiceNotification(address: "/no/such/socket").stopping()
    ServiceNotification(address: String(repeating: "x", count: 200)).stopping()
  }
}

private func listen(at name: String, isAbstract: Bool) -> FileDescriptor {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { bytes in
    let place = UnsafeMutableRawBufferPointer(rebasing: bytes[(isAbstract ? 1 : 0)...])
    place.copyBytes(from: name.utf8)
  }
  let size = MemoryLayout<sa_family_t>.size + name.utf8.count + 1
  let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
  let result = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, socklen_t(size)) }
  }
  precondition(result == 0)
  return FileDescriptor(owning: number)
}

private func next(_ manager: borrowing FileDescriptor) -> String? {
  var bytes = [UInt8](repeating: 0, count: 512)
  let count = recv(manager.number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
  return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
}
