internal import CLinux

/// What becomes of freed memory.
package enum Memory {
  /// Gives every large block back to the system when it is freed.
  ///
  /// To be called before much is allocated. Otherwise the allocator takes the largest block that
  /// was ever freed for usual, and keeps what an import needed for a moment.
  package static func returnLargeBlocks() {
    clinux_return_large_blocks()
  }
}
