/// What a client asks: a command of the table with its arguments, read and checked.
package struct Request: Equatable, Sendable {
  package let envelope: Envelope
  package let command: Command
  package let arguments: Arguments

  package init(envelope: Envelope = Envelope(), command: Command, arguments: Arguments) {
    self.envelope = envelope
    self.command = command
    self.arguments = arguments
  }

  package var method: String { command.method }

  /// The same with a text besides, which it does not have yet.
  package func with(_ name: String, _ text: String) -> Request {
    Request(
      envelope: envelope, command: command,
      arguments: arguments.replacing(name, with: .text(text)))
  }

  /// The same without some of its arguments.
  package func without(_ names: [String]) -> Request {
    var rest = arguments
    _ = rest.remove(names)
    return Request(envelope: envelope, command: command, arguments: rest)
  }

  /// The section, rows, cells or song that it is about, as it names them; nil where it names none.
  package var subject: String? {
    for parameter in command.parameters {
      let name = parameter.target
      guard arguments.has(name) else { continue }
      switch parameter.type {
      case .name, .path, .text, .rowName, .sectionName: return arguments.text(name)
      case .row: return arguments.row(name)?.text
      case .rows: return arguments.rows(name)?.text
      case .cells: return arguments.cells(name)?.text
      default: continue
      }
    }
    return nil
  }

  /// From JSON: `id`, `method` and `params`, `jsonrpc` if it is "2.0", and nothing else.
  package init(_ value: Value) throws(Refusal) {
    let envelope = Envelope(of: value)
    do throws(RequestError) {
      let members = try Request.members(of: value)
      guard let method = members["method"]?.string else {
        throw RequestError(.envelope, "method is missing: must be text", field: "method")
      }
      let command = try Command.method(method)
      let parameters = try Request.parameters(members["params"])
      self.init(
        envelope: envelope, command: command, arguments: try command.arguments(parameters))
    } catch {
      throw Refusal(envelope: envelope, error: error)
    }
  }

  private static func members(of value: Value) throws(RequestError) -> Members {
    guard case .object(let members) = value else {
      throw RequestError(.envelope, "a request is an object, not \(value.kind)")
    }
    for member in members.list {
      switch (member.key, member.value) {
      case ("method", .string), ("params", _), ("jsonrpc", "2.0"): continue
      case ("id", .null), ("id", .string), ("id", .integer), ("id", .number), ("id", .encoded):
        continue
      case ("method", _): throw envelope("method must be text", "method")
      case ("jsonrpc", _): throw envelope("jsonrpc must be \"2.0\" or left out", "jsonrpc")
      case ("id", _): throw envelope("id must be text, a number or null", "id")
      default:
        let key = String(member.key.prefix(60))
        throw envelope(
          "a request has no member \"\(key)\"; it has id, method, params and jsonrpc", key)
      }
    }
    return members
  }

  private static func envelope(_ message: String, _ field: String) -> RequestError {
    RequestError(.envelope, message, field: field)
  }

  private static func parameters(_ value: Value?) throws(RequestError) -> Members {
    switch value {
    case nil: return Members()
    case .object(let members): return members
    case let other?:
      throw RequestError(.badType, "params is \(other.kind): must be an object", field: "params")
    }
  }
}

extension Envelope {
  /// What can be repeated of a value that may be no request at all.
  fileprivate init(of value: Value) {
    let hasVersion = value["jsonrpc"] == "2.0"
    switch value["id"] {
    case .string, .integer, .number, .encoded:
      self.init(id: value["id"] ?? .null, hasVersion: hasVersion)
    default: self.init(hasVersion: hasVersion)
    }
  }
}
