import ControlProtocol
import Testing
import Timeline

struct TonicTextTests {
  @Test func `a tonic is where its pitch is, without the octave`() throws {
    for name in Tonic.names where name != "Cb" {
      let pitch = try Pitch(text: "\(name)4")
      #expect(Tonic.semitones(named: name) == Int(pitch.number) % 12)
    }
    #expect(Tonic.semitones(named: "Cb") == 11)
    #expect(Tonic.semitones(named: "H") == nil)
  }

  @Test(arguments: ["H", "c", "C4", "", "B#", "do"])
  func `what is no tonic is refused by name`(text: String) {
    let error = refusal("transpose 1 degrees=1 scale=major key=\(text)")
    #expect(error?.field == "key")
  }

  @Test(arguments: [
    ("transpose 1", "semitones"), ("transpose 1 2 degrees=1", "degrees"),
    ("transpose 1 2 scale=major", "scale"), ("transpose 1 2 key=C", "key"),
    ("transpose 1 128", "semitones"), ("transpose 1 1.5", "semitones"),
    ("transpose 1 degrees=1 scale=majro key=C", "scale"), ("transpose", "where"),
    ("quantize 1 1/16 strength=101", "strength"), ("quantize 1 swing=49.9", "swing"),
    ("quantize 1 swing=76", "swing"), ("quantize 1 0", "step"), ("quantize 1 ends=maybe", "ends"),
    ("humanize 1", "time"), ("humanize 1 time=-1", "time"), ("humanize 1 time=1001", "time"),
    ("humanize 1 vel=127", "velocity"), ("humanize 1 vel=1 seed=-1", "seed"),
    ("euclid a 3", "steps"), ("euclid a 3 0", "steps"), ("euclid a -1 8", "hits"),
    ("euclid a 3 1025", "steps"), ("euclid a 3 8 rotation=1025", "rotation"),
    ("euclid a 3 8 times=2 fill=bar", "fill"), ("euclid a 3 8 step=0", "step"),
    ("euclid a 3 8 gate=0", "gate"), ("euclid a 3 8 vel=0", "velocity"),
  ])
  func `a value that does not fit is refused by its field`(line: String, field: String) {
    #expect(refusal(line)?.field == field)
  }
}
