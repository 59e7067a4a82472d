import Testing
import Timeline
import Transport

@Suite struct NudgeTests {
  @Test(arguments: [5, -5, 40, -40] as [Int64])
  func `a nudge shifts all that follows, and loses and doubles nothing`(ms: Int64) throws {
    let notes = (0..<200).map { (60 + $0 % 5, Double($0) / 16, 1.0 / 32) }
    let (plain, nudged) = (Stage(try song(notes)), Stage(try song(notes)))
    let start = nudged.transport.play()
    #expect(plain.transport.play() == start)
    for stage in [plain, nudged] { stage.run(milliseconds: 1_000) }
    _ = nudged.transport.nudge(by: ms * 1_000_000)
    for stage in [plain, nudged] { stage.run(milliseconds: 13_000) }
    #expect(nudged.unbalanced == [])
    let (was, now) = (plain.tape.heard, nudged.tape.heard)
    #expect(now.map(\.message) == was.map(\.message))
    // Before it nothing has changed; after ten times its length all of it is there.
    for (was, now) in zip(was, now) {
      let shift = was.time - now.time
      if was.time < start + 1_000_000_000 { #expect(shift == 0) }
      if was.time > start + 1_006_000_000 + 11 * 1_000_000 * abs(ms) {
        #expect(abs(shift - ms * 1_000_000) < 200)
      }
    }
    let times = now.map(\.time)
    #expect(times == times.sorted())
  }

  @Test func `a nudge under a nudge, a tempo edit and a wrap adds up`() throws {
    let stage = Stage(try song([(60, 0, 0.25), (62, 1, 0.25)], loop: 0...2))
    let start = stage.transport.play()
    stage.run(milliseconds: 1_500)
    _ = stage.transport.nudge(by: 60_000_000)
    stage.run(milliseconds: 100)
    _ = stage.transport.nudge(by: -20_000_000)
    stage.run(milliseconds: 50)
    stage.set(.tempoScale(1_000_000))
    stage.run(milliseconds: 4_000)
    let ons = stage.tape.heard.filter { !$0.message.isOff }.map { $0.time - start }
    #expect(ons.count == 6)
    #expect(abs(ons[4] - 3_960_000_000) < 1_000)
    #expect(abs(ons[5] - 4_960_000_000) < 1_000)
    _ = stage.transport.stop()
    stage.run(milliseconds: 100)
    #expect(stage.unbalanced == [])
  }

  @Test func `nothing is nudged while it is stopped`() throws {
    let stage = Stage(try song([(60, 0, 1)]))
    #expect(stage.transport.nudge(by: 5_000_000) == nil)
    stage.run(milliseconds: 100)
    #expect(stage.tape.heard.isEmpty)
  }
}
