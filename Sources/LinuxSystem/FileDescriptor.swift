internal import Glibc

/// Owns an open descriptor and closes it exactly once.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The kernel's number, valid while this value lives.
  package let number: Int32

  /// How many this process may have open, which is above every number; others may change it.
  package static var limit: Int {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }

  /// Takes over an open descriptor.
  package init(owning number: Int32) {
    precondition(number >= 0, "A descriptor is never negative.")
    self.number = number
  }

  deinit {
    // EINTR too leaves the descriptor closed on Linux: never twice.
    _ = Glibc.close(number)
  }

  /// A descriptor of our own for a file that somebody else keeps open and closes.
  package init(duplicating number: Int32) {
    self.number = fcntl(number, F_DUPFD_CLOEXEC, 3)
  }

  /// Gives the descriptor up without closing it.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// What a read came back with.
  package enum ReadResult: Hashable, Sendable {
    case bytes(Int)
    case endOfFile
    /// A non-blocking descriptor has nothing now.
    case wouldBlock
  }

  /// Appends at most `limit` bytes to `bytes`.
  package func read(
    _ limit: Int, appendingTo bytes: inout [UInt8]
  ) throws(SystemError) -> ReadResult {
    var outcome = (result: 0, code: Int32(0))
    bytes.append(addingCapacity: limit) { space in
      space.withUnsafeMutableBufferPointer { buffer, count in
        outcome = retryingInterrupts { Glibc.read(number, buffer.baseAddress, limit) }
        count = max(outcome.result, 0)
      }
    }
    switch outcome.result {
    case 0: return .endOfFile
    case 1...: return .bytes(outcome.result)
    default:
      if outcome.code == EAGAIN { return .wouldBlock }
      throw SystemError(code: outcome.code, operation: "read")
    }
  }

  /// Sends as much as a socket takes now; returns how many bytes that was.
  ///
  /// Never waits on a non-blocking socket, and never raises SIGPIPE.
  package func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    let (count, code) = bytes.withUnsafeBytes { buffer in
      retryingInterrupts {
        Glibc.send(number, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
      }
    }
    if count >= 0 { return count }
    if code == EAGAIN { return 0 }
    throw SystemError(code: code, operation: "send")
  }

  /// Whether the other end of a socket is closed for good, whatever is left to be read.
  package var hasHungUp: Bool {
    var state = pollfd(fd: number, events: 0, revents: 0)
    return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLHUP) != 0
  }

  /// Writes all bytes, waiting where the descriptor waits.
  package func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let (count, code) = rest.withUnsafeBytes { buffer in
        retryingInterrupts { Glibc.write(number, buffer.baseAddress, buffer.count) }
      }
      if count < 0 { throw SystemError(code: code, operation: "write") }
      rest = rest.dropFirst(count)
    }
  }

  /// Tells the peer of a socket that nothing more will come.
  package func endOutput() {
    _ = shutdown(number, Int32(SHUT_WR))
  }
}

/// A result and the error number of a call that a signal may have interrupted.
func retryingInterrupts(_ call: () -> Int) -> (result: Int, code: Int32) {
  while true {
    let result = call()
    let code = errno
    if result >= 0 || code != EINTR { return (result, code) }
  }
}
