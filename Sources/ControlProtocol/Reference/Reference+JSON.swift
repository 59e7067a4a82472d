extension Reference {
  /// As JSON, for programs: methods, events, objects and errors with their members.
  package static var json: Value {
    [
      "version": .string(Release.version), "protocol": .string(Release.protocolVersion),
      "methods": .array(Command.all.map(\.value)),
      "events": .object(topics), "resync": Shape.resync.value,
      "objects": .array(Shape.all.map(\.value)),
      "errors": .array(
        RequestError.Kind.allCases.map { kind in
          [
            "kind": .string(kind.rawValue), "code": Value(kind.code), "about": .string(kind.about),
          ]
        }),
    ]
  }

  private static var topics: Members {
    var members = Members()
    for topic in Event.Topic.allCases {
      members.append(topic.rawValue, .array(topic.news.map(\.value)))
    }
    return members
  }
}

extension Command {
  fileprivate var value: Value {
    [
      "method": .string(method), "verbs": .array(verbs.map { .string($0) }),
      "help": .string(help), "example": .string(example), "edit": .bool(isEdit),
      "parameters": .array(parameters.map(\.value)), "replies": .array(replies.map(\.value)),
    ]
  }
}

extension Parameter {
  fileprivate var value: Value {
    var members = Members()
    members.append("name", .string(name))
    members.append("short", ifPresent: shortName.map { .string($0) })
    members.append("type", .string(type.name))
    members.append("required", .bool(isRequired))
    members.append("plain", .bool(place != .named))
    members.append("allowed", .string(type.allowed))
    members.append("about", ifPresent: about.map { .string($0) })
    return .object(members)
  }
}

extension Shape {
  fileprivate var value: Value {
    [
      "name": .string(name), "about": .string(about), "fields": .array(fields.map(\.value)),
      "like": .array(others.map { .string($0.name) }),
    ]
  }
}

extension Field {
  fileprivate var value: Value {
    var members = Members()
    members.append("name", .string(name))
    members.append("type", .string(type.text()))
    members.append("about", ifPresent: about.map { .string($0) })
    members.append("if", ifPresent: presence.map { .string($0) })
    return .object(members)
  }
}
