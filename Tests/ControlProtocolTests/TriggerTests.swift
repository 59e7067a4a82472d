import ControlProtocol
import Testing
import Timeline

struct TriggerTests {
  @Test func `a trigger is a note, a controller, a program or the bend, and reads back`() throws {
    let texts: [(Value, Trigger)] = [
      ("note:36", .note(Pitch(36))), ("note:C2", .note(Pitch(36))), ("note:kick", .note(Pitch(36))),
      ("cc:64", .controller(64)), ("cc64", .controller(64)), ("sustain", .controller(64)),
      ("program:5", .program(4)), ("bend", .bend),
    ]
    for (text, trigger) in texts {
      #expect(try Trigger(reading: text) == trigger)
      #expect(try Trigger(reading: .string(trigger.text)) == trigger)
    }
    for value in [
      "", "note:", "note:128", "cc:128", "cc:", "program:0", "program:129", "pressure", "36x", 36,
    ] as [Value] {
      #expect(throws: Mismatch.self, "\(value)") { try Trigger(reading: value) }
    }
  }

  @Test func `where a port is named no plain value is a row`() throws {
    let request = try #require(try request("note C4 90 port=synth"))
    #expect(request.arguments.row("row") == nil)
    #expect(request.arguments.pitch("notes") == Pitch(60))
    #expect(request.arguments.integer("velocity") == 90)
    #expect(refusal("note bass C4 90 port=synth")?.kind == .badField)
  }

  @Test func `paths in a line are made absolute, and nothing else of it changes`() {
    let resolve = { Words.resolvingPaths(in: $0, from: "/songs") }
    #expect(resolve("load friday") == "load /songs/friday")
    #expect(resolve("load /friday") == "load /friday")
    #expect(resolve("add bass 0 1 60; cut 3") == "add bass 0 1 60; cut 3")
    #expect(resolve("nothing \"") == "nothing \"")
    #expect(resolve("{\"method\":\"ping\"}") == "{\"method\":\"ping\"}")
  }
}
