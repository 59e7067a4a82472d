/// The members of an object that the daemon sends: of a reply, of an event, or of a part of these.
package final class Shape: Sendable {
  package let name: String
  /// One sentence; empty where the name says it.
  package let about: String
  /// Its own members, in the order in which they are told.
  package let fields: [Field]
  /// The shapes whose members it has as well.
  package let others: [Shape]

  init(_ name: String, _ about: String = "", _ fields: [Field] = [], like others: [Shape] = []) {
    self.name = name
    self.about = about
    self.fields = fields
    self.others = others
  }
}

extension Shape {
  /// Every shape that replies, events, errors and documents are made of, by name.
  package static let all: [Shape] = {
    let topics = Event.Topic.allCases.flatMap(\.news) + [.resync]
    var shapes: [String: Shape] = [:]
    let alternatives = Command.all.flatMap { $0.replies.dropFirst() }
    var ahead =
      Command.all.map(\.replies[0]) + topics + [Shape("", like: alternatives + [error, document])]
    while let shape = ahead.popLast() {
      let parts = shape.others + shape.fields.flatMap(\.type.shapes)
      for part in parts {
        let known = shapes.updateValue(part, forKey: part.name)
        precondition(known == nil || known === part, "two shapes are called \(part.name)")
        if known == nil { ahead.append(part) }
      }
    }
    return shapes.values.sorted { $0.name < $1.name }
  }()

  /// The reply to a request that waits for its moment.
  static let waiting = Shape(
    "waiting", "A request that waits for its moment.",
    [
      Field("pending", .integer, "its number, for `pending.cancel`"),
      Field("method", .text),
      Field("about", .text, "the section, rows, cells or song", if: "it names any"),
      Field("client", .integer, "who asked"),
      Field("when", .text, "as it was asked"),
      Field("position", .beats, "where it will be decided", if: "while the playhead comes there"),
      Field("time", .nanoseconds, "when that will be", if: "while the playhead comes there"),
      Field("new", .boolean, "true", if: "of a song whose file is not there: an empty one comes"),
    ])

  /// The reply to a request whose work takes longer than a moment.
  static let job = Shape(
    "job", "Work that takes longer than 200 ms; an event of the topic `jobs` tells its end.",
    [Field("job", .integer, "its number")])

  static let error = Shape(
    "error", "Why a request was refused.",
    [
      Field("code", .integer, "the code of its kind, see ERRORS"),
      Field("message", .text, "one line for people; its words may change"),
      Field("data", .shape(RequestError.data)),
    ])
}
