import ControlProtocol
import Session
import Testing

/// The tables of the edit model's origin on selecting and looking.
struct SeedSelectionTests {
  private func stage() throws -> Stage {
    try Stage("row a note=60", "add a 0 4", "add a 4 2", "add a 2000 4")
  }

  /// What is told when these are asked for, one after the other.
  private func heard(_ lines: String...) throws -> [[Value]] {
    let stage = try stage()
    return try lines.flatMap { line in
      try stage.perform(line).events.map { $0.parameters.list("cells") }
    }
  }

  @Test func `A8 A11 what is selected takes the place of what was`() throws {
    #expect(try heard("select 1", "select 2") == [[1], [2]])
  }

  /// Differs from the origin, where a second tap takes the selection back: a view may do that.
  @Test func `A9 what is selected already is no news`() throws {
    #expect(try heard("select 1", "select 1") == [[1]])
  }

  @Test func `A10 V3 a cell far off is selected, and stays so wherever one looks`() throws {
    #expect(try heard("select 3", "ls all@0..14") == [[3]])
    let stage = try stage()
    for line in ["select 3", "ls all@0..14"] { try stage.ask(line) }
    #expect(try stage.ask("selection.get").list("cells") == [3])
  }

  @Test func `A12 what is not there is refused, and nobody hears of it`() throws {
    let stage = try stage()
    try stage.ask("select 1")
    #expect(try stage.refusal("select 99").kind == .notFound)
    #expect(try stage.ask("selection.get").list("cells") == [1])
  }

  @Test func `A13 to select nothing is news only when something was`() throws {
    #expect(try heard("select \"\"", "select 1", "select \"\"") == [[1], []])
  }

  @Test(arguments: [
    ("V1 near", "a@0..14", [0]), ("V1 far", "a@48..70", [60]), ("V4", "b@0..14", [0, 4, 8, 12]),
  ])
  func `V1 V4 a window holds what it shows`(name: String, place: String, starts: [Double]) throws {
    let stage = try Stage("row a note=60", "row b note=60", "add a 0 1", "add a 60 1")
    try stage.ask("pattern b x___ times=500 step=1/4")
    let cells = try stage.ask("ls \(place)").list("cells")
    #expect(cells.compactMap { $0["position"]?.number } == starts, "\(name)")
  }
}
