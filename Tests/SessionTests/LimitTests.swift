import ControlProtocol
import Session
import Testing
import Timeline

/// Each limit is reached by a request, and the refusal names field and value.
struct LimitTests {
  private static let tags = (0...Limits.tags).map { "t\($0)" }.joined(separator: ",")
  private static let pitches = (40...UInt8(40 + Limits.pitches)).map { Pitch($0).text }
    .joined(separator: ",")
  private static let tooLong = String(repeating: "x", count: Limits.name + 1)

  @Test(arguments: [
    ("add a 100000001 1", "position", "\(Limits.beats)"),
    ("add a 99999999 2", "position", "\(Limits.beats)"),
    ("copy 1 by=99999999.5 snap=off", "by", "\(Limits.beats)"),
    ("copy 1 steps=1000000 snap=1024/1", "steps", "\(Limits.beats)"),
    ("resize 2 for=100000000", "duration", "\(Limits.beats)"),
    ("copy 1 at=99999999 times=3", "times", "\(Limits.beats)"),
    ("add a 1 1 \(pitches)", "notes", "16 pitches"),
    ("set 1 notes=\(pitches)", "notes", "16 pitches"),
    ("set 1 label=\(tooLong)", "label", "\(Limits.name)"),
    ("row \(tooLong)", "name", "\(Limits.name)"),
    ("rows.set a port=\(tooLong)", "port", "\(Limits.name)"),
    ("rows.set a tags=\(tags)", "tags", "\(Limits.tags)"),
    ("euclid a 1 1025", "steps", "\(Limits.euclid)"),
    ("resize 1 scale=100.1", "scale", "100"),
    ("resize 1 scale=0.009", "scale", "0.01"),
    ("pattern a x times=10001", "times", "\(Limits.repetitions)"),
    ("chords a C times=10001", "times", "\(Limits.repetitions)"),
    ("copy 1 times=10001", "times", "\(Limits.repetitions)"),
    ("history.set 10001", "limit", "\(Limits.historyMaximum)"),
    ("tempo 1001", "bpm", "1 to 1000"), ("tempo +999", "bpm", "1 to 1000"),
    ("scale 4.1", "scale", "4.0"), ("meter 65/4", "meter", "64"),
    ("snap 1001", "snap", "1000"), ("loop 0 0.03", "end", "1/32 beat"),
  ])
  func `what is beyond a limit is refused by field and value`(
    line: String, field: String, value: String
  ) throws {
    let stage = try Stage("row a note=40", "add a 0 1", "add a 4 1")
    let error = try refusal(line, on: stage)
    #expect(error.field == field)
    #expect(error.message.contains(value), "\(error.message)")
  }

  /// Why a line is refused, be it before a session sees it.
  private func refusal(_ line: String, on stage: Stage) throws -> RequestError {
    do {
      try stage.perform(line)
    } catch let error as Refusal {
      return error.error
    } catch {
      return try stage.refusal(line)
    }
    throw RequestError(.notAllowed, "\(line) was not refused")
  }

  @Test(arguments: [
    ("pattern a \(String(repeating: "x", count: 101)) times=10000", "times"),
    ("copy all times=10000", "times"), ("chords a \"C | F | G\" times=10000 step=1/64", nil),
  ])
  func `an edit makes so many cells and no more`(line: String, field: String?) throws {
    let stage = try Stage("row a note=40", "pattern a x times=101")
    guard let field else {
      #expect(try stage.ask(line)["counts"]?["insertions"] == 30_000)
      return
    }
    let error = try stage.refusal(line)
    #expect(error.kind == .limit && error.field == field)
    #expect(error.details["limit"] == "cellsPerEdit")
    #expect(error.details["most"] == Value(Limits.cellsPerEdit))
  }

  @Test func `a song holds so many rows and sections and no more`() throws {
    let rows = (1...Int64(Limits.rows)).map { Row(id: Row.ID($0), name: "r\($0)") }
    var draft = Draft(of: Song(rows: rows.map { ($0, []) }))
    for number in 0..<Limits.sections { try draft.set(Section(name: "m\(number)", at: .zero)) }
    let stage = try Stage(song: draft.song)
    for (line, limit) in [
      ("row x", "rows"), ("rows.duplicate r1 x", "rows"), ("marker x 1", "sections"),
      ("section x 0 4", "sections"),
    ] {
      let error = try stage.refusal(line)
      #expect(
        error.kind == .limit && error.field == "name" && error.details["limit"]?.string == limit)
    }
    try stage.ask("marker m0 4")
  }

  @Test func `an edit does so many operations and no more`() throws {
    let stage = try Stage("row a note=40")
    let most = Array(repeating: "title x", count: Limits.operations).joined(separator: ";")
    try stage.ask(most)
    let error = try refusal(most + ";title x", on: stage)
    #expect(error.kind == .limit && error.field == "ops")
    #expect(error.message.contains("\(Limits.operations)"))
  }

  @Test func `an evening of edits keeps the newest hundred steps`() throws {
    let stage = try Stage("row a note=40")
    for number in 0...Limits.history { try stage.ask("add a \(number) 1") }
    let steps = try stage.ask("history.list")
    #expect(steps.list("steps").count == Limits.history && steps["limit"] == 100)
    #expect(steps["bytesLimit"] == Value(Limits.historyBytes))
    #expect((steps["bytes"]?.integer ?? 0) > 10_000)
  }
}
