internal import Glibc

/// The variables that the process was started with.
package enum Environment {
  /// The value of a variable; nil when it is unset or empty, which the XDG rules call the same.
  package static subscript(name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Removes variables; only before a second thread exists.
  package static func remove(_ names: String...) {
    for name in names { unsetenv(name) }
  }
}
