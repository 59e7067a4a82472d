package import ControlProtocol
package import Timeline

/// A line of the language that is done when something comes in.
package struct Binding: Hashable, Sendable {
  package let trigger: Trigger
  /// On which it must come; nil for any.
  package let channel: Channel?
  package let line: String
  /// Whether a release does it too.
  package let isForBoth: Bool

  private static let placeholder = "$value"
  /// Stands for the value where none has come yet.
  private static let sample = 64

  /// Refuses a line that cannot be read, or makes no sense without a client.
  package init(
    _ trigger: Trigger, channel: Channel?, line: String, isForBoth: Bool
  ) throws(RequestError) {
    self.trigger = trigger
    self.channel = channel
    self.line = line
    self.isForBoth = isForBoth
    _ = try request(of: Binding.sample)
  }

  /// What it does when this value came.
  package func request(of value: Int) throws(RequestError) -> Request {
    let text = line.replacing(Binding.placeholder, with: "\(value)")
    do throws(Refusal) {
      guard let request = try Request(words: text) else {
        throw Refusal(error: RequestError(.missing, "line holds no command", field: "line"))
      }
      try Binding.check(request)
      return request
    } catch {
      throw RequestError(
        error.error.kind, "line \"\(line.prefix(60))\": \(error.error.message)", field: "line",
        hint: error.error.hint)
    }
  }

  private static func check(_ request: Request) throws(Refusal) {
    let method = request.method
    guard !method.hasPrefix("bindings."),
      !["hello", "defaults", "subscribe", "unsubscribe"].contains(method)
    else {
      throw Refusal(
        error: RequestError(.notAllowed, "\(method) may not be bound", field: "line"))
    }
    for parameter in request.command.parameters where parameter.type == .path {
      guard let path = request.arguments.text(parameter.name), !path.hasPrefix("/") else {
        continue
      }
      throw Refusal(
        error: RequestError(
          .badText, "\(parameter.name) is \"\(path)\": must be absolute", field: "line"))
    }
  }

  /// Whether it wants each value, not only those that press or release.
  var wantsValues: Bool { line.contains(Binding.placeholder) }

  /// Whether it takes the place of another one.
  func replaces(_ other: Binding) -> Bool {
    trigger == other.trigger && channel == other.channel
  }

  /// The command that makes it, but for its verb.
  package var words: [Word] {
    [Word(value: trigger.text), Word(value: line)]
      + (channel.map { [Word(name: "channel", value: "\($0.number)")] } ?? [])
      + (isForBoth ? [Word(name: "edge", value: "both")] : [])
  }

  /// What replies show.
  package var value: Value {
    var members = Members()
    members.append("trigger", .string(trigger.text))
    members.append("channel", ifPresent: channel.map { Value(Int($0.number)) })
    members.append("line", .string(line))
    members.append("edge", .string(isForBoth ? "both" : "press"))
    return .object(members)
  }
}
