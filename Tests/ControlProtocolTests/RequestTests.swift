import ControlProtocol
import Testing
import Timeline

struct RequestTests {
  @Test func `words and JSON are two spellings of one request`() throws {
    let json: Value = [
      "method": "cells.add",
      "params": [
        "row": "bass", "position": "5:1", "duration": "1/8", "notes": "F#2", "velocity": 100,
      ],
    ]
    #expect(try request(json) == request("add bass 5:1 1/8 F#2 vel=100"))
  }

  @Test func `JSON takes the short names too`() throws {
    let json: Value = ["method": "cells.move", "params": ["in": 3, "at": 16]]
    #expect(try request(json) == request("move 3 at=16"))
  }

  @Test(arguments: ["row x port=in", "rows.set x port=in", "metronome port=in", "clock in"])
  func `nothing plays at the port that hears`(line: String) {
    #expect(refusal(line)?.field == "port")
  }

  @Test func `several edits on a line are one edit`() throws {
    let json: Value = [
      "method": "edit",
      "params": [
        "base": 7,
        "ops": [
          ["op": "cells.remove", "cells": [3, 4]], ["op": "cells.move", "cells": 5, "by": 1],
        ],
      ],
    ]
    let words = try #require(try request("cut 3,4 base=7; move 5 by=1"))
    let values = try request(json)
    #expect(words.arguments.operations("ops") == values.arguments.operations("ops"))
    #expect(words.arguments.integer("base") == 7)
  }

  @Test func `what an edit says of itself holds for its operations`() throws {
    let request = try request([
      "method": "edit",
      "params": [
        "overlap": "reject",
        "ops": [
          ["op": "cells.remove", "cells": [3]],
          ["op": "cells.move", "cells": [5], "by": 1, "overlap": "allow"],
        ],
      ],
    ])
    let operations = try #require(request.arguments.operations("ops"))
    #expect(operations.map { $0.arguments.text("overlap") } == ["reject", "allow"])
  }

  @Test func `the error of an operation names it`() {
    #expect(refusal("cut 3; move 4")?.operation == 2)
    #expect(
      refusal(["method": "edit", "params": ["ops": [["op": "transport.play"]]]])?.operation == 1)
  }

  @Test(
    arguments: [
      (["method": 3], "method"), (["id": 1], "method"), (["method": "ping", "extra": 1], "extra"),
      (["method": "ping", "jsonrpc": "1.0"], "jsonrpc"), (["method": "ping", "id": true], "id"),
      (["method": "ping", "id": []], "id"), (["method": "ping", "params": []], "params"),
      (["method": "ping", "params": nil], "params"), (["method": "ping", "params": ["a": 1]], "a"),
      (["method": "cells.add", "params": ["row": 1.5]], "row"),
      (["method": "rows.add", "params": ["name": "x", "channel": 1.0]], "channel"),
      (["method": "rows.add", "params": ["name": "x", "channel": true]], "channel"),
      (["method": "edit", "params": ["ops": []]], "ops"),
      (
        ["method": "edit", "params": ["ops": [["op": "cells.remove", "cells": 1, "base": 1]]]],
        "base"
      ),
    ] as [(Value, String)])
  func `a wrong request is refused by the name of what is wrong`(value: Value, field: String) {
    #expect(refusal(value)?.field == field)
  }

  @Test func `a refusal keeps the id and the version of its request`() {
    #expect(throws: Refusal.self) {
      do throws(Refusal) {
        _ = try Request(["jsonrpc": "2.0", "id": "a", "method": "plya"])
      } catch {
        #expect(error.reply["id"] == "a")
        #expect(error.reply["jsonrpc"] == "2.0")
        throw error
      }
    }
  }

  @Test func `null and the empty text take a setting away`() throws {
    for line in ["rows.set bass program=", "set 3 label="] {
      let arguments = try #require(try request(line)).arguments
      let name = line.hasPrefix("set") ? "label" : "program"
      #expect(arguments.has(name) && arguments.isCleared(name))
    }
    let json: Value = ["method": "rows.set", "params": ["rows": "bass", "program": nil]]
    #expect(try request(json).arguments.isCleared("program"))
    #expect(
      refusal(["method": "rows.set", "params": ["rows": "bass", "port": nil]])?.field == "port")
  }

  @Test func `data is JSON in both spellings`() throws {
    #expect(try request("set 3 data=17")?.arguments.text("data") == "17")
    #expect(refusal("set 3 data={")?.field == "data")
    let json: Value = ["method": "cells.set", "params": ["cells": 3, "data": ["a": [1, nil]]]]
    #expect(try request(json).arguments.text("data") == #"{"a":[1,null]}"#)
  }

  @Test func `data has a limit`() throws {
    func json(_ count: Int) -> Value {
      let text = Value.string(String(repeating: "x", count: count))
      return ["method": "cells.set", "params": ["cells": 3, "data": text]]
    }
    #expect(refusal(json(Limits.data - 2)) == nil)
    #expect(refusal(json(Limits.data - 1))?.kind == .outOfRange)
  }

  @Test func `an edit holds no more operations than its limit`() {
    func json(_ count: Int) -> Value {
      let operation: Value = ["op": "cells.remove", "cells": 1]
      return [
        "method": "edit", "params": ["ops": .array(Array(repeating: operation, count: count))],
      ]
    }
    #expect(refusal(json(Limits.operations)) == nil)
    #expect(refusal(json(Limits.operations + 1))?.kind == .limit)
  }
}
