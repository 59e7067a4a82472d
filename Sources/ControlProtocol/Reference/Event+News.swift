extension Event.Topic {
  /// What it is about.
  package var about: String {
    switch self {
    case .edit: "The song is another: one event for each revision, in their order."
    case .transport: "The playhead goes on otherwise than it was to be foreseen, or wraps."
    case .cells: "The playhead enters and leaves cells that have a label; each start has one end."
    case .selection: "Other cells are selected."
    case .pending: "A request waits for its moment, and what becomes of it."
    case .ports: "Something about ports, devices or their settings is new; all of it is told."
    case .jobs: "Long work goes on, or is done."
    case .log: "A line of the daemon's log, from its `--log-level` on."
    case .midi:
      "What is sent, as it is handed to the sequencer ahead of its time; and what comes in."
    }
  }

  /// The events of a topic: their names, as `method`, and their parameters, as `params`.
  package var news: [Shape] {
    switch self {
    case .edit:
      [
        Shape("edit", "An edit.", Event.edit, like: [.changes]),
        Shape("edit", "Undo or redo.", Event.edit, like: [.changes, .step]),
        Shape("edit", "Another song: read it again.", Event.replacement, like: [.outline]),
        Shape("edit", "The same by undo or redo.", Event.replacement, like: [.outline, .step]),
        Shape(
          "edit", "All that was `unsaved` is on disk.",
          [Field("saved", .boolean, "true"), .revision]),
      ]
    case .transport: [Shape("transport", "", [Event.cause, .unsaved], like: [.transport])]
    case .cells: [.crossing("cell.started"), .crossing("cell.ended")]
    case .selection: [Shape("selection", "", [.client, .unsaved], like: [.selection])]
    case .pending: [Shape("pending", "", Event.decision, like: [.waiting])]
    case .ports: [Shape("ports", "", like: [.ports])]
    case .jobs: [Shape("jobs", "", Event.work)]
    case .log:
      [
        Shape(
          "log", "",
          [
            Field("level", .text, "`error`, `warning`, `notice`, `info` or `debug`"),
            Field("message", .text, "for people"),
          ])
      ]
    case .midi:
      [
        Shape(
          "midi", "",
          [
            Field("time", .nanoseconds), Field("port", .text), Field("bytes", .list(.integer)),
            Field("line", .text, "for people"),
          ])
      ]
    }
  }
}

extension Event {
  fileprivate static let cause = Field("cause", .text, "the method, or what happened by itself")

  fileprivate static let decision = [
    Field("state", .text, "`waiting`, `done`, `dropped` or `cancelled`"),
    Field("result", .json, "the reply, as if it had been asked for now", if: "done"),
    Field("error", .shape(.error), if: "dropped"), .unsaved,
  ]

  fileprivate static let edit = [cause, .client]

  fileprivate static let replacement = [
    Field("replaced", .boolean, "true"), cause, .client, .unsaved,
  ]

  fileprivate static let work = [
    Field("job", .integer, "its number"),
    Field("result", .json, "the reply", if: "it is done, and the reply was the job"),
    Field("error", .shape(.error), if: "it was refused"),
    Field("cause", .text, "the method", if: "of a large edit"),
    Field("state", .text, "`deciding`, `committed` or `refused`", if: "of a large edit"),
    Field(
      "round", .integer, "how often it is decided, since others changed the song",
      if: "more than once"),
  ]
}

extension Shape {
  /// Sent to a client that read too slowly and missed events, of whatever topic.
  package static let resync = Shape(
    "resync", "Events were missed: read the song again.", [.revision])

  static let selection = Shape(
    "selection", "",
    [
      .revision, Field("cells", .list(.integer), "their ids, of many the first 1,000"),
      Field("partial", .boolean, "true", if: "there are more"),
      Field("count", .integer, "how many there are", if: "partial"),
    ])

  fileprivate static func crossing(_ name: String) -> Shape {
    Shape(
      name, "",
      [
        Field("cell", .integer, "its id"), Field("row", .integer, "its id"),
        Field("label", .text, if: "it still has one"),
        Field("data", .json, "the client's own", if: "it has some"),
        Field("position", .beats), Field("time", .nanoseconds),
      ])
  }
}
