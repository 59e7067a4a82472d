import ControlProtocol
import Session
import Testing
import Timeline

struct ListTests {
  @Test func `pages go on behind the last cell, whatever has changed before it`() throws {
    let stage = try Stage(
      "row a note=40", "row b note=41", "pattern a x times=10", "pattern b x times=10")
    var page = try stage.ask("ls all limit=6")
    var seen = page.list("cells").compactMap { $0["cell"]?.integer }
    var turn = 0
    while let next = page["next"] {
      // What has been listed goes, and something comes where the list has been.
      try stage.ask("cut \(seen[turn])")
      try stage.ask("add a 0 1/16 50")
      turn += 1
      let cursor = ["position", "row", "cell"].map { key in
        next[key]?.integer.map { "\($0)" } ?? "\(next[key]?.number ?? 0)"
      }
      page = try stage.ask("ls all limit=6 after=\(cursor.joined(separator: ","))")
      seen += page.list("cells").compactMap { $0["cell"]?.integer }
    }
    #expect(Set(seen) == Set(1...20) && seen.count == 20)
    #expect(page["revision"]?.integer == stage.session.revision)
  }

  @Test func `a list is ordered by position, row and cell`() throws {
    let stage = try Stage("row a note=40 voices=poly", "row b note=41")
    for line in ["add b 0 1", "add a 1 1", "add a 0 1", "add a 0 1 50"] { try stage.ask(line) }
    #expect(try stage.cells() == ["3 1 0 1", "4 1 0 1", "1 2 0 1", "2 1 1 1"])
  }

  @Test(arguments: [
    ("a@0", [1]), ("a@1", [2]), ("a@0.5..1", [1]), ("a@1..1.5", [2]), ("a@5..", []),
    ("1,2,1", [1, 2]),
  ])
  func `a region is what overlaps it`(place: String, ids: [Int64]) throws {
    let stage = try Stage("row a note=40", "add a 0 1", "add a 1 1")
    #expect(try stage.ask("ls \(place)").list("cells").compactMap { $0["cell"]?.integer } == ids)
  }

  @Test(arguments: ["ls 77", "ls nowhere", "ls a@4..2", "ls selection", "ls $1", "ls a@Chorus"])
  func `what is not there is refused by name`(line: String) throws {
    #expect(try Stage("row a").refusal(line).field == "where")
  }
}
