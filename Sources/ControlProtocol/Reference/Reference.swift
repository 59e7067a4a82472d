/// The protocol for those who write clients, made of the table, so that it says what is read.
package enum Reference {
  /// As Markdown.
  package static let markdown = blocks.markdown(title: "The protocol of playhead")

  /// As a manual page of section 7.
  package static let manualPage = (name + blocks + [seeAlso]).manualPage(
    header: ".TH PLAYHEAD\\-PROTOCOL 7 \"\" \"playhead \(Release.version)\" \"Miscellaneous\"")

  private static let name: [Block] = [
    .chapter("Name"), .text("playhead-protocol - what the daemon and its clients say"),
  ]

  private static let seeAlso: Block = .text("See also `playhead`(1), `playheadd`(1).")

  private static let blocks =
    introduction + types + methods + objects + events + errors + promise + recipes

  // What the table holds.

  private static let methods: [Block] =
    [
      .chapter("Methods"),
      .text(
        """
        Behind a method stand its short names, which words know.
        Every edit also takes what *edit* takes besides its `ops`.
        Whatever takes `when` is answered *waiting* where that is ahead.
        """),
    ] + Command.all.flatMap(\.blocks)

  private static let objects: [Block] =
    [
      .chapter("Objects"),
      .text(
        "What replies and events are made of; what stands in parentheses says when it is there."),
    ]
    + Shape.all.flatMap { shape -> [Block] in
      let about = shape.about.isEmpty ? [] : [Block.text(shape.about)]
      return [.section(shape.name)] + about + shape.blocks
    }

  private static let events: [Block] =
    [.chapter("Events"), .text(eventsText)]
    + Event.Topic.allCases.flatMap { topic -> [Block] in
      [.section(topic.rawValue), .text(topic.about)]
        + topic.news.flatMap { news -> [Block] in
          let about = news.about.isEmpty ? "" : " \(news.about)"
          return [.text("`\(news.name)`:\(about)")] + news.blocks
        }
    } + [.section(Shape.resync.name), .text(Shape.resync.about)] + Shape.resync.blocks

  private static let errors: [Block] = [
    .chapter("Errors"), .text(errorsText),
    .list(
      RequestError.Kind.allCases.map { kind in
        Block.Item("`\(kind.rawValue)`, \(kind.code)", kind.about)
      }),
  ]

  private static let types: [Block] =
    [.chapter("Types"), .text(typesText)]
    + [
      .list(
        named.map { type in
          let form = type.form.map { "; in JSON: \($0)" } ?? ""
          return Block.Item("*\(type.name)*", type.allowed + form)
        })
    ]

  /// The types that the methods name, by name, one of each.
  private static let named: [ParameterType] = {
    var byName: [String: ParameterType] = [:]
    for parameter in Command.all.flatMap(\.parameters) where parameter.type.isNamed {
      byName[parameter.type.name] = parameter.type
    }
    return byName.sorted { $0.key < $1.key }.map(\.value)
  }()
}
