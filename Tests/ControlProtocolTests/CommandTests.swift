import ControlProtocol
import Testing

struct CommandTests {
  @Test(arguments: Command.all)
  func `the example of a command is that command`(command: Command) throws {
    let request = try #require(try request(command.example))
    #expect(request.method == command.method)
  }

  @Test func `no two commands share a method or a verb`() {
    let names = Command.all.flatMap { [$0.method] + $0.verbs }
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: Command.all)
  func `no two parameters of a command share a name`(command: Command) {
    let names = command.parameters.flatMap { [$0.name] + ($0.shortName.map { [$0] } ?? []) }
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: Command.all)
  func `rules name parameters that the command has`(command: Command) {
    let names = command.parameters.map(\.name)
    for name in command.exclusive.joined() + command.needed { #expect(names.contains(name)) }
  }

  @Test(arguments: Command.all)
  func `a command is helped by one sentence`(command: Command) {
    #expect(command.help.hasSuffix(".") && !command.help.contains("\n"))
  }

  @Test func `a method's name is a verb too`() throws {
    #expect(try request("transport.play 5:1") == request("play 5:1"))
    #expect(try request("cells.remove bass") == request("cut bass"))
  }

  @Test(arguments: [("plya", "play"), ("cells.mvoe", "cells.move"), ("ls.", "ls")])
  func `a near miss is asked back`(typed: String, meant: String) {
    #expect(refusal(typed)?.hint == meant)
  }

  @Test func `what is no near miss is not guessed`() {
    #expect(refusal("frobnicate")?.hint == nil)
  }

  @Test func `what undo passes by does not ask whether it is a step`() throws {
    let commands = Command.all.filter { command in
      command.isEdit && !command.parameters.contains { $0.name == "history" }
    }
    #expect(
      commands.map(\.method) == [
        "rows.mute", "rows.unmute", "rows.solo", "rows.unsolo", "scenes.save", "scenes.recall",
        "scenes.remove",
      ])
    #expect(throws: (any Error).self) {
      try Request(words: "mute hat history=none")
    }
  }

  @Test func `a request says which section, rows, cells or song it is about`() throws {
    for (line, subject) in [
      ("go Chorus times=2", "Chorus"), ("mute hat", "hat"), ("mute tag:drums off", "tag:drums"),
      ("load /a/b.song", "/a/b.song"), ("set bass@1:1 vel=3", "bass@1:1"), ("scene A", "A"),
      ("tempo 120", nil), ("stop", nil), ("loop on", nil),
    ] {
      let request = try Request(words: line)
      #expect(request?.subject == subject, "\(line)")
    }
  }
}
