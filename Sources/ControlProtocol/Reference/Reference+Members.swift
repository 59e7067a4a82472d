extension Command {
  /// What the reference says of a command.
  var blocks: [Block] {
    let names = [method] + verbs
    var blocks: [Block] = [.section(names.joined(separator: ", ")), .text(help)]
    let own = parameters.filter { !isEdit || !Command.editParameters.contains($0) }
    if !own.isEmpty { blocks.append(.list(own.map(\.item))) }
    if !rules.isEmpty { blocks.append(.text(rules.joined(separator: "\n"))) }
    blocks.append(.text(result))
    if !replies[0].fields.isEmpty { blocks.append(.list(replies[0].fields.map(\.item))) }
    blocks.append(.code(example + "\n" + json))
    return blocks
  }

  private var json: String {
    do throws(RequestError) { return try Request.json(words: example).json } catch {
      preconditionFailure("the example \(example) is refused: \(error.message)")
    }
  }

  private var rules: [String] {
    let atMost = exclusive.map { "At most one of \(list(of: $0))." }
    let atLeast = needed.isEmpty ? [] : ["At least one of \(list(of: needed))."]
    return atMost + atLeast
  }

  private var result: String {
    let follows = replies[0].fields.isEmpty ? [] : ["what follows"]
    let parts = follows + replies[0].others.map { "*\($0.name)*" }
    // Of edits the chapter says once what they reply while they wait.
    let others = replies.dropFirst().filter { !isEdit || $0 !== Shape.waiting }
    return (isEdit ? "An edit. " : "") + "Reply: "
      + (parts.isEmpty ? "an empty object" : parts.joined(separator: ", and "))
      + others.map { "; or *\($0.name)*" }.joined() + "."
  }

  private func list(of names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }
}

extension Parameter {
  fileprivate var item: Block.Item {
    let names = [name, shortName].compactMap { $0 }.map { "`\($0)`" }.joined(separator: ", ")
    var text = type.isNamed ? "*\(type.name)*" : type.name
    if isRequired { text += ", required" }
    if isClearable { text += ", or null to take it away" }
    if let about { text += "; \(about)" }
    return Block.Item(names, text)
  }
}

extension Field {
  fileprivate var item: Block.Item {
    var text = type.text("*")
    if let about { text += "; \(about)" }
    if let presence { text += " (\(presence))" }
    return Block.Item("`\(name)`", text)
  }
}

extension Shape {
  /// What the reference says of its members.
  var blocks: [Block] {
    let also = others.map { "*\($0.name)*" }.joined(separator: " and ")
    return (fields.isEmpty ? [] : [.list(fields.map(\.item))])
      + (others.isEmpty ? [] : [.text("\(fields.isEmpty ? "All" : "And all") of \(also).")])
  }
}
