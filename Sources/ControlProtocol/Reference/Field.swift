/// A member of an object that the daemon sends, as the reference tells it.
package struct Field: Sendable {
  package let name: String
  package let type: FieldType
  /// What it means; nil where name and type say it.
  package let about: String?
  /// When it is there, to follow "there"; nil where it always is.
  package let presence: String?

  package init(
    _ name: String, _ type: FieldType, _ about: String? = nil, if presence: String? = nil
  ) {
    self.name = name
    self.type = type
    self.about = about
    self.presence = presence
  }

  /// The same where it may also be null, there under another condition.
  func orNull(if presence: String) -> Field {
    Field(name, .either(type, .null), about, if: presence)
  }
}

/// What the value of a field is.
package indirect enum FieldType: Sendable {
  case integer
  case number
  case text
  case boolean
  case null
  /// Anything: a client's own, or told elsewhere.
  case json
  /// A position or a length: a number, whole ones without a point.
  case beats
  /// A moment of the monotonic clock: an integer.
  case nanoseconds
  case milliseconds
  /// How often each of some things occurs: an object of integers.
  case tally
  case list(FieldType)
  case either(FieldType, FieldType)
  case shape(Shape)

  /// Its name, that of a shape between marks of emphasis.
  package func text(_ emphasis: String = "") -> String {
    switch self {
    case .integer: "integer"
    case .number: "number"
    case .text: "text"
    case .boolean: "boolean"
    case .null: "null"
    case .json: "any"
    case .beats: "beats"
    case .nanoseconds: "nanoseconds"
    case .milliseconds: "milliseconds"
    case .tally: "tally"
    case .list(let element):
      if case .either = element {
        "list of (\(element.text(emphasis)))"
      } else {
        "list of \(element.text(emphasis))"
      }
    case .either(let one, let other): "\(one.text(emphasis)) or \(other.text(emphasis))"
    case .shape(let shape): emphasis + shape.name + emphasis
    }
  }

  /// The shapes that it is made of.
  var shapes: [Shape] {
    switch self {
    case .list(let element): element.shapes
    case .either(let one, let other): one.shapes + other.shapes
    case .shape(let shape): [shape]
    default: []
    }
  }
}

extension Field {
  static let revision = Field("revision", .integer, "the song's, which counts its changes")
  static let commit = Field(
    "commit", .nanoseconds, "when it takes effect in what is heard", if: "while it plays")
  static let unsaved = Field(
    "unsaved", .boolean, "true: it is done and kept in memory, and the disk refuses it",
    if: "while the disk does")
  static let client = Field("client", .integer, "who asked", if: "a client did")
}
