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
}
