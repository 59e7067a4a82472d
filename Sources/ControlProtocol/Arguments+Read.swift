import Timeline

/// A parameter's value as a request gives it, under either of its names or by its place.
struct GivenArgument {
  let parameter: Parameter
  var value: Value
}

extension Command {
  /// The arguments of a JSON request, or the members of a part of a document.
  package func arguments(_ members: Members) throws(RequestError) -> Arguments {
    var given: [GivenArgument] = []
    given.reserveCapacity(members.list.count)
    for member in members.list {
      let parameter = try required(parameter: member.key)
      given.append(GivenArgument(parameter: parameter, value: member.value))
    }
    return try arguments(given)
  }

  /// The parameter that a request calls so, or the error that says which there are.
  func required(parameter key: String) throws(RequestError) -> Parameter {
    if let parameter = parameter(key) { return parameter }
    let names = parameters.map(\.name)
    let list = names.isEmpty ? "it takes none" : "it takes \(names.joined(separator: ", "))"
    throw RequestError(
      .badField, "\(method) has no parameter \"\(key.prefix(60))\"; \(list)",
      field: String(key.prefix(60)), hint: suggestion(for: key, among: names))
  }

  /// Reads what a request gives, and checks that it is complete.
  func arguments(_ given: [GivenArgument]) throws(RequestError) -> Arguments {
    var arguments = Arguments(reservingCapacity: given.count)
    for one in given {
      let target = one.parameter.target
      guard !arguments.has(target) else {
        let name = one.parameter.name
        throw RequestError(.badField, "\(name) is given twice", field: name)
      }
      arguments.append(target, try read(one))
    }
    for parameter in parameters where parameter.isRequired && !arguments.has(parameter.name) {
      throw RequestError(
        .missing, "\(method) needs \(parameter.name): \(parameter.type.allowed)",
        field: parameter.name)
    }
    try checkChoice(of: arguments)
    guard self == .edit else { return arguments }
    return arguments.sharingWithOperations()
  }

  private func read(_ given: GivenArgument) throws(RequestError) -> Argument {
    let parameter = given.parameter
    if parameter.isClearable, given.value == .null || given.value == .string("") {
      return .cleared
    }
    guard parameter.type == .operations else {
      return try parameter.type.read(given.value, field: parameter.name)
    }
    return .operations(try Operation.list(given.value))
  }

  private func checkChoice(of arguments: Arguments) throws(RequestError) {
    for group in exclusive {
      guard group.count(where: arguments.has) > 1 else { continue }
      let given = group.filter(arguments.has)
      throw RequestError(
        .badField,
        "\(given[1]) cannot stand beside \(given[0]): give one of "
          + group.joined(separator: ", "), field: given[1])
    }
    guard !needed.isEmpty, !needed.contains(where: arguments.has) else { return }
    throw RequestError(
      .missing, "\(method) needs one of \(needed.joined(separator: ", "))", field: needed[0])
  }
}

extension Operation {
  /// Refuses a batch of none, or of more than the limit.
  static func checkCount(_ count: Int) throws(RequestError) {
    guard (1...Limits.operations).contains(count) else {
      throw RequestError(
        .limit, "ops holds \(count) edits: must be 1 to \(Limits.operations)", field: "ops")
    }
  }

  /// The operations of an `edit` in JSON.
  static func list(_ value: Value) throws(RequestError) -> [Operation] {
    let type = ParameterType.operations
    guard let elements = value.array else {
      throw Mismatch(.badType, type.allowed).error(field: "ops", value: value)
    }
    try checkCount(elements.count)
    var operations: [Operation] = []
    operations.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      do throws(RequestError) { operations.append(try Operation(element)) } catch {
        throw error.inOperation(index + 1)
      }
    }
    return operations
  }

  private init(_ value: Value) throws(RequestError) {
    guard case .object(let members) = value else {
      throw Mismatch(.badType, "an object with op and its parameters")
        .error(field: "ops", value: value)
    }
    guard let name = members["op"]?.string else {
      throw RequestError(
        .missing, "op is missing: must be an edit's method such as \"cells.move\"", field: "op")
    }
    let command = try Command.method(name)
    try command.checkIsEdit()
    var parameters = Members(reservingCapacity: members.list.count)
    for member in members.list where member.key != "op" {
      guard !Command.batchNames.contains(member.key) else {
        throw RequestError(
          .notAllowed, "\(member.key) is said once for the whole edit, beside ops",
          field: member.key)
      }
      parameters.append(member.key, member.value)
    }
    self.init(method: command.method, arguments: try command.arguments(parameters))
  }
}

extension Command {
  func checkIsEdit() throws(RequestError) {
    guard !isEdit else { return }
    throw RequestError(
      .notAllowed, "\(method) cannot stand in a batch: only edits can, such as cells.move",
      field: "op")
  }
}

extension Arguments {
  /// The arguments of an `edit`, what they say of all operations repeated in each.
  fileprivate func sharingWithOperations() -> Arguments {
    let names = Command.operationParameters.map(\.name)
    guard var operations = operations("ops"), names.contains(where: has) else { return self }
    for index in operations.indices {
      operations[index].arguments = operations[index].arguments.inheriting(names, from: self)
    }
    return replacing("ops", with: .operations(operations))
  }
}
