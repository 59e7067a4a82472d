import ControlProtocol
import Testing
import Timeline

struct ChordTextTests {
  @Test func `a chord is a text`() throws {
    #expect(try ChordSymbol(reading: "Dm7b5/G").text == "Dm7b5/G")
    for value in [7, true, .null, ["C"], 1.5] as [Value] {
      #expect(throws: Mismatch.self) { try ChordSymbol(reading: value) }
    }
  }

  @Test func `a wrong chord is refused by name, place and what is expected`() {
    let error = refusal("add keys 1:1 bar chord=Dmq7")
    #expect(error?.field == "chord" && error?.kind == .badText)
    #expect(error?.message.contains("at character 3 stands \"q7\", expected ") == true)
    #expect(refusal("set 3 chord=C/")?.message.contains("at character 3 it ends") == true)
    #expect(refusal("set 3 chord=\(String(repeating: "C", count: 300))")?.field == "chord")
  }

  @Test(arguments: [
    ("set 1 octave=3", "notes"), ("chords keys C octave=10", "octave"),
    ("chords keys C/Q", "progression"), ("chords keys C times=10001", "times"),
    ("chords keys C step=0", "step"), ("chords keys", "progression"),
    ("add keys 0 1 chord=C voicing=wide", "voicing"), ("set 1 chord=C inversion=-1", "inversion"),
    ("chords keys C lead=maybe", "lead"),
  ])
  func `what no chord takes is refused by name`(line: String, field: String) {
    #expect(refusal(line)?.field == field)
  }

  @Test func `what reads as a pitch is no chord in a field for pitches, and a chord no pitch`() {
    #expect(refusal("add keys 1:1 bar Dm7")?.field == "notes")
    #expect(refusal("add keys 1:1 bar D7") == nil)
    #expect(refusal("add keys 1:1 bar C4 chord=D7")?.field == "chord")
  }
}
