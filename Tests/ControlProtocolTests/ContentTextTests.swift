import ControlProtocol
import Testing
import Timeline

struct ContentTextTests {
  private func clip(_ value: Value) throws -> Clip { try Clip(reading: value) }

  @Test(
    arguments: [
      ("C4@0,1/8,90", "C4@0,0.5,90"), ("C4,E4@1/4,1/8", "C4@1,0.5,100 E4@1,0.5,100"),
      ("kick@0,1/16,100,9", "C2@0,0.25,100,9"),
      (
        "E4@1,1 cc74@0=20  C4@0,1 bend@1=-8192 pressure:C4@2=5",
        "cc74@0=20 C4@0,1,100 bend@1=-8192 E4@1,1,100 pressure:C4@2=5"
      ),
      ("sustain@0.3333333=127", "cc64@0.3333333=127"),
    ])
  func `a clip is its events, and its text reads back as the same`(
    text: String, canonical: String
  ) throws {
    let clip = try clip(.string(text))
    #expect(clip.text == canonical)
    #expect(try Clip(reading: .string(clip.text)) == clip)
  }

  @Test func `a clip is written as an object too`() throws {
    let object: Value = [
      "notes": [["offset": 0, "duration": 0.5, "pitch": "C4", "velocity": 90, "release": 3]],
      "values": [["offset": "1/4", "control": "cutoff", "value": 20]],
    ]
    #expect(try clip(object) == clip("C4@0,1/8,90,3 cc74@1/4=20"))
  }

  @Test(
    arguments: [
      ("", nil), ("C4", 1), ("C4@0", 1), ("C4@0,bar", 1), ("C4@0,1/8,0", 1), ("H4@0,1", 1),
      ("C4@0,1 E4@-1,1", nil), ("C4@0,1 cc128@0=1", 8), ("C4@0,1 cc1@0=x", 8), ("cc1@0=128", nil),
      ("C4@0,0", 1), ("C4@0,1,90,64,1", 1),
    ] as [(String, Int?)])
  func `a wrong clip is refused at its first wrong event`(text: String, column: Int?) throws {
    let error = #expect(throws: Mismatch.self) { try clip(.string(text)) }
    guard let column else { return }
    #expect(try #require(error).allowed.contains("at character \(column) stands"))
  }

  @Test(
    arguments: [
      "cc0", "cc127", "bend", "pressure", "pressure:C4", "pressure:60", "74", "mod", "sustain",
    ])
  func `what is moved reads back as the same`(text: String) throws {
    let target = try Control.Target(reading: .string(text))
    #expect(try Control.Target(reading: .string(target.text)) == target)
  }

  @Test(arguments: ["cc128", "cc", "cc-1", "128", "", "volum", "pressure:", "pressure:H1", "cc 1"])
  func `what nothing moves is refused`(text: String) {
    #expect(throws: Mismatch.self) { try Control.Target(reading: .string(text)) }
  }

  @Test func `a misspelled controller is guessed, and a number is one`() throws {
    let error = #expect(throws: Mismatch.self) { try Control.Target(reading: "volum") }
    #expect(error?.hint == "volume")
    #expect(try Control.Target(reading: 74) == .controller(74))
  }

  @Test func `a system exclusive is hex or numbers, from F0 to F7`() throws {
    let message = try SystemExclusive(reading: "f07E 7F0901f7")
    #expect(message.text == "F0 7E 7F 09 01 F7")
    #expect(try SystemExclusive(reading: .string(message.text)) == message)
    #expect(try SystemExclusive(reading: [240, 126, 127, 9, 1, 247]) == message)
    let most = [0xF0] + [UInt8](repeating: 1, count: Limits.systemExclusive - 2) + [0xF7]
    #expect(try SystemExclusive(reading: .array(most.map { Value($0) })).bytes == most)
    let wrong: [Value] = [
      "", "F0 F7", "F0 80 F7", "F0 1 F7", "F0 01", "01 F7", "F0 0G F7", [], [240, 256, 247],
      [240, 1.5, 247], 5, .array(([0xF0] + most).map { Value($0) }),
      .array(([0xF0, 1] + most.dropFirst()).map { Value($0) }),
    ]
    for value in wrong {
      #expect(throws: Mismatch.self) { try SystemExclusive(reading: value) }
    }
  }

  @Test(arguments: [
    "lyric:la la", "text:", "cue:a:b#c", "copyright:Größe", "key#02 00", "126#", "lyric#82 0D",
    "unfinished#43 12", "escape#F3 01",
  ])
  func `what only files hold reads back from its text`(text: String) throws {
    #expect(try MetaEvent(reading: .string(text)).text == text)
  }

  @Test(arguments: [
    "lyric", "lyrics:a", "200#", "key#2", "key#0G", "tempo#07 A1 20", "end#", "88#04 02 18 08",
  ])
  func `what the song itself says, or what is no event, is refused`(text: String) throws {
    #expect(throws: Mismatch.self) { try MetaEvent(reading: .string(text)) }
  }

  @Test func `cells of all kinds are told in words`() {
    let readout = Readout(rows: [Row.ID(1): "keys"])
    let contents: [Value] = [
      ["control": "cc74", "value": 20, "to": 110, "over": 4],
      ["control": "bend", "value": -5], ["program": 34, "bank": "1:2", "label": "x"],
      ["clip": ["notes": [["offset": 0, "duration": 1, "pitch": 60]]], "loop": 2, "offset": 0.5],
      ["sysex": "F0 01 F7"], ["meta": "lyric:love"],
    ]
    let cells = contents.map { content in
      var members = Members()
      members.append("cell", 1)
      members.append("row", 1)
      members.append("position", 0)
      members.append("duration", 4)
      guard case .object(let more) = content else { return Value.null }
      for member in more.list { members.append(member.key, member.value) }
      return .object(members)
    }
    let lines = readout.cells(["cells": .array(cells)]).split(separator: "\n").dropFirst()
    #expect(
      lines.map { String($0.dropFirst("1   keys  1:1  bar  ".count)) } == [
        "cc74 20 → 110 over bar", "bend -5", "Electric Bass (finger)  bank 1:2  \"x\"",
        "clip C4@0,1,100  loop 1/2  offset 1/8", "sysex F0 01 F7",
        "lyric:love",
      ])
  }
}
