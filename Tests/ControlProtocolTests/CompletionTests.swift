import ControlProtocol
import Testing

struct CompletionTests {
  @Test(arguments: Command.all.filter { $0.verb != "help" })
  func `each command is completed, and so is each of its parameters`(_ command: Command) {
    #expect(words(after: [], command.verb).contains(command.verb))
    #expect(words(after: [], command.method).contains(command.method))
    let named = words(after: [command.verb], "").filter { $0.hasSuffix("=") }
    #expect(Set(named).isSuperset(of: command.parameters.map { "\($0.name)=" }))
  }

  @Test func `a plain value is of the parameter that comes next`() {
    #expect(words(after: ["section", "Chorus"], "he") == ["here"])
    #expect(words(after: ["loop"], "d") == ["double"])
    #expect(words(after: ["setlist.set", "a", "b"], "f") == ["friday"])
  }

  @Test func `nobody is asked for names that cannot stand there`() {
    var asked: [NameKind] = []
    _ = Completion.candidates(after: ["mute", "bass"], beginning: "when=") { kind, _ in
      asked.append(kind)
      return []
    }
    #expect(asked.isEmpty)
  }

  private func words(after words: [String], _ beginning: String) -> [String] {
    Completion.candidates(after: words, beginning: beginning) { kind, _ in
      kind == .file ? ["friday", "saturday"] : []
    }.map(\.word)
  }
}
