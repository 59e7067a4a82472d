import ControlProtocol

/// Why the client ends, with what it tells the shell.
struct Failure: Error, Equatable {
  /// Nil where there is nobody to tell, or all is said.
  let message: String?
  let code: Int32

  /// The daemon said no.
  static func refused(_ error: Value, line: Int? = nil) -> Failure {
    let message = error["message"]?.string ?? error.json
    let hint = error["data"]?["hint"]?.string.map { " (did you mean \($0)?)" } ?? ""
    let operation = error["data"]?["op"]?.integer.map { "edit \($0): " } ?? ""
    let place = line.map { "line \($0): " } ?? ""
    return Failure(message: "\(place)\(operation)\(message)\(hint)", code: 1)
  }

  /// The command line makes no sense.
  static func usage(_ message: String) -> Failure {
    Failure(message: "\(message)\ntry: playhead help", code: 64)
  }

  /// No daemon listens, or it left.
  static func unavailable(_ message: String) -> Failure {
    Failure(message: message, code: 69)
  }

  /// Whoever read our output left: not a failure.
  static let nobodyReads = Failure(message: nil, code: 0)
}
