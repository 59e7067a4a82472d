import ControlProtocol
import Testing
import Timeline

struct PatternTests {
  /// One line per hit: start, length, pitches and velocity.
  private func shown(_ text: String) throws -> (hits: [String], steps: Int) {
    let pattern = try Pattern(.string(text))
    let hits = pattern.hits.map { hit in
      let pitches = hit.pitches?.map(\.text).joined(separator: ",") ?? "-"
      return "\(hit.start)+\(hit.length) \(pitches) \(hit.stress.velocity().number)"
    }
    return (hits, pattern.steps)
  }

  @Test(arguments: [
    ("x", ["0+1 - 90"], 1),
    ("xXo.", ["0+1 - 90", "1+1 - 115", "2+1 - 50"], 4),
    ("x_..x", ["0+2 - 90", "4+1 - 90"], 5),
    ("x... x... | X..x x...", ["0+1 - 90", "4+1 - 90", "8+1 - 115", "11+1 - 90", "12+1 - 90"], 16),
    ("A3 . C4,E4 _", ["0+1 A3 90", "2+2 C4,E4 90"], 4),
    ("|C4!|x|__", ["0+1 C4 115", "1+3 - 90"], 4),
    ("kick . 38! ...", ["0+1 C2 90", "2+1 D2 115"], 6),
    ("C4 _ _ .", ["0+3 C4 90"], 4),
    ("....", [], 4),
  ])
  func `a pattern says what begins where and how long it lasts`(
    text: String, hits: [String], steps: Int
  ) throws {
    let shown = try shown(text)
    #expect(shown.hits == hits)
    #expect(shown.steps == steps)
  }

  @Test(
    arguments: [
      ("", nil), ("|  |", nil), ("_x", 1), ("x._", 3), ("x..q", 4), ("x... C4E4", 6), ("C4, .", 1),
      ("x x!", 4), ("A3 H9", 4),
    ] as [(String, Int?)])
  func `a wrong pattern is refused at its first wrong character`(text: String, column: Int?) {
    do throws(Mismatch) {
      _ = try Pattern(.string(text))
      Issue.record("accepted")
    } catch {
      #expect(error.kind == .badText)
      if let column { #expect(error.allowed.contains("at character \(column) ")) }
    }
  }

  @Test func `accents and ghosts stay velocities`() {
    #expect(Pattern.Stress.accent.velocity(hit: Velocity(120)).number == 127)
    #expect(Pattern.Stress.ghost.velocity(hit: Velocity(20)).number == 1)
  }

  @Test func `a command of words carries the pattern`() throws {
    let request = try request(#"pattern kick "x... x... X..x x..." at=5:1 times=4"#)
    #expect(request?.arguments.pattern("pattern")?.hits.count == 5)
    #expect(refusal("pattern kick x..q")?.field == "pattern")
  }
}
