import Dispatch
import Glibc

/// The peer: sends back what comes in from the socket that standard input is, by a Dispatch source
/// on the main queue.
enum Echo {
  static func run() -> Never {
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      guard count > 0 else { exit(0) }
      _ = write(STDIN_FILENO, bytes, count)
    }
    source.resume()
    withExtendedLifetime(source) { dispatchMain() }
  }
}
