import ControlProtocol
import Timeline

/// Does something at a place of a document, which its error names.
func at<Result>(
  _ place: @autoclosure () -> String, _ body: () throws(RequestError) -> Result
) throws(RequestError) -> Result {
  do throws(RequestError) { return try body() } catch {
    throw RequestError(
      error.kind, "\(place()): \(error.message)", field: "path", hint: error.hint)
  }
}

extension Value {
  /// The members of a part of a document, read and checked.
  func arguments(of part: Command) throws(RequestError) -> Arguments {
    try part.arguments(try membersOfPart())
  }

  /// The members of an object; anything else is refused.
  func membersOfPart() throws(RequestError) -> Members {
    guard case .object(let members) = self else {
      throw RequestError(.badType, "must be an object, not \(kind)")
    }
    return members
  }
}

extension Members {
  /// Without the members that are read otherwise.
  func without(_ keys: [String]) -> Members {
    var left = Members()
    for member in list where !keys.contains(member.key) { left.append(member.key, member.value) }
    return left
  }

  /// The elements of a list, none where it is left out; read one by one, their places in errors.
  func each(
    _ key: String, atMost limit: Int, in place: String = "",
    _ body: (Value) throws(RequestError) -> Void
  ) throws(RequestError) {
    guard let value = self[key] else { return }
    guard let elements = value.array else {
      throw RequestError(
        .badType, "\(place)\(key): must be a list, not \(value.kind)", field: "path")
    }
    guard elements.count <= limit else {
      throw RequestError(
        .limit, "\(place)\(key): \(elements.count) of them, must be at most \(limit)",
        field: "path")
    }
    for (index, element) in elements.enumerated() {
      try at("\(place)\(key)[\(index)]") { () throws(RequestError) in try body(element) }
    }
  }
}

extension Arguments {
  /// A number of beats, which the table has checked to be within a song.
  func ticks(_ name: String) -> Ticks? { number(name).flatMap { Ticks(beats: $0) } }

  func id(_ name: String) -> Int64? { integer(name).map(Int64.init) }
}
