import ControlProtocol
import Testing

struct CommandHelpTests {
  @Test func `a manual shows usage, parameters, other names and an example`() throws {
    let text = try Command.verb("seek").manual
    #expect(text.hasPrefix("seek [POSITION] [by=] [steps=] [snap=] [when=]\n"))
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
