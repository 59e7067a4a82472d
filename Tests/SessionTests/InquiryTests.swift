import ControlProtocol
import Session
import Testing
import Timeline

/// A question about more cells than a turn has time for is answered elsewhere.
struct InquiryTests {
  private static func stage(cells: Int = 600) throws -> Stage {
    try Stage("row a note=40", "row b note=41", "add b 0 1", "pattern a x times=\(cells)")
  }

  private static func inquiry(_ line: String, _ stage: Stage) throws -> Inquiry {
    guard case .tooLong(let inquiry) = try stage.session.begin(try stage.request(line), for: 1)
    else { throw RequestError(.notAllowed, "\(line) was answered at once") }
    return inquiry
  }

  @Test(arguments: [
    "ls a", "ls all", "ls all/velocity:1..3", "ls selection limit=5", "select a",
    "select all/velocity:1..99", "select where=", "selection.get",
  ])
  func `what is asked about many cells is answered elsewhere as it would be here`(
    line: String
  ) throws {
    let (stage, other) = (try InquiryTests.stage(), try InquiryTests.stage())
    for stage in [stage, other] { try stage.ask("select a") }
    let inquiry = try InquiryTests.inquiry(line, stage)
    let outcome = try stage.session.finish(try inquiry.answer().written)
    let expected = try other.perform(line)
    #expect(outcome.reply.json == expected.reply.json)
    #expect(outcome.events.map(\.parameters.json) == expected.events.map(\.parameters.json))
    #expect(try stage.ask("selection.get") == other.ask("selection.get"))
  }

  @Test(arguments: ["ls a limit=10", "ls a@0..100", "ls b/pitch:1..99", "select b", "ls 1,2"])
  func `what is asked about a few is answered at once, be the song large`(line: String) throws {
    let stage = try InquiryTests.stage()
    guard case .done = try stage.session.begin(try stage.request(line), for: 1) else {
      Issue.record("\(line) is called long")
      return
    }
  }

  @Test func `of a large selection the first are told, and how many there are`() throws {
    let stage = try InquiryTests.stage(cells: 1_200)
    let reply = try stage.ask("select a")
    #expect(reply.list("cells").count == 1_000)
    #expect(reply["partial"] == true && reply["count"] == 1_200)
    #expect(try stage.ask("cut selection")["counts"]?["removals"] == 1_200)
  }

  @Test func `the first of a large selection are told in order, whatever the order of ids`() throws
  {
    let stage = try Stage("row a note=40", "row b note=41", "row c note=42")
    for row in ["c", "a", "b"] { try stage.ask("pattern \(row) x times=900") }
    try stage.ask("move a by=0.25; move c position=2")
    let page = try stage.ask("ls all").list("cells").map { $0["cell"] }
    let told = try stage.ask("select all")
    #expect(page.count == 1_000 && told["count"] == 2_700)
    #expect(told.list("cells") == page.compactMap { $0 })
    #expect(try stage.ask("ls selection").list("cells").map { $0["cell"] } == page)
    #expect(try stage.ask("ls all/velocity:1..127 limit=7").list("cells").count == 7)
  }

  @Test func `of what is not there the lowest id is named`() throws {
    let stage = try InquiryTests.stage()
    for line in ["select 3,9000,8000", "ls 9000,8000,3,3"] {
      #expect(try stage.refusal(line).message == "cell 8000 does not exist")
    }
  }

  @Test func `nothing is selected in a song that came after the question`() throws {
    let stage = try InquiryTests.stage()
    let answer = try InquiryTests.inquiry("select a", stage).answer()
    _ = stage.session.replace(with: Song(), name: "song.import", client: 1)
    let error = #expect(throws: RequestError.self) { try stage.session.finish(answer) }
    #expect(error?.kind == .busy)
    #expect(try stage.ask("selection.get").list("cells").isEmpty)
  }
}
