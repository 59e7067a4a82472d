import Timeline

/// A command of the protocol: an entry of the table that defines both spellings.
///
/// There is one of each, so that a request names its own for the price of a reference.
package final class Command: Sendable {
  /// Its name in JSON, which is a verb too.
  package let method: String
  /// Its short names in words.
  package let verbs: [String]
  package let parameters: [Parameter]
  /// Sets of parameters of which a request gives at most one.
  package let exclusive: [[String]]
  /// Parameters of which a request gives at least one; none if empty.
  package let needed: [String]
  /// One sentence.
  package let help: String
  /// A line in words that does something musical.
  package let example: String
  /// Whether it may stand in a batch: it becomes part of one undo step, unless undo passes it by.
  package let isEdit: Bool
  /// The members of its result, and what these may be instead.
  package let replies: [Shape]
  /// Whether the answer may be the number of a job, whose end an event tells.
  package var mayTakeLong: Bool { replies.contains { $0 === Shape.job } }

  package init(
    _ method: String, verbs: [String] = [], _ parameters: [Parameter] = [],
    exclusive: [[String]] = [], needed: [String] = [], isEdit: Bool = false,
    isUndone: Bool = true, help: String, example: String, reply: [Field] = [],
    like shapes: [Shape] = [], or others: [Shape] = []
  ) {
    self.method = method
    self.verbs = verbs
    let names = parameters.map(\.name)
    let shared = (isEdit ? Command.editParameters : []).filter {
      !names.contains($0.name) && (isUndone || $0.name != "history")
    }
    self.parameters = parameters + shared
    self.exclusive = exclusive
    self.needed = needed
    self.help = help
    self.example = example
    self.isEdit = isEdit
    let own = Shape(method, "", reply, like: isEdit ? shapes + [.editResult] : shapes)
    let canWait = self.parameters.contains(Command.when)
    replies = [own] + others + (canWait ? [.waiting] : [])
  }

  /// What every edit takes besides its own parameters.
  static let editParameters: [Parameter] =
    operationParameters + [
      Parameter("base", .integer(0...Int.max), about: "only if the song is at this revision"),
      Parameter("dryRun", .flag, about: "say what it would do, and do nothing"), when,
      Parameter(
        "history", .choice(["step", "join", "none"]),
        about: "a step to undo, or part of your last one, or none, else step"),
    ]

  /// Of these, what an operation of a batch may say for itself.
  static let operationParameters: [Parameter] = [
    Parameter("snap", .snap, about: "the grid, else the song's own"),
    Parameter(
      "mode", .choice(EditOptions.Mode.allCases.map(\.rawValue)),
      about: "by whole steps from where they are, or onto lines, else relative"),
    Parameter(
      "overlap", .choice(OverlapPolicy.allCases.map(\.rawValue)),
      about: "edited cells win, or are refused, or lie over others, else overwrite"),
    Parameter(
      "sounding", .choice(["keep", "cut", "swap"]),
      about: "what sounds and changes goes on, ends, or goes over to its new pitches"),
  ]

  /// What is said once for a whole batch.
  static let batchNames = ["base", "dryRun", "when", "history"]

  /// What every request takes that changes what is heard.
  static let when = Parameter("when", .boundary, about: "when it takes effect, else now")

  /// Whether it changes the song as an undo step: an edit, or several as one.
  package var makesStep: Bool { isEdit || self == .edit }

  /// The parameter that a request calls so.
  func parameter(_ key: String) -> Parameter? {
    parameters.first { $0.isCalled(key) }
  }
}

extension Command: Equatable {
  package static func == (a: Command, b: Command) -> Bool { a === b }
}

extension Command {
  /// The whole table, in the order of the manual.
  package static let all: [Command] =
    daemon + rows + scenes + cells + shape + music + chords + [edit] + selection + form
    + history + transport + pending + metronome + recording + time + ports + hand + bindings + songs
    + setList + subscriptions

  private static let byMethod = Dictionary(
    uniqueKeysWithValues: all.map { ($0.method, $0) })
  private static let byVerb = Dictionary(
    uniqueKeysWithValues: all.flatMap { command in command.verbs.map { ($0, command) } })

  /// The command of a JSON method.
  package static func method(_ name: String) throws(RequestError) -> Command {
    guard let command = byMethod[name] else {
      throw unknown(name, among: all.map(\.method))
    }
    return command
  }

  /// The command of the first word of a line: a verb, or a method's name.
  package static func verb(_ word: String) throws(RequestError) -> Command {
    guard let command = byVerb[word] ?? byMethod[word] else {
      throw unknown(word, among: all.flatMap(\.verbs) + all.map(\.method))
    }
    return command
  }

  private static func unknown(_ name: String, among names: [String]) -> RequestError {
    RequestError(
      .unknownMethod, "no command is called \"\(name.prefix(60))\"; help lists them",
      hint: suggestion(for: name, among: names))
  }
}
