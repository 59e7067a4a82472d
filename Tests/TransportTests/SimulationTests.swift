import Testing
import Timeline
import Transport

/// A small seeded generator, so that a seed reproduces any failure.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func roll(_ sides: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(sides))
  }
}

@Suite struct SimulationTests {
  @Test(arguments: 1...60)
  func `whatever is edited while it plays, each note-on has its own off`(seed: UInt64) throws {
    var jam = try Jam(seed: seed)
    for _ in 0..<150 { try jam.step() }
    jam.end()
    #expect(jam.stage.unbalanced == [], "seed \(seed)")
    #expect(jam.stage.tape.heard.count > 20, "seed \(seed)")
  }

  @Test(arguments: 1...60)
  func `a process that is stopped at any moment sticks and doubles no note`(seed: UInt64) throws {
    var jam = try Jam(seed: seed)
    for _ in 0..<150 {
      jam.preempt()
      try jam.step()
    }
    jam.end()
    // What time overtook while it was taken back may get its off a second time, and no more.
    let wrong = jam.stage.unbalanced.filter {
      jam.stage.transport.health.lateCommits == 0 || !$0.hasPrefix("off without on")
    }
    #expect(wrong == [], "seed \(seed)")
  }

  @Test(arguments: 1...60)
  func `an edit that reaches nothing decided sounds as if all were decided anew`(
    seed: UInt64
  ) throws {
    var (jam, anew) = (try Jam(seed: seed), try Jam(seed: seed))
    anew.stage.decidesAnew = true
    for _ in 0..<150 {
      try jam.step()
      try anew.step()
    }
    jam.end()
    anew.end()
    // What is decided anew may change its order within one moment.
    let (heard, again) = (jam.stage.tape.heard, anew.stage.tape.heard)
    #expect(heard.count == again.count && Set(heard) == Set(again), "seed \(seed)")
  }

  @Test(arguments: 1...20)
  func `a small pool delays notes and loses none`(seed: UInt64) throws {
    var jam = try Jam(seed: seed)
    jam.stage.tape.capacity = 6
    for _ in 0..<100 { try jam.step() }
    jam.end()
    #expect(jam.stage.unbalanced == [], "seed \(seed)")
  }
}

/// Random playing and editing of a small song.
struct Jam {
  let stage: Stage
  var dice: Dice
  private let hasContent: Bool
  private let hasFeel: Bool

  init(seed: UInt64, content: Bool = false, feel: Bool = false) throws {
    hasContent = content
    hasFeel = feel
    dice = Dice(seed: seed)
    var notes: [(Int, Double, Double)] = []
    for _ in 0..<40 {
      notes.append(
        (
          60 + dice.roll(6), Double(dice.roll(64)) / 8, Double(1 + dice.roll(24)) / 8
        ))
    }
    let song = try song(
      notes, voices: dice.roll(2) == 0 ? .mono : .poly, loop: 0...Int64(2 + dice.roll(6)),
      tails: dice.roll(2) == 0 ? .cut : .ring, bpm: 133.7)
    let played = try feel ? song.withFeel(&dice) : song
    stage = Stage(try content ? played.withContent(&dice) : played)
    _ = stage.transport.play()
  }

  mutating func preempt() {
    stage.clock.expectReadings()
    stage.clock.jumps = [dice.roll(6): Int64(dice.roll(200)) * 1_000_000]
  }

  mutating func step() throws {
    switch dice.roll(12) {
    case 0...3: try change()
    case 4:
      try stage.edit { [pitch = 60 + dice.roll(6), at = Double(dice.roll(64)) / 8] draft in
        try add(pitch, at, 0.5, in: &draft, overlap: .overwrite)
      }
    case 5:
      try stage.edit { [mute = dice.roll(3) == 0] draft in
        try draft.set([.mute(mute)], of: Row.ID(1))
      }
    case 6:
      let tempos = [dice.roll(200), dice.roll(200)].compactMap {
        Tempo(beatsPerMinute: Double(60 + $0))
      }
      let length = dice.roll(3) == 0 ? Ticks.zero : Ticks(Int64(1 + dice.roll(24)), over: 4)
      let ramp = TempoCurve(from: tempos[0], to: tempos[1], over: length)
      let place = Ticks(Int64(dice.roll(32)), over: 4)
      let map = dice.roll(2) == 0 ? TempoMap(tempos[0]) : stage.transport.song.tempo
      stage.edit { $0.set(.tempo(map.setting(ramp, at: place, until: place + length))) }
    case 7: _ = stage.transport.seek(to: Ticks(Int64(dice.roll(64)), over: 8))
    case 8:
      var range = stage.transport.song.range
      range.start = Ticks(Int64(dice.roll(8)), over: 4)
      range.end = range.start + Ticks(Int64(1 + dice.roll(24)), over: 8)
      range.loops = dice.roll(4) != 0
      stage.set(range)
    case 9 where hasContent: try changeContent()
    case 10 where hasContent: try changeContent()
    case 9...11 where hasFeel: try changeFeel()
    default: break
    }
    if stage.transport.state == .stopped { _ = stage.transport.play() }
    stage.run(nanoseconds: Int64(dice.roll(300)) * 1_000_003)
  }

  /// Moves, resizes, removes or changes a random cell.
  private mutating func change() throws {
    let id = Cell.ID(Int64(1 + dice.roll(45)))
    guard stage.transport.song.cell(id) != nil else { return }
    let options = EditOptions(snap: .off)
    let length = Ticks(Int64(1 + dice.roll(24)), over: 8)
    let kind = dice.roll(4)
    let pitch = Pitch(UInt8(60 + dice.roll(6)))
    let sounding: Sounding? = [nil, nil, .keep, .cut, .swap][dice.roll(5)]
    try stage.edit(sounding: sounding) { draft in
      switch kind {
      case 0: _ = try draft.move([id], .to(length), options)
      case 1: _ = try draft.resize([id], .to(length), edge: .right, options)
      case 2: try draft.remove([id])
      default: try draft.set([.pitches([pitch])], of: [id], options)
      }
    }
  }

  mutating func end() {
    stage.clock.jumps = [:]
    if stage.transport.state == .rolling { _ = stage.transport.stop() }
    stage.run(milliseconds: 500)
  }
}
