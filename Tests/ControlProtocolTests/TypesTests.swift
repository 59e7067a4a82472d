import ControlProtocol
import Testing
import Timeline

struct TypesTests {
  private func beats(_ beats: Double) -> Ticks { Ticks(beats: beats) ?? .zero }

  @Test(
    arguments: [
      (16, .init(.beats(Ticks(beats: 16)))), ("16", .init(.beats(Ticks(beats: 16)))),
      ("16.5", .init(.beats(Ticks(33, over: 2)))),
      (16.5, .init(.beats(Ticks(33, over: 2)))),
      ("5:1", .init(.bar(5, beats: .zero))), ("5:2.5", .init(.bar(5, beats: Ticks(3, over: 2)))),
      ("5:1+1/16", .init(.bar(5, beats: .zero), offset: .ticks(Ticks(1, over: 4)))),
      ("end-1bar", .init(.end, offset: .bars(-1))), ("here", .init(.here)),
      ("start", .init(.start)),
      ("Chorus", .init(.name("Chorus"))),
      ("Chorus+2bars", .init(.name("Chorus"), offset: .bars(2))),
      ("verse-a", .init(.name("verse-a"))),
    ] as [(Value, PositionExpression)])
  func `a position is read, and its text reads back`(
    value: Value, expected: PositionExpression
  ) throws {
    let position = try PositionExpression(value)
    #expect(position == expected)
    #expect(try PositionExpression(.string(position.text)) == position)
  }

  @Test(
    arguments: [
      -1, "-1", 1e300, "100000001", "5.", ".5", "1e3", "5:", ":1", "5:0.5", "0:1", "5:65", "5:1:1",
      "99999999999999999999", "99999999999999999999:1", "", "a@b", "a,b", true, nil, [1], "5:1+",
      "+",
      "5:1+1/0", "0x10", "１",
    ] as [Value])
  func `what is no position is refused`(value: Value) {
    #expect(throws: Mismatch.self) { try PositionExpression(value) }
  }

  @Test(
    arguments: [
      ("2", 2), ("0.5", 0.5), (2, 2), (0.25, 0.25), ("1/8", 0.5), ("1/8.", 0.75), ("3/8", 1.5),
      ("1/4t", 2.0 / 3), ("1/16t", 1.0 / 6), ("beat", 1), ("3beats", 3), ("1/1", 4),
    ] as [(Value, Double)])
  func `a length is read exactly`(value: Value, expected: Double) throws {
    let length = try LengthExpression(value)
    #expect(length == .ticks(beats(expected)))
    #expect(try LengthExpression(.string(length.text)) == length)
  }

  @Test(arguments: [("bar", 1), ("4bars", 4), ("1bar", 1)] as [(Value, Int64)])
  func `bars stay bars`(value: Value, count: Int64) throws {
    let length = try LengthExpression(value)
    #expect(length == .bars(count))
    #expect(try LengthExpression(.string(length.text)) == length)
  }

  @Test func `only a signed length may be negative or nothing`() throws {
    #expect(try LengthExpression("-1/4", signed: true) == .ticks(Ticks(beats: -1)))
    #expect(try LengthExpression("-2bars", signed: true) == .bars(-2))
    #expect(try LengthExpression(0, signed: true) == .ticks(.zero))
    for value in ["-1/4", 0, "0", "-2bars", "0bars"] as [Value] {
      #expect(throws: Mismatch.self) { try LengthExpression(value) }
    }
  }

  @Test(
    arguments: [
      "", "+", "--1", "1/", "/8", "1/0", "0/8", "1/2000", "bars4", "4 bars", "1/8tt", "nan", "inf",
      "99999999999bars", 1e9, true, nil,
    ] as [Value])
  func `what is no length is refused`(value: Value) {
    #expect(throws: Mismatch.self) { try LengthExpression(value, signed: true) }
  }

  @Test(
    arguments: [
      ("off", .off), (false, .off), ("bar", .bar), (4, .step(.init(beats: 1, over: 4))),
      ("4", .step(.init(beats: 1, over: 4))), ("1/16", .step(.init(beats: 1, over: 4))),
      ("1/8t", .step(.init(beats: 1, over: 3))), ("3/8", .step(.init(beats: 3, over: 2))),
      ("1/4.", .step(.init(beats: 3, over: 2))), ("1/1", .step(.init(beats: 4, over: 1))),
    ] as [(Value, Snap)])
  func `a grid is read, and its text reads back`(value: Value, expected: Snap) throws {
    let snap = try Snap(reading: value)
    #expect(snap == expected)
    #expect(try Snap(reading: .string(snap.text)) == snap)
  }

  @Test(arguments: [0, 1001, -1, 0.5, "0.5", "on", "", "1/0", nil, true] as [Value])
  func `what is no grid is refused`(value: Value) {
    #expect(throws: Mismatch.self) { try Snap(reading: value) }
  }

  @Test(
    arguments: [
      (60, 60), ("60", 60), ("C4", 60), ("F#3", 54), ("Bb2", 46), ("C-1", 0), ("G9", 127),
      ("c4", 60),
      ("bb2", 46), ("b2", 47), ("kick", 36), ("snare", 38), ("hat", 42), ("Cb4", 59), ("B#3", 60),
    ] as [(Value, UInt8)])
  func `a pitch is a number, a name or a drum`(value: Value, number: UInt8) throws {
    #expect(try Pitch(reading: value) == Pitch(number))
  }

  @Test(
    arguments: [
      128, -1, "128", "G#9", "Cb-1", "H4", "C", "C44", "C4,E4", "", 60.0, true, "Dm7", "kik",
    ] as [Value])
  func `what is no pitch is refused`(value: Value) {
    #expect(throws: Mismatch.self) { try Pitch(reading: value) }
  }

