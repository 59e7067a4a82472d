import Testing
import Timeline
import Transport

/// What a leader says and when.
private typealias Said = (time: HostTime, message: SyncMessage)

@Suite struct FollowTests {
  @Test func `a note sounds with its clock, from the start on`() throws {
    let stage = try Stage(sixteenths(bpm: 77))
    let master = stage.master(bpm: 133.7, clocks: 2_000)
    stage.lead(master.said(startWith: 96), for: 1_900)
    #expect(stage.errors(of: master, from: 96).count > 300)
    #expect(stage.errors(of: master, from: 96).max() ?? 9 < 0.01)
    #expect(stage.unbalancedInTheEnd == [])
  }

  @Test(arguments: [60, 133.7, 217])
  func `a jittery clock makes a steady song`(bpm: Double) throws {
    let stage = try Stage(sixteenths(bpm: 120))
    let clocks = Int(bpm * 24 * 5)
    let master = stage.master(bpm: bpm, clocks: clocks, jitter: 2)
    stage.lead(master.said(startWith: 480), for: clocks)
    let errors = stage.errors(of: master, from: 480)
    #expect(errors.count > (clocks - 600) / 6)
    #expect(errors.max() ?? 9 < 1)
    #expect(stage.unbalancedInTheEnd == [])
  }

  @Test(arguments: [-300, -20, 40, 300])
  func `a row that is early or late keeps as steady a distance`(ms: Double) throws {
    let stage = Stage(try sixteenths(bpm: 120).delayed(by: ms))
    let master = stage.master(bpm: 133.7, clocks: 3_000, jitter: 2)
    stage.lead(master.said(startWith: 480), for: 2_900)
    let ons = stage.tape.heard.filter { !$0.message.isOff }.enumerated().dropFirst(16)
    let off = ons.map { index, on in
      abs(Double(on.time - master.time(of: 480 + 6 * index)) / 1e6 - ms)
    }
    #expect(off.count > 350)
    #expect(off.max() ?? 9 < 1)
    #expect(stage.unbalancedInTheEnd == [])
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `a delay that changes while it is led loses and doubles nothing`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let stage = try Stage(sixteenths(bpm: 120))
    let master = stage.master(bpm: 133.7, clocks: 2_000, jitter: 2)
    var said = master.said(startWith: 96)[...]
    while said.count > 200 {
      stage.lead(Array(said.prefix(100)), for: 100)
      said = said.dropFirst(100)
      let delay = Int64.random(in: -400...400, using: &random) * 1_000_000
      try stage.edit { try $0.set([.delay(delay)], of: Row.ID(1)) }
    }
    #expect(stage.unbalancedInTheEnd == [])
    let pitches = stage.tape.heard.filter { !$0.message.isOff }.map(\.message.pitch)
    #expect(pitches == (0..<pitches.count).map { 30 + $0 % 64 })
  }

  @Test func `half an hour later the song is where its leader is`() throws {
    let stage = try Stage(sixteenths(bpm: 120))
    let clocks = 30 * 217 * 24
    let master = stage.master(bpm: 217, clocks: clocks, jitter: 2)
    stage.lead(master.said(startWith: 480), for: clocks)
    let errors = stage.errors(of: master, from: 480)
    #expect(errors.count > (clocks - 600) / 6)
    #expect(errors.max() ?? 9 < 1)
    #expect(errors.suffix(100).reduce(0, +) / 100 < 0.5)
  }

  @Test(arguments: [(120, 140), (140, 70)], [0, 2] as [Double])
  func `a step of tempo is heard within a beat`(tempos: (Double, Double), jitter: Double) throws {
    let stage = try Stage(sixteenths(bpm: 120))
    var master = stage.master(bpm: tempos.0, clocks: 960, jitter: jitter)
    master.play(600, bpm: tempos.1)
    stage.lead(master.said(startWith: 96), for: 1_500)
    let errors = stage.errors(of: master, from: 96)
    // The first sixteenth that is a beat after the step or later.
    let beat = (960 + 24 - 96) / 6
    #expect(errors[beat...].max() ?? 9 < (jitter == 0 ? 1 : jitter))
    #expect(errors[(beat + 16)...].max() ?? 9 < 1)
    #expect(stage.unbalancedInTheEnd == [])
  }

  @Test(arguments: [120, 60, 200])
  func `the first clock after a start is the first tick, be it the first of all`(
    expected: Double
  ) throws {
    let stage = try Stage(sixteenths(bpm: expected))
    let master = stage.master(bpm: 120, clocks: 400)
    stage.lead(master.said(startWith: 0), for: 390)
    let errors = stage.errors(of: master, from: 0)
    // Nobody could know when it would come: a tempo tells nothing of where the next clock is.
    #expect(errors[0] <= 0.5)
    #expect(errors[8...].max() ?? 9 < 0.1)
  }

