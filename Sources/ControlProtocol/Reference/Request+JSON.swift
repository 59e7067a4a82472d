extension Request {
  /// The JSON that means the same as a line of words; whether the values fit is not looked at.
  package static func json(words line: String) throws(RequestError) -> Value {
    let commands = try Words.split(line)
    var operations: [Value] = []
    var shared = Members()
    for words in commands {
      let (command, members) = try members(of: words)
      guard commands.count > 1 else {
        return ["id": 1, "method": .string(command.method), "params": .object(members)]
      }
      var operation = Members()
      operation.append("op", .string(command.method))
      for member in members.list {
        if Command.batchNames.contains(member.key) {
          shared.append(member.key, member.value)
        } else {
          operation.append(member.key, member.value)
        }
      }
      operations.append(.object(operation))
    }
    shared.append("ops", .array(operations))
    return ["id": 1, "method": "edit", "params": .object(shared)]
  }

  private static func members(of words: [Word]) throws(RequestError) -> (Command, Members) {
    let command = try Command.verb(words.first?.value ?? "")
    var members = Members()
    for argument in try command.given(words.dropFirst()) {
      members.append(argument.parameter.name, argument.parameter.type.json(of: argument.value))
    }
    return (command, members)
  }
}

extension ParameterType {
  /// A value that words give as text, as JSON has it; a text where that is what it has.
  fileprivate func json(of value: Value) -> Value {
    guard let text = value.string else { return value }
    switch self {
    case .json, .operations: return Value(json: text)
    case .flag where ["on", "off"].contains(text): return .bool(text == "on")
    case .integer, .number: return Int64(text).map { .integer($0) } ?? value
    default: return value
    }
  }
}
