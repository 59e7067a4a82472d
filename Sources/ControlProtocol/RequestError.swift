/// Why a request was refused: a stable kind for programs, one line for people.
package struct RequestError: Error, Equatable, Sendable {
  /// What went wrong, as the stable word and code of the protocol; never renamed, never renumbered.
  package enum Kind: String, Sendable, CaseIterable {
    case parse
    case envelope
    case unknownMethod
    case badField
    case missing
    case badType
    case outOfRange
    case badText
    case notFound
    case conflict
    case overlap
    case limit
    case busy
    case notAllowed
    case environment

    /// What it says, as one sentence.
    package var about: String {
      switch self {
      case .parse: "The line is no JSON, or no words."
      case .envelope: "The JSON is no request: a member is missing, unknown or of the wrong type."
      case .unknownMethod: "There is no such command."
      case .badField:
        "The command has no such parameter, or it is given twice, or beside one that excludes it."
      case .missing: "A parameter that must be given is not."
      case .badType: "The value is of another type."
      case .outOfRange: "The value is of the right type but too small or too large."
      case .badText: "The text is too long or holds something that it may not."
      case .notFound: "No row, cell, port, version or file has that name."
      case .conflict: "The song has changed since the revision or the step that was meant."
      case .overlap: "The edit would overlap other cells, and was asked to refuse that."
      case .limit: "A limit of the song or the daemon is reached."
      case .busy: "Something else has to end first."
      case .notAllowed: "The request makes no sense here."
      case .environment: "The machine refused: a file, a device, a permission."
      }
    }

    /// The JSON-RPC code: the protocol's own where there is one, from −32010 downwards else.
    package var code: Int {
      switch self {
      case .parse: -32700
      case .envelope: -32600
      case .unknownMethod: -32601
      case .badField, .missing, .badType, .outOfRange, .badText: -32602
      case .notFound: -32010
      case .conflict: -32011
      case .overlap: -32012
      case .limit: -32013
      case .busy: -32014
      case .notAllowed: -32015
      case .environment: -32016
      }
    }
  }

  package let kind: Kind
  /// One line that names field, value and what is allowed.
  package let message: String
  package var field: String?
  /// The operation of a batch, counted from 1 as in `$1`.
  package var operation: Int?
  /// What was probably meant.
  package var hint: String?
  /// Further members for programs, such as the cells in the way.
  package var details: Members

  package init(
    _ kind: Kind, _ message: String, field: String? = nil, operation: Int? = nil,
    hint: String? = nil, details: Members = Members()
  ) {
    self.kind = kind
    self.message = message
    self.field = field
    self.operation = operation
    self.hint = hint
    self.details = details
  }

  /// The same error, said to be of an operation of a batch.
  package func inOperation(_ number: Int) -> RequestError {
    var error = self
    error.operation = number
    return error
  }

  /// The `error` member of a reply.
  package var value: Value {
    var data = Members()
    data.append("kind", .string(kind.rawValue))
    data.append("field", ifPresent: field.map { .string($0) })
    data.append("op", ifPresent: operation.map { Value($0) })
    data.append("hint", ifPresent: hint.map { .string($0) })
    for detail in details.list { data.append(detail.key, detail.value) }
    return [
      "code": Value(kind.code), "message": .string(message), "data": .object(data),
    ]
  }
}

/// That a value does not fit its type: what would fit, for the error that names the field.
package struct Mismatch: Error, Equatable, Sendable {
  package let kind: RequestError.Kind
  /// What is allowed, to follow "must be".
  package let allowed: String
  /// What was probably meant.
  package var hint: String?

  package init(_ kind: RequestError.Kind, _ allowed: String, hint: String? = nil) {
    self.kind = kind
    self.allowed = allowed
    self.hint = hint
  }

  /// The error for a field with that value.
  package func error(field: String, value: Value) -> RequestError {
    let text = value.string.map { "\"\($0)\"" } ?? value.json
    let shown = text.utf8.count > 60 ? "\(text.prefix(40))…" : text
    return RequestError(kind, "\(field) is \(shown): must be \(allowed)", field: field, hint: hint)
  }
}
