internal import CLinux
internal import Glibc

/// A system call that the kernel refused.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kernel's error number, such as `ENOENT`.
  package let code: Int32

  /// What was being done, as a person would say it: "open /tmp/x".
  package let operation: String

  package init(code: Int32, operation: String) {
    self.code = code
    self.operation = operation
  }

  /// The error that the calling thread's last system call left.
  init(_ operation: String) {
    self.init(code: errno, operation: operation)
  }

  package var description: String {
    "cannot \(operation): \(String(cString: clinux_error_text(code)))"
  }
}
