import Testing
import Timeline
import Transport

/// MIDI clock as its receivers hear it.
@Suite struct ClockTests {
  /// A stage that sends clock on `out`; at 60 beats a minute a clock is 1000/24 ms.
  private func stage(
    _ music: Song? = nil, delay: Int64 = 0, isFree: Bool = false
  ) throws -> Stage {
    let stage = Stage(try music ?? ClockTests.melody())
    _ = stage.transport.sendClock(
      to: [ClockPort(name: "out", delay: delay * 1_000_000, isFree: isFree)])
    return stage
  }

  private static func melody(loop: ClosedRange<Int64>? = nil, bpm: Double = 60) throws -> Song {
    try song([(60, 0, 0.5), (62, 15, 1)], loop: loop, bpm: bpm)
  }

  private func ideal(_ clock: Int) -> Int64 { Int64((Double(clock) * 1e9 / 24).rounded()) }

  @Test func `a song begins with a start, and 24 clocks a beat follow from its first tick`() throws
  {
    let stage = try stage()
    let start = stage.transport.play()
    stage.run(milliseconds: 10_000)
    #expect(stage.signals(since: start) == ["start -3.0"])
    let clocks = stage.clocks(since: start)
    #expect(clocks.count >= 240)
    #expect(clocks == clocks.indices.map { ideal($0) })
  }

  @Test func `a port is in use as long as it sends clock`() throws {
    let stage = try stage()
    #expect(stage.transport.portsInUse == ["out"])
    _ = stage.transport.sendClock(to: [])
    #expect(stage.transport.portsInUse.isEmpty)
  }

  @Test func `elsewhere it is told the next sixteenth, and goes on there`() throws {
    let stage = try stage()
    let start = stage.transport.play(from: Ticks(beats: 4) + Ticks(1, over: 8))
    stage.run(milliseconds: 1_000)
    #expect(stage.signals(since: start) == ["at 17 122.0", "continue 122.0"])
    let machine = DrumMachine(stage.tape.heard)
    #expect(machine.clocks.first { $0.position != nil }?.position == Ticks(17, over: 4))
    #expect(machine.clocks.map { $0.time - start } == machine.clocks.indices.map { ideal($0) })
  }

  @Test func `with the playhead it stops, by hand and at the end`() throws {
    let stage = try stage()
    let start = stage.transport.play(from: Ticks(beats: 15))
    stage.run(milliseconds: 500)
    let stop = try stage.transport.stop().unwrapped
    stage.run(milliseconds: 500)
    #expect(stage.signals(since: start).last == "stop \(Double((stop - start) / 1_000) / 1_000)")
    let again = stage.transport.play(from: Ticks(beats: 15))
    stage.run(milliseconds: 2_000)
    #expect(stage.signals(since: again).last == "stop 1000.0")
    #expect(DrumMachine(stage.tape.heard).isRunning == false)
    #expect(!stage.tape.isRunning)
  }

