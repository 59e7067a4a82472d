internal import CLinux
internal import Dispatch
internal import Glibc
internal import Synchronization

/// One thread of ordinary priority that does its jobs in order.
///
/// For what may take long: disks, and work on whole songs. Jobs take and hand back values.
package final class Worker: Sendable {
  package typealias Job = @Sendable () -> Void

  private let queue = JobQueue()
  private let thread: Mutex<pthread_t?>

  /// Starts the thread under a name of at most 15 bytes, as `ps -L` shows it.
  package init(name: String) {
    var handle = pthread_t()
    let start = ThreadStart(name: name, queue: queue)
    let code = pthread_create(
      &handle, nil,
      { argument in
        guard let argument else { return nil }
        let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
        Realtime.relinquish()
        clinux_name_thread(start.name)
        start.queue.run()
        return nil
      }, Unmanaged.passRetained(start).toOpaque())
    precondition(code == 0, "A process that cannot start its one thread cannot work.")
    thread = Mutex(handle)
  }

  deinit {
    queue.close()
    if let handle = thread.withLock({ $0.take() }) { pthread_detach(handle) }
  }

  /// Adds a job; it begins when those before it have ended.
  ///
  /// Dropped when the worker has finished.
  package func submit(_ job: @escaping Job) {
    queue.append(job)
  }

  /// Waits until every job has been done, and ends the thread.
  ///
  /// Not to be called from a job.
  package func finish() {
    queue.close()
    if let handle = thread.withLock({ $0.take() }) { pthread_join(handle, nil) }
  }
}

private final class ThreadStart: Sendable {
  let name: String
  let queue: JobQueue

  init(name: String, queue: JobQueue) {
    self.name = name
    self.queue = queue
  }
}

/// The jobs that wait; kept apart from `Worker` so that the thread does not keep its owner alive.
private final class JobQueue: Sendable {
  private struct State {
    var jobs: [Worker.Job] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let changed = DispatchSemaphore(value: 0)

  func append(_ job: @escaping Worker.Job) {
    let wasTaken = state.withLock { state in
      if state.isClosed { return false }
      state.jobs.append(job)
      return true
    }
    if wasTaken { changed.signal() }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    changed.signal()
  }

  func run() {
    while true {
      changed.wait()
      let (jobs, isClosed) = state.withLock { state in
        let jobs = state.jobs
        state.jobs = []
        return (jobs, state.isClosed)
      }
      for job in jobs { job() }
      if isClosed { return }
    }
  }
}
