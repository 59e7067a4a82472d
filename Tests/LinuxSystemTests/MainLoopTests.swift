import Glibc
import LinuxSystem
import Testing

@MainActor
struct MainLoopTests {
  @MainActor
  private final class Seen {
    var calls: [(thread: Int, number: Int)] = []
  }

  @Test func `what threads leave is done once, that of each thread in its order`() async {
    let (threads, count) = (4, 1_000)
    // Whoever watches a descriptor is handed the calls as well.
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let reader = SharedDescriptor(FileDescriptor(owning: ends[0]))
    let writer = FileDescriptor(owning: ends[1])
    let watch = Readiness(of: ends[0], ownedBy: reader, to: .read) {}
    watch.resume()
    let seen = Seen()
    let workers = (0..<threads).map { Worker(name: "caller \($0)") }
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      for (thread, worker) in workers.enumerated() {
        worker.submit {
          for number in 0..<count {
            MainLoop.soon {
              seen.calls.append((thread, number))
              if seen.calls.count == threads * count { done.resume() }
            }
          }
        }
      }
    }
    for worker in workers { worker.finish() }
    watch.cancel()
    _ = consume writer
    for thread in 0..<threads {
      #expect(seen.calls.filter { $0.thread == thread }.map(\.number) == Array(0..<count))
    }
  }
}
