import Glibc
import LinuxSystem

/// Standard output for results, standard error for messages.
enum Terminal {
  /// Writes a text and a newline.
  static func print(_ text: String) throws(Failure) {
    try write(text + "\n", to: STDOUT_FILENO)
  }

  /// Writes a text as it is.
  static func write(_ text: String) throws(Failure) {
    try write(text, to: STDOUT_FILENO)
  }

  /// Says how far something is, in the place of what was said before.
  static func remark(_ text: String) {
    try? write("\r\(text)    \r", to: STDERR_FILENO)
  }

  /// Says what went wrong, with the program's name in front.
  static func complain(_ message: String) {
    try? write("playhead: \(message)\n", to: STDERR_FILENO)
  }

  private static func write(_ text: String, to number: Int32) throws(Failure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        throw .nobodyReads
      } else if errno != EINTR {
        throw Failure(message: "cannot write the output", code: 74)
      }
    }
  }
}
