import Glibc

/// What has become of the events that were to be written to the kernel.
package enum DrainOutcome: Hashable, Sendable {
  /// All of them are queued.
  case done
  /// Something came in between: the rest has to be written again.
  case interrupted
  /// The pool is full: so many are left, which were not queued.
  case full(left: Int)
  /// The kernel wants nothing of the first that is left.
  case refused

  /// From what the library returned, and how many events its buffer still holds.
  ///
  /// The kernel takes whole events, in order, and the library keeps those that it did not take: so
  /// the buffer tells what was queued. With a full pool some versions of the library return a
  /// positive number, others an error.
  package init(result: Int32, left: Int) {
    switch (left, result) {
    case (0, _): self = .done
    case (_, -EINTR): self = .interrupted
    case (_, -EAGAIN), (_, 0...): self = .full(left: left)
    default: self = .refused
    }
  }
}