  @Test func `every pitch's name reads back`() throws {
    for number in UInt8(0)...127 {
      #expect(try Pitch(reading: .string(Pitch(number).text)) == Pitch(number))
    }
  }

  @Test func `a list of pitches keeps its order and has a limit`() throws {
    #expect(try Pitch.list("E4,C4") == [Pitch(64), Pitch(60)])
    #expect(try Pitch.list([64, "C4"]) == [Pitch(64), Pitch(60)])
    #expect(throws: Mismatch.self) { try Pitch.list("") }
    #expect(throws: Mismatch.self) { try Pitch.list([]) }
    #expect(throws: Mismatch.self) {
      try Pitch.list(.array(Array(repeating: 60, count: Limits.pitches + 1)))
    }
  }

  @Test(
    arguments: [
      (1, 0), ("128", 127), ("Electric Bass (finger)", 33), ("electric bass (f", 33),
      ("VIOLIN", 40),
      ("viola", 41), ("Celesta", 8), ("Gunshot", 127), ("church", 19),
    ] as [(Value, UInt8)])
  func `a program is a number from 1 or a name`(value: Value, wire: UInt8) throws {
    #expect(try Program.read(value) == wire)
  }

  @Test(arguments: [0, 129, "Electric Bass", "", "Kazoo", 1.5, nil] as [Value])
  func `what is no program is refused`(value: Value) {
    #expect(throws: Mismatch.self) { try Program.read(value) }
  }

  @Test func `there are 128 programs`() {
    #expect(Set(Program.names).count == 128)
  }

  @Test(
    arguments: [
      (7, .cells([.id(.init(7))])), ("3,4", .cells([.id(.init(3)), .id(.init(4))])),
      ([3, "$1"], .cells([.id(.init(3)), .operation(1)])),
      ("bass", .rows(.list([.name("bass")]), nil)),
      ("all", .rows(.all, nil)), ("selection", .selection),
      (
        "bass,keys@Chorus",
        .rows(.list([.name("bass"), .name("keys")]), .instant(.init(.name("Chorus"))))
      ),
      ("7@5:1", .rows(.list([.id(.init(7))]), .instant(.init(.bar(5, beats: .zero))))),
      ("all@..5:1", .rows(.all, .range(from: nil, to: .init(.bar(5, beats: .zero))))),
      (
        "tag:drums@1..2.5",
        .rows(
          .list([.tag("drums")]),
          .range(from: .init(.beats(Ticks(beats: 1))), to: .init(.beats(Ticks(5, over: 2)))))
      ),
      (
        ["rows": "bass", "from": 1],
        .rows(.list([.name("bass")]), .range(from: .init(.beats(Ticks(beats: 1))), to: nil))
      ),
      (["at": "end"], .rows(.all, .instant(.init(.end)))),
    ] as [(Value, WhereExpression)])
  func `a selection of cells is read, and its text reads back`(
    value: Value, expected: WhereExpression
  ) throws {
    let cells = try WhereExpression(value)
    #expect(cells == expected)
    #expect(try WhereExpression(.string(cells.text)) == cells)
  }

  @Test(
    arguments: [
      "", ",", "3,", "3,bass", "0", -1, "bass@", "@5:1", "bass@..", "bass@1...2", "all,bass", "off",
      [], [[]], [true], ["rows": "bass", "form": 1], ["from": 1, "at": 2], [:], "$0", "$x",
      "$10001",
      "99999999999999999999", nil,
    ] as [Value])
  func `what selects no cells is refused`(value: Value) {
    #expect(throws: Mismatch.self) { try WhereExpression(value) }
  }

  @Test func `a meter is read, and its text reads back`() throws {
    #expect(try Meter(reading: "7/8(2+2+3)") == Meter(beats: 7, noteValue: 8, grouping: [2, 2, 3]))
    for text in ["4/4", "7/8(2+2+3)", "64/64"] {
      #expect(try Meter(reading: .string(text)).text == text)
    }
    for text in ["0/4", "65/4", "4/3", "7/8(2+2)", "7/8(", "7/8()", "4", "", "9999999999999999/4"] {
      #expect(throws: Mismatch.self) { try Meter(reading: .string(text)) }
    }
  }

  @Test func `a tempo with a sign in its text is a change`() throws {
    #expect(try TempoExpression(133.7) == .beatsPerMinute(133.7))
    #expect(try TempoExpression("133.7") == .beatsPerMinute(133.7))
    #expect(try TempoExpression("+2") == .change(2))
    #expect(try TempoExpression("-2") == .change(-2))
    for value in [0, -2, 1001, "0.5", "nan", "+", "+1001", true] as [Value] {
      #expect(throws: Mismatch.self) { try TempoExpression(value) }
    }
  }

  @Test func `a cursor reads back`() throws {
    let cursor = CellCursor(
      position: Ticks(1, over: 3), row: Row.ID(2), cell: Cell.ID(41))
    #expect(try CellCursor(cursor.value) == cursor)
    #expect(try CellCursor("0.3333333,2,41") == cursor)
    for value in ["1,2", "a,2,3", ["position": 1, "row": 2], 3] as [Value] {
      #expect(throws: Mismatch.self) { try CellCursor(value) }
    }
  }

  @Test(arguments: [0, 1, 2, 3, 5, 7, 11, 1_008_000, 2_688_000, 8_064_000, 806_399_999_999_999])
  func `ticks as text read back`(count: Int64) {
    for ticks in [Ticks(count: count), Ticks(count: -count)] {
      #expect(decimal(ticks.text[...]).flatMap { Ticks(beats: $0) } == ticks)
    }
  }
}
