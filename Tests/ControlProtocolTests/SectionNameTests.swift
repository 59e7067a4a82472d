import ControlProtocol
import Testing

struct SectionNameTests {
  @Test(arguments: ["Chorus", "Verse 2", "pre-chorus", "_x", "Strophe é", "A+B", "bridge-"])
  func `a name that a position can be said by is taken`(name: String) throws {
    #expect(try sectionName(.string(name)) == name)
    #expect(try PositionExpression(.string(name)) == PositionExpression(.name(name)))
    let shifted = try PositionExpression(.string("\(name)-1bar"))
    #expect(shifted.base == .name(name) && shifted.offset != nil)
  }

  @Test(
    arguments: [
      "verse-1", "verse+1bar", "verse-1/8", "verse+0.5", "end", "here", "loop", "half", "double",
      "2nd", "12", "5:1", "a@b", "", " x", "x..y", "all", 3, ["x"],
    ] as [Value])
  func `a name that could mean another position is refused`(name: Value) {
    #expect(throws: Mismatch.self) { try sectionName(name) }
    let marker: Value = ["method": "sections.mark", "params": ["name": name, "at": 0]]
    #expect(refusal(marker)?.field == "name")
  }
}
