internal import Glibc

/// What the kernel answered to a request for real-time scheduling.
package enum RealtimeGrant: Hashable, Sendable {
  case granted(priority: Int32)
  case refused(SystemError)
}

/// The scheduling of threads.
package enum Realtime {
  /// Asks for round-robin real-time scheduling of the process.
  ///
  /// To be called on the main thread before Dispatch starts one: the threads started from then on
  /// inherit it, and one of them brings the timers. That is also why the policy is not reset on
  /// fork, which for the kernel includes every new thread. A `Worker` gives it back.
  package static func request(priority: Int32 = 10) -> RealtimeGrant {
    var parameters = sched_param(sched_priority: priority)
    if sched_setscheduler(0, SCHED_RR, &parameters) < 0 {
      return .refused(SystemError("get real-time priority \(priority)"))
    }
    return .granted(priority: priority)
  }

  /// The highest priority that the process may ask for; 0 where it may for none.
  package static var limit: Int {
    if geteuid() == 0 { return 99 }
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_RTPRIO.rawValue), &limit)
    return Int(min(limit.rlim_cur, 99))
  }

  /// Whether the calling thread has a real-time policy.
  package static var isCurrent: Bool {
    let policy = sched_getscheduler(0)
    return policy == SCHED_RR || policy == SCHED_FIFO
  }

  /// Puts the calling thread back among the ordinary ones.
  static func relinquish() {
    var parameters = sched_param(sched_priority: 0)
    sched_setscheduler(0, SCHED_OTHER, &parameters)
  }
}
