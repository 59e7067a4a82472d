import Testing
import Timeline

struct SwingTests {
  private func time(_ percent: Int64, _ step: Swing.Step = .eighth, cuts: [Double] = [])
    -> SwungTime
  {
    SwungTime(
      Swing(amount: percent * 1_000, step: step), in: MeterMap(), cuts: cuts.map { beats($0) })
  }

  @Test func `the second of each pair is late by the amount, and bar lines stay`() {
    let time = time(60)
    for pair in 0..<16 {
      let start = beats(Double(pair))
      #expect(time.sounding(start) == start)
      #expect(time.sounding(start + beats(0.5)) == start + beats(0.6))
    }
    #expect(time.sounding(beats(0.25)) == beats(0.3))
    #expect(time.sounding(beats(0.75)) == beats(0.8))
  }

  @Test(arguments: [(50, "1/8"), (57, "1/16"), (66, "1/8"), (75, "1/16")] as [(Int64, String)])
  func `time runs on, and what is written is found where it sounds`(
    percent: Int64, step: String
  ) throws {
    let time = time(percent, try #require(Swing.Step(rawValue: step)))
    var last = Ticks.zero
    for count in stride(from: Int64(0), to: 3 * Ticks.perBeat, by: 9_973) {
      let position = Ticks(count: count)
      let place = time.sounding(position)
      #expect(place >= last && place >= position)
      last = place
      let written = time.written(position)
      #expect(time.sounding(written) >= position)
      #expect(written == .zero || time.sounding(written - Ticks(count: 1)) < position)
    }
  }

  @Test func `a pair that a bar line or a cut falls into is straight`() {
    let odd = SwungTime(
      Swing(amount: 66_000), in: MeterMap(Meter(beats: 7, noteValue: 8)), cuts: [])
    #expect(odd.sounding(beats(2.5)) > beats(2.5))
    #expect(odd.sounding(beats(3.25)) == beats(3.25))
    #expect(odd.sounding(beats(4)) > beats(4))
    let cut = time(66, cuts: [2.75])
    #expect(cut.sounding(beats(2.5)) == beats(2.5))
    #expect(cut.sounding(beats(1.5)) > beats(1.5))
    #expect(time(66, cuts: [2]).sounding(beats(2.5)) > beats(2.5))
  }
}
