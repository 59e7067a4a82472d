internal import Glibc

/// What a process must set up before it opens anything.
package enum StandardStreams {
  /// Makes sure that 0, 1 and 2 are open, and that writing to a closed pipe, or beyond what a file
  /// may grow to, is an error.
  ///
  /// A socket that got number 2 would receive every diagnostic of the C library. To be called
  /// first.
  package static func secure() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is this one, because those below are open by now.
      _ = open("/dev/null", number == 0 ? O_RDONLY : O_WRONLY)
    }
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Writes a line to standard output unless its reader is slow or gone; then the line is lost.
  package static func offer(_ line: String) {
    var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&output, 1, 0) == 1, output.revents & Int16(POLLOUT) != 0 else { return }
    let bytes = Array("\(line)\n".utf8.prefix(Int(PIPE_BUF)))
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }

  /// Writes to standard error as it stands.
  package static func complain(_ text: String) {
    _ = write(STDERR_FILENO, text, text.utf8.count)
  }
}
