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
}

struct CommandHelpTests {
  @Test func `a manual shows usage, parameters, other names and an example`() throws {
    let text = try Command.verb("seek").manual
    #expect(text.hasPrefix("seek [POSITION] [by=] [steps=] [snap=]\n"))
    #expect(text.contains("\n  position, at  a position"))
    #expect(text.hasSuffix("also called transport.seek\ne.g.  seek 5:1"))
  }

  @Test func `what every edit takes is said once`() throws {
    let command = try Command.verb("cut")
    #expect(command.usage == "cut WHERE [cells=]")
    #expect(command.manual.contains("every edit also takes snap= mode="))
  }

  @Test func `the overview has every command`() {
    #expect(Command.overview.split(separator: "\n").count == Command.all.count)
  }

  @Test func `paths are made absolute, and nothing else`() throws {
    let load = try Command.verb("load")
    let words = [Word(value: "friday"), Word(name: "working", value: "resume")]
    #expect(
      load.resolvingPaths(of: words, from: "/home/me")
        == [Word(value: "/home/me/friday"), words[1]])
    for word in [Word(value: "/tmp/x"), Word(name: "path", value: "/tmp/x")] {
      #expect(load.resolvingPaths(of: [word], from: "/home/me") == [word])
    }
    let save = try Command.verb("save")
    #expect(save.resolvingPaths(of: words, from: "/") == words)
  }
}
