import ControlProtocol
import Testing
import Timeline

struct CellFilterTests {
  private static let bass = Pitch(36)...Pitch(48)
  private static let kick = Pitch(36)...Pitch(36)

  private static let filters: [(Value, CellFilter)] = [
    (["pitch": [36, "C3"]], CellFilter(pitches: bass)),
    (["pitch": "kick"], CellFilter(pitches: kick)),
    (["velocity": [1, 90]], CellFilter(velocities: 1...90)),
    (["velocity": 64, "muted": false], CellFilter(velocities: 64...64, muted: false)),
    (["label": "intro"], CellFilter(label: "intro")),
  ]

  @Test(arguments: filters)
  func `a filter is read, one value standing for both ends`(
    value: Value, expected: CellFilter
  ) throws {
    #expect(try CellFilter(value) == expected)
    #expect(try WhereExpression(["filter": value]) == .filtered(.all, nil, expected))
  }

  @Test(
    arguments: [
      [:], 3, "x", ["pitch": []], ["pitch": [60, 50]], ["pitch": [60, 61, 62]], ["pitch": 128],
      ["velocity": [0, 90]], ["velocity": [90, 128]], ["velocity": [2, 1]], ["velocity": "x"],
      ["label": 3], ["muted": "on"], ["colour": "red"],
    ] as [Value])
  func `what is no filter is refused`(value: Value) {
    #expect(throws: Mismatch.self) { try CellFilter(value) }
  }

  private static let texts: [(String, String, CellFilter)] = [
    ("all/pitch:C2..C3", "all/pitch:C2..C3", CellFilter(pitches: bass)),
    ("all/pitch:kick", "all/pitch:C2..C2", CellFilter(pitches: kick)),
    (
      "all/vel:1..90/muted:off", "all/velocity:1..90/muted:off",
      CellFilter(velocities: 1...90, muted: false)
    ),
    ("all/label:intro", "all/label:intro", CellFilter(label: "intro")),
    (
      "all/label:a/b: c/muted:on", "all/muted:on/label:a/b: c",
      CellFilter(label: "a/b: c", muted: true)
    ),
  ]

  @Test(arguments: texts)
  func `a filter is words behind rows or a region`(
    text: String, canonical: String, filter: CellFilter
  ) throws {
    let expression = try WhereExpression(text: text)
    #expect(expression == .filtered(.all, nil, filter))
    #expect(expression.text == canonical)
    #expect(try WhereExpression(text: canonical) == expression)
    let region = try WhereExpression(text: "kick,snare@5:1+1/16..9:1" + filter.text)
    guard case .filtered(.list, .range?, filter) = region else {
      Issue.record("\(region)")
      return
    }
  }

  @Test(
    arguments: [
      "3,4/muted:on", "all/pitch:C3..C2", "all/velocity:0..9", "all/velocity:", "all/label:",
      "all/muted:maybe", "all/muted:on/muted:on", "/muted:on", "all/colour:red",
    ])
  func `words that are no filter are refused`(text: String) {
    #expect(throws: Mismatch.self) { try WhereExpression(text: text) }
  }
}
