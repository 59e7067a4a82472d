extension Request {
  /// From a line of words; nil for a blank line or a comment.
  ///
  /// Several edits with `;` between are one `edit`.
  package init?(words line: String) throws(Refusal) {
    do throws(RequestError) {
      let commands = try Words.split(line)
      guard let first = commands.first else { return nil }
      if commands.count == 1 {
        let (command, arguments) = try Request.read(first)
        self.init(command: command, arguments: arguments)
      } else {
        self.init(command: .edit, arguments: try Request.batch(commands))
      }
    } catch {
      throw Refusal(error: error)
    }
  }

  private static func read(
    _ words: [Word]
  ) throws(RequestError) -> (Command, Arguments) {
    guard let verb = words.first, verb.name == nil else {
      throw RequestError(.parse, "a command must stand first, such as play")
    }
    let command = try Command.verb(verb.value)
    return (command, try command.arguments(words.dropFirst()))
  }

  /// The arguments of an `edit`; what an edit says once for the whole is taken from any command.
  private static func batch(
    _ commands: [[Word]]
  ) throws(RequestError) -> Arguments {
    try Operation.checkCount(commands.count)
    var operations: [Operation] = []
    var shared = Arguments()
    for (index, words) in commands.enumerated() {
      do throws(RequestError) {
        var (command, arguments) = try read(words)
        try command.checkIsEdit()
        let taken = arguments.remove(Command.batchNames)
        if let twice = taken.names.first(where: shared.has) {
          throw RequestError(.badField, "\(twice) is given twice in one line", field: twice)
        }
        shared = shared.inheriting(Command.batchNames, from: taken)
        operations.append(Operation(method: command.method, arguments: arguments))
      } catch {
        throw error.inOperation(index + 1)
      }
    }
    shared.append("ops", .operations(operations))
    return shared
  }
}

extension Words {
  /// A line with the paths in it made absolute, seen from `folder`; as it is where it is no line of
  /// words.
  package static func resolvingPaths(in line: String, from folder: String) -> String {
    guard !line.hasPrefix("{"), let commands = try? split(line) else { return line }
    var resolved: [[Word]] = []
    for words in commands {
      guard let verb = words.first, verb.name == nil, let command = try? Command.verb(verb.value)
      else { return line }
      resolved.append(
        [verb] + command.resolvingPaths(of: Array(words.dropFirst()), from: folder))
    }
    return join(resolved)
  }
}

extension Command {
  /// The arguments of a command in words.
  fileprivate func arguments(
    _ words: ArraySlice<Word>
  ) throws(RequestError) -> Arguments {
    var given = try given(words)
    for index in given.indices {
      let parameter = given[index].parameter
      guard parameter.type.isJSONInWords, let text = given[index].value.string,
        !(parameter.isClearable && text.isEmpty)
      else { continue }
      given[index].value = try read(text, of: parameter)
    }
    return try arguments(given)
  }

  /// What words give, as text: plain values fill the parameters in order.
  func given(_ words: ArraySlice<Word>) throws(RequestError) -> [GivenArgument] {
    var places = places(of: words)
    var given: [GivenArgument] = []
    var rest: [Value] = []
    for word in words {
      let parameter: Parameter
      if let name = word.name {
        parameter = try required(parameter: name)
      } else {
        parameter = try takePlace(of: word, from: &places)
        guard parameter.place != .rest || word.value.isEmpty else {
          rest.append(.string(word.value))
          continue
        }
      }
      given.append(GivenArgument(parameter: parameter, value: .string(word.value)))
    }
    if !rest.isEmpty, let parameter = parameters.first(where: { $0.place == .rest }) {
      given.append(GivenArgument(parameter: parameter, value: .array(rest)))
    }
    return given
  }

  /// The words with each path among them made absolute, seen from `folder`.
  ///
  /// A word that fits no parameter stays as it is: reading the request refuses it.
  package func resolvingPaths(of words: [Word], from folder: String) -> [Word] {
    var places = places(of: words[...])
    return words.map { word in
      let parameter = word.name.map(parameter) ?? (try? takePlace(of: word, from: &places))
      guard parameter?.type == .path || parameter?.type == .paths, !word.value.isEmpty,
        !word.value.hasPrefix("/")
      else {
        return word
      }
      let separator = folder.hasSuffix("/") ? "" : "/"
      return Word(name: word.name, value: folder + separator + word.value)
    }
  }

  /// What plain values fill, in order.
  private func places(of words: ArraySlice<Word>) -> ArraySlice<Parameter> {
    let named = words.compactMap { $0.name.flatMap(parameter)?.name }
    return parameters.filter { parameter in
      switch parameter.place {
      case .plain, .plainIfItFits, .rest: true
      case .named: false
      case .plainIfFree:
        !exclusive.contains { $0.contains(parameter.name) && $0.contains(where: named.contains) }
      }
    }[...]
  }

  private func takePlace(
    of word: Word, from places: inout ArraySlice<Parameter>
  ) throws(RequestError) -> Parameter {
    while let parameter = places.first {
      if parameter.place == .rest { return parameter }
      places.removeFirst()
      guard parameter.place == .plainIfItFits, case .choice(let choices) = parameter.type,
        !choices.contains(word.value)
      else { return parameter }
    }
    let count = parameters.count { $0.place != .named }
    let names = parameters.map { "\($0.name)=" }.joined(separator: " ")
    throw RequestError(
      .badField,
      "\"\(word.value.prefix(40))\" is one value too many: \(method) takes \(count) plain values"
        + (names.isEmpty ? "" : "; the rest are named: \(names)"))
  }

  private func read(
    _ text: String, of parameter: Parameter
  ) throws(RequestError) -> Value {
    do throws(RequestError) { return try JSONText.read(text) } catch {
      throw RequestError(
        .badText, "\(parameter.name) must be \(parameter.type.allowed): \(error.message)",
        field: parameter.name)
    }
  }
}