  @Test func `stop, position and continue are obeyed to the clock`() throws {
    let stage = try Stage(sixteenths(bpm: 120))
    let master = stage.master(bpm: 120, clocks: 2_000)
    let between = 60_000_000_000 / 120 / 24 / 2 as Int64
    var said = master.said(startWith: 96)
    said.append((master.time(of: 96 + 239) + between, .stop))
    said.append((master.time(of: 96 + 480) - between, .continue))
    said.append((master.time(of: 96 + 600) - between, .stop))
    said.append((master.time(of: 96 + 620) + between, .position(sixteenths: 8)))
    said.append((master.time(of: 96 + 720) - between, .continue))
    stage.lead(said.sorted { $0.time < $1.time }, for: 96 + 900)
    #expect(stage.unbalancedInTheEnd == [])
    let ons = stage.tape.heard.filter { !$0.message.isOff }
    // Sixteenths 0 to 39, 40 to 59, 8 on: the pitch is the number of the sixteenth.
    let pitches = ons.map { $0.message.pitch }
    #expect(pitches.prefix(40) == Array((0..<40).map { 30 + $0 % 64 })[...])
    #expect(pitches[40..<60] == Array((40..<60).map { 30 + $0 % 64 })[...])
    #expect(pitches[60] == 38)
    #expect(abs(ons[40].time - master.time(of: 96 + 480)) < 1_000)
    #expect(abs(ons[60].time - master.time(of: 96 + 720)) < 1_000)
    #expect(stage.notices.filter { $0 == .led(.continue) }.count == 2)
  }

  @Test func `a start while it plays begins anew`() throws {
    let stage = try Stage(sixteenths(bpm: 120))
    let master = stage.master(bpm: 120, clocks: 1_000)
    var said = master.said(startWith: 96)
    said.append((master.time(of: 396) - 5_000_000, .start))
    stage.lead(said.sorted { $0.time < $1.time }, for: 900)
    let ons = stage.tape.heard.filter { !$0.message.isOff }
    let again = ons.lastIndex { $0.message.pitch == 30 && $0.time > master.time(of: 390) }
    let first = try #require(ons.firstIndex { $0.time >= master.time(of: 396) })
    #expect(ons[first].message.pitch == 30)
    #expect(again != nil)
    #expect(ons[first].time - master.time(of: 396) < 1_000)
    #expect(abs(ons[first + 8].time - master.time(of: 396 + 48)) < 100_000)
    #expect(stage.unbalancedInTheEnd == [])
  }

  @Test func `the clock that is sent is the one that leads`() throws {
    let stage = try Stage(sixteenths(bpm: 77))
    _ = stage.transport.sendClock(to: [ClockPort(name: "out")])
    let master = stage.master(bpm: 133.7, clocks: 1_000)
    stage.lead(master.said(startWith: 96), for: 900)
    let clocks = stage.tape.heard.filter { $0.message == .sync(.clock) }
    #expect(clocks.count > 790)
    for (index, clock) in clocks.enumerated() {
      #expect(abs(clock.time - master.time(of: 96 + index)) < 10_000)
    }
  }

  @Test func `a lost clock goes on, and is met where it is when it returns`() throws {
    let stage = try Stage(sixteenths(bpm: 120))
    let master = stage.master(bpm: 133.7, clocks: 3_000)
    let said = master.said(startWith: 96).filter { message in
      !(master.time(of: 1_000)...master.time(of: 1_300)).contains(message.time)
    }
    stage.lead(said, for: 2_900)
    #expect(stage.errors(of: master, from: 96).max() ?? 9 < 0.5)
    #expect(stage.notices.contains(.led(.lost)))
    #expect(stage.notices.contains(.led(.found)))
    #expect(stage.transport.leader?.losses == 1)
    #expect(stage.unbalancedInTheEnd == [])
  }

