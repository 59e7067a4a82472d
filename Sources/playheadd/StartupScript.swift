import ControlProtocol
import ControlServer
import LinuxSystem

/// Lines of the language that are done when the daemon starts, as if a client said them.
///
/// What is wrong with a line is said in the log, and the rest goes on: an installation must come
/// up.
struct StartupScript {
  private static let limit = 1 << 20

  private let path: String
  private let lines: [Substring]

  /// Reads a file; nil, which the log says, when it cannot be read.
  init?(path: String, log: Log) {
    self.path = path
    do throws(FileError) {
      let bytes = try Files.read(path, limit: StartupScript.limit)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        log.error("\(path) is no text in UTF-8: nothing of it is done")
        return nil
      }
      lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    } catch {
      log.error("the start-up script cannot be read: \(error)")
      return nil
    }
  }

  /// Has each line done, after the one before.
  func run(_ conductor: Conductor) {
    for (index, line) in lines.enumerated() {
      let place = "\(path), line \(index + 1)"
      let complain: (RequestError) -> Void = { [log = conductor.log] error in
        let hint = error.hint.map { " (did you mean \($0)?)" } ?? ""
        log.error("\(place): \(error.message)\(hint)")
      }
      do throws(Refusal) {
        guard let request = try request(String(line)) else { continue }
        let reply = Reply { result in
          if case .failure(let error) = result { complain(error) }
        }
        conductor.turn { conductor.handle(request, from: .startup, reply: reply) }
      } catch {
        complain(error.error)
      }
    }
  }

  /// The request of a line; its paths are seen from the script's folder.
  private func request(_ line: String) throws(Refusal) -> Request? {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "/"
    return try Request(line: Array(Words.resolvingPaths(in: line, from: folder).utf8).span)
  }
}
