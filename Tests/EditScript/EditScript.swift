import ControlProtocol
import Session

/// Answers requests from standard input, a line each, as a daemon would: without one.
///
/// A line `new` begins an empty song. Time stands still and nothing sounds, so that a script has
/// the same answers whenever it runs.
@main
struct EditScript {
  static func main() {
    var session = Session.silent()
    while let line = readLine() {
      if line == "new" {
        session = Session.silent()
      } else if let reply = session.answer(Array(line.utf8)) {
        print(reply.json)
      }
    }
  }
}
