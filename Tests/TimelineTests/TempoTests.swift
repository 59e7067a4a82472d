import Testing
import Timeline

struct TempoTests {
  @Test func `a tempo with up to six decimals comes back as given`() throws {
    var random = SeededRandom(2)
    for decimals in 0...6 {
      let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
      for _ in 0..<3_000 {
        let given = (Double.random(in: 1...1_000, using: &random) * scale).rounded() / scale
        let tempo = try #require(Tempo(beatsPerMinute: given))
        #expect(tempo.beatsPerMinute == given)
      }
    }
    for given in [1, 1.000001, 999.999999, 1_000, 133.7, 120] {
      #expect(Tempo(beatsPerMinute: given)?.beatsPerMinute == given)
    }
  }

  @Test(arguments: [0, 0.999999, 1_000.000001, -120, .nan, .infinity])
  func `a tempo beyond the limits is none`(beatsPerMinute: Double) {
    #expect(Tempo(beatsPerMinute: beatsPerMinute) == nil)
  }

  @Test func `a file's tempo is exact, and kept within the limits`() {
    let exact = Tempo(clampingMicrosecondsPerBeat: 500_001)
    #expect(exact.picosecondsPerBeat == 500_001_000_000)
    #expect(Tempo(clampingMicrosecondsPerBeat: 0).beatsPerMinute == 1_000)
    #expect(Tempo(clampingMicrosecondsPerBeat: .max).beatsPerMinute == 1)
  }
}
