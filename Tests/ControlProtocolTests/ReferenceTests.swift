import ControlProtocol
import Testing

struct ReferenceTests {
  @Test(arguments: [
    ("man", "Service/man/playhead-protocol.7", Reference.manualPage),
    ("markdown", "Service/protocol.md", Reference.markdown),
  ])
  func `the written reference is that of the table`(
    form: String, path: String, reference: String
  ) throws {
    let written = try text(inTheTree: path)
    #expect(written == reference, "write it anew: swift run playhead protocol \(form) > \(path)")
  }

  @Test(arguments: Command.all)
  func `the JSON of an example is the same request`(command: Command) throws {
    let words = try #require(try request(command.example))
    let json = try request(try Request.json(words: command.example))
    #expect(json.command == words.command && json.arguments == words.arguments)
  }

  @Test func `every method says what it replies`() throws {
    let methods = try #require(Reference.json["methods"]?.array)
    let silent = methods.filter { method in
      let reply = method["replies"]?.array?.first
      return reply?["fields"] == [] && reply?["like"] == []
    }
    #expect(
      silent.compactMap { $0["method"]?.string } == ["ping", "panic", "defaults", "unsubscribe"])
  }

  @Test func `every object that a reply names is explained`() {
    let objects = Set(Shape.all.map(\.name))
    for reply in Command.all.flatMap(\.replies) {
      for shape in reply.others { #expect(objects.contains(shape.name)) }
    }
    #expect(objects.isSuperset(of: ["edit result", "waiting", "job", "error", "error data"]))
  }
}
