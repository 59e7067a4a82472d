import Glibc
import LinuxSystem
import Synchronization
import Testing

struct WorkerTests {
  @Test func `jobs are done in order on one thread, all before it finishes`() {
    let worker = Worker(name: "worker")
    let seen = Mutex<[Int]>([])
    let threads = Mutex<Set<UInt>>([])
    for number in 0..<100 {
      worker.submit {
        seen.withLock { $0.append(number) }
        threads.withLock { _ = $0.insert(pthread_self()) }
      }
    }
    worker.finish()
    #expect(seen.withLock { $0 } == Array(0..<100))
    #expect(threads.withLock { $0.count } == 1)
    worker.submit { seen.withLock { $0.append(100) } }
    #expect(seen.withLock { $0.count } == 100, "Dropped after the end.")
  }

  @Test func `the thread has its name`() throws {
    let worker = Worker(name: "a long name for a thread")
    let name = Mutex<[UInt8]>([])
    worker.submit {
      let bytes = (try? Files.read("/proc/thread-self/comm", limit: 64)) ?? []
      name.withLock { $0 = bytes }
    }
    worker.finish()
    #expect(name.withLock { $0 } == Array("a long name for\n".utf8))
  }

  @Test func `a worker that is forgotten does its jobs first`() async {
    await withCheckedContinuation { continuation in
      Worker(name: "forgotten").submit { continuation.resume() }
    }
  }

  @Test func `real-time priority that is refused is said, and changes nothing`() async {
    await #expect(processExitsWith: .success) {
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(__rlimit_resource_t(__RLIMIT_RTPRIO.rawValue), &none)
      // Root is above the limit.
      if geteuid() == 0 { precondition(setuid(65_534) == 0) }
      guard case .refused(let error) = Realtime.request() else { preconditionFailure("granted") }
      precondition("\(error)".contains("Operation not permitted"))
      precondition(!Realtime.isCurrent)
      let worker = Worker(name: "worker")
      let done = Mutex(false)
      worker.submit { done.withLock { $0 = true } }
      worker.finish()
      precondition(done.withLock { $0 })
    }
  }

  /// Where the test may not have real-time priority, it sees that a refusal changes nothing.
  ///
  /// On a thread of its own: a whole process that is urgent ends before its reports are written.
  @Test func `real-time priority goes to new threads but not to a worker`() throws {
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { _ in
        let isGranted = Realtime.request(priority: 10) == .granted(priority: 10)
        let ofWorker = Mutex<Bool?>(nil)
        let worker = Worker(name: "worker")
        let before = Realtime.isCurrent
        worker.submit {
          let current = Realtime.isCurrent
          ofWorker.withLock { $0 = current }
        }
        worker.finish()
        let all = [before, Realtime.isCurrent].allSatisfy { $0 == isGranted }
        return UnsafeMutableRawPointer(bitPattern: all && ofWorker.withLock { $0 } == false ? 1 : 2)
      }, nil)
    try #require(code == 0)
    var result: UnsafeMutableRawPointer?
    pthread_join(thread, &result)
    #expect(UInt(bitPattern: result) == 1)
  }
}