  @Test func `at a wrap it is sent to the start of the range, and no clock is early or late`()
    throws
  {
    let stage = try stage(try ClockTests.melody(loop: 4...6))
    let start = stage.transport.play(from: Ticks(beats: 4))
    stage.run(milliseconds: 20_000)
    #expect(
      Array(stage.signals(since: start).prefix(5)) == [
        "at 16 -3.0", "continue -3.0", "stop 1997.0", "at 16 1997.0", "continue 1997.0",
      ])
    let machine = DrumMachine(stage.tape.heard)
    #expect(machine.clocks.count >= 480)
    for (number, clock) in machine.clocks.enumerated() {
      #expect(clock.time - start == ideal(number))
      #expect(clock.position == Ticks(beats: 4) + DrumMachine.step * Int64(number % 48))
    }
  }

  @Test func `clocks of a thousand passes add up to no error`() throws {
    let stage = try stage(try ClockTests.melody(loop: 0...1, bpm: 217))
    let start = stage.transport.play()
    stage.run(milliseconds: 280_000)
    let clocks = stage.clocks(since: start)
    #expect(clocks.count > 24_000)
    let perBeat = Int128(60e12 / 217 + 0.5)
    for number in stride(from: 0, to: clocks.count, by: 997) {
      let due = (Int128(number) * perBeat).dividedRoundingHalfUp(by: 24_000)
      #expect(Int128(clocks[number]) == due)
    }
  }

  @Test func `a change of tempo between two clocks moves what is ahead and loses none`() throws {
    let stage = try stage()
    let start = stage.transport.play()
    stage.run(nanoseconds: 1_010_300_000)
    let commit = try #require(
      stage.edit { $0.set(.tempo(TempoMap(Tempo(picosecondsPerBeat: 500_000_000_000)))) })
    stage.run(milliseconds: 2_000)
    #expect(stage.signals(since: start) == ["start -3.0"])
    // The tick under the playhead stands for the moment of the change: half a tick is 62 ns.
    for (number, time) in stage.clocks(since: start).enumerated() {
      let before = ideal(number)
      let change = commit - start
      #expect(abs(time - (before < change ? before : change + (before - change) / 2)) <= 63)
    }
  }

  @Test func `on a ramp each clock is where the quadratic has it`() throws {
    let ramp = TempoCurve(
      from: Tempo(picosecondsPerBeat: 800_000_000_000),
      to: Tempo(picosecondsPerBeat: 400_000_000_000), over: Ticks(beats: 8))
    let stage = try stage(try ClockTests.melody().with(.tempo(TempoMap(ramp))))
    let start = stage.transport.play()
    stage.run(milliseconds: 5_000)
    let clocks = stage.clocks(since: start)
    #expect(clocks.count > 190)
    for (number, time) in clocks.prefix(192).enumerated() {
      let beat = Double(number) / 24
      #expect(abs(Double(time) - (800 * beat - 25 * beat * beat) * 1e6) <= 0.51)
    }
  }

  @Test func `a seek sends it along at once, in the middle of a sixteenth at the next`() throws {
    let stage = try stage()
    let start = stage.transport.play()
    stage.run(milliseconds: 1_000)
    let seek = try stage.transport.seek(to: Ticks(beats: 8)).unwrapped
    stage.run(milliseconds: 1_000)
    let time = Double((seek - start) / 1_000) / 1_000
    #expect(
      Array(stage.signals(since: start).dropFirst()) == [
        "stop \(time)", "at 32 \(time)", "continue \(time)",
      ])
    let odd = try stage.transport.seek(to: Ticks(beats: 2) + Ticks(1, over: 8)).unwrapped
    stage.run(milliseconds: 1_000)
    #expect(
      Array(stage.signals(since: odd).suffix(2)) == ["at 9 122.0", "continue 122.0"])
  }

  @Test(arguments: [-60, -3, 7, 60] as [Int64])
  func `a port's delay moves all of it, and nothing else`(delay: Int64) throws {
    let stage = try stage(try ClockTests.melody(loop: 0...2), delay: delay)
    let start = stage.transport.play()
    stage.run(milliseconds: 5_000)
    stage.edit { $0.set(.tempo(TempoMap(Tempo(picosecondsPerBeat: 1_000_000_000_001)))) }
    stage.run(milliseconds: 5_000)
    let machine = DrumMachine(stage.tape.heard)
    #expect(machine.clocks.count >= 236)
    for (number, clock) in machine.clocks.enumerated() {
      #expect(abs(clock.time - start - delay * 1_000_000 - ideal(number)) <= 10)
      #expect(clock.position == DrumMachine.step * Int64(number % 48))
    }
    let stop = try stage.transport.stop().unwrapped
    stage.run(milliseconds: 500)
    let last = try #require(
      stage.tape.heard.last { $0.message == .sync(.stop) })
    #expect(last.time - stop == max(delay, 0) * 1_000_000)
    #expect(!stage.tape.isRunning)
    #expect(stage.notes(since: start).prefix(2) == ["on 60 0", "off 60 500"])
  }

  @Test func `while stopped a free port goes on at the tempo under the playhead`() throws {
    let stage = try stage(isFree: true)
    let begin = stage.clock.time
    stage.run(milliseconds: 1_000)
    stage.edit { $0.set(.tempo(TempoMap(Tempo(picosecondsPerBeat: 500_000_000_000)))) }
    stage.run(milliseconds: 1_000)
    let gaps = zip(stage.clocks(since: begin).dropFirst(), stage.clocks(since: begin)).map(-)
    #expect(gaps.prefix(20).allSatisfy { abs($0 - 41_666_667) <= 1 })
    #expect(gaps.suffix(40).allSatisfy { abs($0 - 20_833_333) <= 1 })
    #expect(stage.tape.isRunning)
    _ = stage.transport.sendClock(to: [])
    stage.run(milliseconds: 200)
    #expect(!stage.tape.isRunning && !stage.transport.isBusy)
  }

  @Test func `a free port's clock goes through the end of the song and through a stop`() throws {
    let stage = try stage(isFree: true)
    stage.run(milliseconds: 300)
    let start = stage.transport.play(from: Ticks(beats: 15))
    stage.run(milliseconds: 2_000)
    #expect(stage.transport.state == .stopped)
    #expect(Array(stage.signals(since: start).suffix(1)) == ["stop 1000.0"])
    let clocks = stage.clocks(since: start).filter { $0 >= 0 }
    #expect(clocks.count >= 47)
    for (number, time) in clocks.enumerated() { #expect(abs(time - ideal(number)) <= 1) }
    let again = stage.transport.resume()
    stage.run(nanoseconds: 310_700_000)
    _ = stage.transport.stop()
    stage.run(milliseconds: 500)
    for (number, time) in stage.clocks(since: again).filter({ $0 >= 0 }).enumerated() {
      #expect(abs(time - ideal(number)) <= 1)
    }
    let machine = DrumMachine(stage.tape.heard)
    #expect(machine.isRunning == false)
  }

  @Test(arguments: [false, true])
  func `while bars are counted in a receiver stands, and starts with the song`(
    isFree: Bool
  ) throws {
    for (place, signals) in [
      (Int64(0), ["start 1997.0"]), (4, ["at 16 1997.0", "continue 1997.0"]),
    ] {
      let stage = try stage(try ClockTests.melody(loop: 0...8, bpm: 120), isFree: isFree)
      stage.run(milliseconds: 300)
      let start = stage.transport.play(from: Ticks(beats: place), countIn: 1)
      stage.run(milliseconds: 2_800)
      #expect(stage.signals(since: start) == signals)
      let machine = DrumMachine(stage.tape.heard)
      let song = start + 2_000_000_000
      for clock in machine.clocks { #expect((clock.position != nil) == (clock.time >= song)) }
      #expect(machine.clocks.first { $0.position != nil }?.position == Ticks(beats: place))
      // What is free goes on at the tempo that is counted, and what is not is silent.
      let counted = machine.clocks.filter { $0.time >= start && $0.time < song }
      #expect(counted.count == (isFree ? 4 * 24 : 0))
      let clocks = machine.clocks.filter { $0.time >= (isFree ? start : song) }
      let first = isFree ? start : song
      for (number, clock) in clocks.enumerated() {
        #expect(abs(clock.time - first - ideal(number) / 2) <= 1)
      }
    }
  }

  @Test(arguments: [-60, 0, 60] as [Int64], Array(stride(from: Int64(1_200), to: 1_240, by: 3)))
  func `a count-in that interrupts the song stops its receivers, which then start once`(
    delay: Int64, milliseconds: Int64
  ) throws {
    let stage = try stage(try ClockTests.melody(bpm: 120), delay: delay)
    _ = stage.transport.play()
    stage.run(milliseconds: milliseconds)
    let start = stage.transport.play(from: Ticks(beats: 2), countIn: 1)
    stage.run(milliseconds: 2_500)
    let stop = max(delay, 0)
    #expect(
      Array(stage.signals(since: start).dropFirst()) == [
        "stop \(stop).0", "at 8 \(1_997 + delay).0", "continue \(1_997 + delay).0",
      ])
    let first = (2_000 + delay) * 1_000_000
    #expect(stage.clocks(since: start).allSatisfy { $0 < stop * 1_000_000 || $0 >= first })
    #expect(stage.clocks(since: start).contains(first))
  }

  @Test func `between a start and its first clock no other clock comes`() throws {
    let stage = try stage(isFree: true)
    for milliseconds in stride(from: 300, to: 345, by: 4) {
      stage.run(milliseconds: Int64(milliseconds))
      let start = stage.transport.play(from: .zero)
      stage.run(milliseconds: 100)
      let machine = DrumMachine(stage.tape.heard)
      #expect(machine.clocks.contains { $0.time == start && $0.position == .zero })
      _ = stage.transport.stop()
    }
  }

  @Test func `at one moment it comes after the offs and before all else`() throws {
    let stage = try stage(
      try song([(60, 0, 1), (62, 1, 1)], loop: 0...2))
    _ = stage.transport.play()
    stage.run(milliseconds: 1_500)
    let sent = stage.tape.heard.filter {
      $0.time == stage.tape.heard.first { $0.message.isOff }?.time
    }
    #expect(sent.count == 3 && sent[0].message.isOff && sent[1].message == .sync(.clock))
  }

  @Test func `after a stall no clocks are made up for: it is told where to go on`() throws {
    let stage = try stage()
    let start = stage.transport.play()
    stage.run(milliseconds: 1_000)
    stage.clock.advance(by: 3_000_000_000)
    stage.run(milliseconds: 2_000)
    let machine = DrumMachine(stage.tape.heard)
    #expect(machine.clocks.count < 24 * 4)
    let last = try #require(machine.clocks.last)
    #expect(
      last.position.map { ideal(Int($0.count / DrumMachine.step.count)) } == last.time - start)
  }

  @Test func `a device that comes back is told where to go on`() throws {
    let stage = try stage()
    let start = stage.transport.play()
    stage.run(milliseconds: 1_100)
    let count = stage.tape.heard.count
    stage.transport.deviceCame("out")
    stage.run(milliseconds: 1_000)
    let machine = DrumMachine(stage.tape.heard.dropFirst(count))
    let last = try #require(machine.clocks.last)
    #expect(
      last.position.map { ideal(Int($0.count / DrumMachine.step.count)) } == last.time - start)
  }

  @Test func `a port that sends no more is stopped first`() throws {
    let stage = try stage()
    _ = stage.transport.play()
    stage.run(milliseconds: 500)
    let commit = try stage.transport.sendClock(to: []).unwrapped
    stage.run(milliseconds: 500)
    #expect(stage.signals(since: commit).last == "stop 0.0")
    #expect(stage.clocks(since: commit).allSatisfy { $0 < 0 })
  }

  @Test(arguments: 1...20)
  func `whatever is edited, what follows is where the playhead is`(seed: UInt64) throws {
    var jam = try Jam(seed: seed)
    _ = jam.stage.transport.sendClock(to: [ClockPort(name: "out")])
    var checked = 0
    var positions: [HostTime: Ticks] = [:]
    jam.stage.watch = { stage in
      for heard in stage.tape.heard.dropFirst(checked) where heard.message == .sync(.clock) {
        // The way before the newest commit point is forgotten.
        guard heard.time >= stage.transport.settled else { continue }
        positions[heard.time] = stage.transport.position(at: heard.time)
      }
      checked = stage.tape.heard.count
    }
    for _ in 0..<150 { try jam.step() }
    jam.end()
    let machine = DrumMachine(jam.stage.tape.heard)
    let running = machine.clocks.filter { $0.position != nil }
    #expect(running.count > 200, "seed \(seed)")
    for clock in running {
      guard let position = clock.position, let real = positions[clock.time] else { continue }
      #expect(position == real, "seed \(seed)")
    }
    #expect(jam.stage.unbalanced == [], "seed \(seed)")
  }
}

extension HostTime? {
  /// The moment; a test that needs one fails without.
  fileprivate var unwrapped: HostTime {
    get throws { try #require(self) }
  }
}
