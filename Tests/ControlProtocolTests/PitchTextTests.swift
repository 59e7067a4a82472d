import ControlProtocol
import Testing
import Timeline

struct PitchTextTests {
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
}