  @Test func `clocks that wait to be taken in after a stall are not lost`() throws {
    let stage = try Stage(sixteenths(bpm: 120))
    let master = stage.master(bpm: 133.7, clocks: 1_200)
    let said = master.said(startWith: 96)
    stage.lead(said, for: 500, loss: .stop)
    stage.clock.advance(by: 3_000_000_000)
    stage.advance()
    for (time, message) in said.dropFirst(500) where time <= stage.clock.time {
      stage.note(stage.transport.hear(message, at: time))
    }
    stage.lead(said.filter { $0.time > stage.clock.time }, for: 400, loss: .stop)
    #expect(stage.transport.state == .rolling)
    #expect(!stage.notices.contains(.led(.lost)))
    let last = try #require(stage.tape.heard.last { !$0.message.isOff })
    let period = 60e9 / 133.7 / 4
    let sixteenth = Double(last.time - master.time(of: 96)) / period
    let nearest = sixteenth.rounded()
    #expect(abs(sixteenth - nearest) < 0.002)
    #expect(last.message.pitch == 30 + Int(nearest) % 64)
    #expect(stage.unbalancedInTheEnd == [])
  }

  @Test func `who was told where the playhead is knows where it will be`() throws {
    let stage = try Stage(song([(60, 0, 400)], bpm: 120))
    var master = stage.master(bpm: 120, clocks: 480, jitter: 2)
    master.play(480, bpm: 126)
    var told: (tick: Ticks, time: HostTime, tempo: Tempo)?
    var count = 0
    var furthest = 0.0
    stage.watch = { stage in
      guard stage.notices.count != count || told == nil else {
        guard let told, count > 0 else { return }
        let passed = Double(stage.clock.time - told.time) * 1_000
        let beats = passed / Double(told.tempo.picosecondsPerBeat)
        let here = stage.transport.position
        furthest = max(furthest, abs((here - told.tick).beats - beats))
        return
      }
      count = stage.notices.count
      told = stage.transport.anchor.map { ($0.tick, $0.time, stage.transport.tempo(at: $0.tick)) }
    }
    stage.lead(master.said(startWith: 96), for: 950)
    // Few words, and at 126 beats a minute never 20 ms off.
    #expect(stage.notices.count < 40)
    #expect(furthest < 0.042)
  }

  @Test func `a clock that goes on while stopped is the leader's`() throws {
    let stage = try Stage(sixteenths(bpm: 77))
    _ = stage.transport.sendClock(to: [ClockPort(name: "out", isFree: true)])
    let master = stage.master(bpm: 133.7, clocks: 480)
    stage.lead(master.said(startWith: nil), for: 480)
    let clocks = stage.tape.heard.filter { $0.message == .sync(.clock) }.suffix(100).map(\.time)
    let first = try #require(clocks.first)
    let last = try #require(clocks.last)
    let period = Double(last - first) / 99
    let ideal = 60e9 / 133.7 / 24
    #expect(abs(period - ideal) < 0.003 * ideal)
  }

  @Test func `a lost clock stops the playhead if it is to`() throws {
    let stage = try Stage(sixteenths(bpm: 120))
    let master = stage.master(bpm: 120, clocks: 300)
    stage.lead(master.said(startWith: 96), for: 299, loss: .stop)
    stage.run(milliseconds: 2_000)
    #expect(stage.transport.state == .stopped)
    #expect(stage.unbalancedInTheEnd == [])
    let last = try #require(stage.tape.heard.last)
    #expect(last.time < master.time(of: 299) + 520_000_000)
  }

  @Test func `who plays waits for a clock, and stops alone`() throws {
    let stage = try Stage(sixteenths(bpm: 120))
    _ = stage.transport.follow(.continue)
    let known = stage.transport.playInStep(from: nil, countIn: 0)
    #expect(known == nil)
    #expect(stage.transport.state == .waiting)
    stage.run(milliseconds: 1_000)
    #expect(stage.tape.heard.isEmpty)
    let master = stage.master(bpm: 120, clocks: 500)
    stage.lead(master.said(startWith: nil), for: 200)
    #expect(stage.transport.state == .rolling)
    let on = try #require(stage.tape.heard.first { !$0.message.isOff })
    #expect(on.time - master.time(of: 0) < 3_000_000)
    _ = stage.transport.stop()
    stage.lead(master.said(startWith: nil).filter { $0.time > stage.clock.time }, for: 200)
    #expect(stage.transport.state == .stopped)
    #expect(stage.unbalancedInTheEnd == [])
    // The clock runs: the next one that can still be met is played with.
    let met = stage.transport.playInStep(from: .zero, countIn: 0)
    let begins = try #require(met)
    #expect(master.due.contains { abs(begins - (master.start + Int64($0))) < 1_000 })
  }

