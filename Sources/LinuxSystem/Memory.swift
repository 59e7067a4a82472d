internal import CLinux
internal import Glibc

/// What becomes of memory.
package enum Memory {
  /// Gives every large block back to the system when it is freed.
  ///
  /// To be called before much is allocated. Otherwise the allocator takes the largest block that
  /// was ever freed for usual, and keeps what an import needed for a moment.
  package static func returnLargeBlocks() {
    clinux_return_large_blocks()
  }

  /// The bytes that the process has in memory; nil where the kernel does not say.
  package static var resident: Int? {
    // Pages: of the address space, then of these those in memory; see proc_pid_statm(5).
    guard let bytes = try? Files.read("/proc/self/statm", limit: 200),
      let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst().first
        .flatMap({ Int($0) })
    else { return nil }
    return pages * Int(getpagesize())
  }

  /// Keeps in memory what has once been used, code as well, where the limits allow that for any
  /// amount: nothing that plays then waits for a slow disk to bring it back.
  ///
  /// Whether it is kept.
  @discardableResult
  package static func keepResident() -> Bool {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
    // Below a limit, a song that grows beyond it would find no memory at all.
    guard limit.rlim_cur == rlim_t.max else { return false }
    return mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0
  }
}
