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

  @Test func `the plain values that are left are one list, each a path with all its commas`() throws
  {
    let set = try #require(try request("setlist.set /a,b.song \"/c d\""))
    #expect(set.arguments.texts("paths") == ["/a,b.song", "/c d"])
    #expect(
      try #require(try request("setlist.set paths=/a,b")).arguments.texts("paths") == ["/a,b"])
    #expect(try #require(try request("setlist.set \"\"")).arguments.texts("paths") == nil)
    #expect(refusal("setlist.set /a \"\" /b")?.field == "paths")
    #expect(refusal("setlist.set")?.field == "paths")
    let command = try Command.verb("setlist.set")
    let words = [Word(value: "a"), Word(value: "/b"), Word(value: "")]
    #expect(
      command.resolvingPaths(of: words, from: "/home")
        == [Word(value: "/home/a"), Word(value: "/b"), Word(value: "")])
  }
}
