extension Command {
  /// The shortest word for it.
  package var verb: String { verbs.first ?? method }

  /// The line that shows how it is written, such as `move WHERE [by=] [steps=]`.
  package var usage: String {
    var words = [verb]
    for parameter in parameters where !isShared(parameter) {
      let name = parameter.name
      let word =
        switch parameter.place {
        case .named: "\(name)="
        case .rest: "\(name.uppercased())…"
        case .plain, .plainIfItFits, .plainIfFree: name.uppercased()
        }
      words.append(parameter.isRequired ? word : "[\(word)]")
    }
    return words.joined(separator: " ")
  }

  /// Everything there is to know, on several lines.
  package var manual: String {
    var lines = [usage, "    \(help)", ""]
    var table = TextTable([])
    for parameter in parameters where !isShared(parameter) {
      let names = [parameter.name, parameter.shortName].compactMap { $0 }.joined(separator: ", ")
      let allowed = parameter.type.allowed
      table.append(["  \(names)", parameter.about.map { "\($0) (\(allowed))" } ?? allowed])
    }
    if !parameters.isEmpty { lines.append(contentsOf: [table.text, ""]) }
    if isEdit {
      let shared = Command.editParameters.filter { one in
        parameters.contains { $0.name == one.name }
      }
      let names = shared.map { "\($0.name)=" }.joined(separator: " ")
      lines.append(contentsOf: ["  every edit also takes \(names): see help edit", ""])
    }
    let other = ([method] + verbs).filter { $0 != verb }
    if !other.isEmpty { lines.append("also called \(other.joined(separator: ", "))") }
    lines.append("e.g.  \(example)")
    return lines.joined(separator: "\n")
  }

  /// All commands, one line each.
  package static var overview: String {
    var table = TextTable([])
    for command in all { table.append(["  \(command.verb)", command.help]) }
    return table.text
  }

  private func isShared(_ parameter: Parameter) -> Bool {
    isEdit && Command.editParameters.contains(parameter)
  }
}