  @Test func `the tempo of the song says nothing while it is led, and all when it is not`() throws {
    let stage = try Stage(sixteenths(bpm: 120))
    let master = stage.master(bpm: 120, clocks: 2_000)
    stage.lead(master.said(startWith: 96), for: 300)
    stage.set(.tempo(TempoMap(try #require(Tempo(beatsPerMinute: 60)))))
    stage.set(.tempoScale(2_000_000))
    stage.lead(master.said(startWith: nil).filter { $0.time > stage.clock.time }, for: 600)
    #expect(stage.errors(of: master, from: 96).max() ?? 9 < 0.1)
    #expect(stage.transport.tempo(at: .zero).beatsPerMinute.rounded() == 120)
    _ = stage.transport.follow(nil)
    stage.set(.tempoScale(1_000_000))
    let count = stage.tape.heard.count
    stage.run(milliseconds: 4_000)
    // Four beats of four sixteenths, each with its end.
    #expect(abs(stage.tape.heard.count - count - 32) <= 2)
    #expect(stage.unbalancedInTheEnd == [])
  }

  @Test func `what plays goes on in step when a leader is chosen`() throws {
    let stage = try Stage(sixteenths(bpm: 100))
    _ = stage.transport.play()
    stage.run(milliseconds: 1_234)
    let master = stage.master(bpm: 120, clocks: 1_000)
    stage.lead(master.said(startWith: nil), for: 900)
    #expect(stage.unbalancedInTheEnd == [])
    let ons = stage.tape.heard.filter { !$0.message.isOff && $0.time > master.time(of: 200) }
    #expect(ons.count > 100)
    for on in ons {
      let clock = Double(on.time - master.start) / (60e9 / 120 / 24)
      #expect(abs(clock - clock.rounded()) < 0.02)
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `whatever a leader says, each note ends once`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let stage = try Stage(sixteenths(bpm: 120))
    _ = stage.transport.follow(seed % 2 == 0 ? .continue : .stop)
    for _ in 0..<600 {
      let most: Int64 = [1, 1, 25, 25, 25, 700].randomElement(using: &random) ?? 1
      stage.run(nanoseconds: Int64.random(in: 0...most * 1_000_000, using: &random))
      let message: SyncMessage =
        [
          .clock, .clock, .clock, .clock, .clock, .start, .continue, .stop,
          .position(sixteenths: 12),
        ].randomElement(using: &random) ?? .clock
      _ = stage.transport.hear(message, at: stage.clock.time)
      if Int.random(in: 0..<20, using: &random) == 0 {
        _ = stage.transport.follow([nil, .continue, .stop].randomElement(using: &random) ?? nil)
      }
    }
    _ = stage.transport.follow(nil)
    _ = stage.transport.stop()
    stage.run(milliseconds: 500)
    #expect(stage.unbalancedInTheEnd == [])
  }
}

/// Sixteenths without end, of which 64 in a row differ in pitch.
private func sixteenths(bpm: Double) throws -> Song {
  try song(
    (0..<64).map { (30 + $0, Double($0) / 4, 0.125) }, loop: 0...16, bpm: bpm)
}

extension MIDIMessage {
  fileprivate var pitch: Int {
    if case .noteOn(_, let pitch, _) = self { Int(pitch.number) } else { -1 }
  }
}

extension Master {
  /// Its clocks, and a start just before one of them.
  fileprivate func said(startWith first: Int?) -> [Said] {
    var said = arrivals.map { (time: $0, message: SyncMessage.clock) }
    if let first { said.insert((arrivals[first] - 1_000_000, .start), at: first) }
    return said
  }
}

extension Stage {
  fileprivate func master(bpm: Double, clocks: Int, jitter: Double = 0) -> Master {
    var master = Master(at: clock.time + 100_000_000, jitter: jitter)
    master.play(clocks, bpm: bpm)
    return master
  }

  /// Hears a leader until so many messages have been said.
  fileprivate func lead(_ said: [Said], for count: Int, loss: Leader.Loss = .continue) {
    _ = transport.follow(loss)
    for (time, message) in said.prefix(count) {
      run(nanoseconds: max(0, time - clock.time))
      note(transport.hear(message, at: time))
    }
    advance()
  }

  /// The keys whose ons and offs do not alternate once it has stopped.
  fileprivate var unbalancedInTheEnd: [String] {
    if transport.isPlaying { _ = transport.stop() }
    run(milliseconds: 100)
    return unbalanced
  }

  /// By how many milliseconds each sixteenth from a clock on is early or late.
  fileprivate func errors(of master: Master, from first: Int) -> [Double] {
    let ons = tape.heard.filter { !$0.message.isOff }
    return ons.enumerated().compactMap { index, on in
      let clock = first + 6 * index
      guard clock < master.due.count else { return nil }
      return abs(Double(on.time - master.time(of: clock))) / 1e6
    }
  }
}
