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
