/// What may come next on a command line, for a shell to offer.
package struct Completion {
  /// A whole word, and what it means; one that ends in `=`, `@` or `/` wants more.
  package struct Candidate: Equatable, Sendable {
    package let word: String
    package let about: String?
  }

  private let beginning: String
  private let known: (NameKind, String) -> [String]

  /// What may stand for a word that begins so; `known` tells the names that begin with a text, and
  /// is asked for no more than it takes.
  package static func candidates(
    after words: [String], beginning: String, known: (NameKind, String) -> [String]
  ) -> [Candidate] {
    withoutActuallyEscaping(known) { known in
      Completion(beginning: beginning, known: known).candidates(after: words)
    }
  }

  private func candidates(after words: [String]) -> [Candidate] {
    let words = words.split(separator: ";", omittingEmptySubsequences: false).last ?? []
    guard let verb = words.first else { return commands() + own() }
    if verb == "help" { return words.count == 1 ? commands() : [] }
    if verb == "protocol" {
      let forms = ["man", "markdown", "json"].map { Candidate(word: $0, about: nil) }
      return words.count == 1 ? fitting(forms) : []
    }
    if verb == "doctor" {
      let timing = Candidate(word: "--timing", about: "measure how late the sequencer plays")
      return words.count == 1 ? fitting([timing]) : []
    }
    if verb == "wait" { return words.count == 1 ? values(of: .boundary) : [] }
    guard let command = try? Command.verb(verb) else { return [] }
    return parameters(of: command, given: Array(words.dropFirst()))
  }

  private func commands() -> [Candidate] {
    // The method's name is offered where it is asked for, or is the only one.
    let all = Command.all.flatMap { command in
      (command.verbs + [command.method]).map { Candidate(word: $0, about: command.help) }
    }
    let short = Set(Command.all.map(\.verb))
    return fitting(all.filter { beginning.contains(".") || short.contains($0.word) })
  }

  private func own() -> [Candidate] {
    fitting([
      Candidate(word: "doctor", about: "look for what is wrong, and say what mends it"),
      Candidate(word: "help", about: "explain a command"),
      Candidate(word: "protocol", about: "print the reference for those who write clients"),
      Candidate(word: "render", about: "write a sound file of the song"),
      Candidate(word: "wait", about: "wait for the next beat, bar or loop, or for a position"),
    ])
  }

  private func parameters(of command: Command, given: [String]) -> [Candidate] {
    if let equals = beginning.firstIndex(of: "="),
      let parameter = command.parameter(String(beginning[..<equals]))
    {
      let name = beginning[...equals]
      let rest = Completion(
        beginning: String(beginning[beginning.index(after: equals)...]), known: known)
      return rest.values(of: parameter.type).map {
        Candidate(word: name + $0.word, about: $0.about)
      }
    }
    let isNamed = { (parameter: Parameter) in
      given.contains { word in
        word.firstIndex(of: "=").map { parameter.isCalled(String(word[..<$0])) } ?? false
      }
    }
    let free = command.parameters.filter { !isNamed($0) }
    let plain = free.filter { $0.place != .named }
    let count = given.filter { !$0.contains("=") }.count
    let next = plain.dropFirst(plain.last?.place == .rest ? min(count, plain.count - 1) : count)
    return (next.first.map { values(of: $0.type) } ?? [])
      + fitting(free.map { Candidate(word: "\($0.name)=", about: $0.about ?? $0.type.allowed) })
  }

  private func values(of type: ParameterType) -> [Candidate] {
    switch type {
    case .choice(let words), .choices(let words): plain(words)
    case .toggle: plain(["on", "off", "toggle"])
    case .flag: plain(["on", "off"])
    case .boundary: plain(["now", "beat", "bar", "loop", "section"])
    case .row, .rows: plain(known(.row, beginning))
    case .cells: plain(["selection"] + known(.row, beginning))
    case .position: plain(["start", "end", "here"] + known(.section, beginning))
    case .name(.section): plain(known(.section, beginning) + ["next", "previous", "again"])
    case .name(let kind): plain(known(kind, beginning))
    case .sectionName: plain(known(.section, beginning))
    case .outputPort: plain(known(.port, beginning))
    case .path, .paths: plain(known(.file, beginning))
    default: []
    }
  }

  private func plain(_ words: [String]) -> [Candidate] {
    fitting(words.map { Candidate(word: $0, about: nil) })
  }

  private func fitting(_ candidates: [Candidate]) -> [Candidate] {
    candidates.filter { $0.word.hasPrefix(beginning) }
  }
}
