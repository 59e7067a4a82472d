import Testing
import Timeline
import Transport

@Suite struct PunctualityTests {
  @Test func `a song that stopped leaves nothing for the next play`() throws {
    let stage = Stage(
      try song((0..<40).map { (60 + $0 % 7, Double($0) / 4, 0.25) }, loop: 2...3))
    for round in 0..<100 {
      let first = stage.tape.heard.count
      let start = stage.transport.play(from: Ticks(29, over: 10))
      let length = Int64(round % 7) * 43
      stage.run(milliseconds: length)
      let stop = stage.transport.stop()
      let commit = try #require(stop)
      stage.run(milliseconds: round % 10 == 0 ? 10_000 : 3)
      let heard = stage.tape.heard[first...]
      // At 2.9 the first onset is at the wrap, a tenth of a second later.
      #expect(heard.allSatisfy { $0.time >= start + 100_000_000 && $0.time <= commit })
    }
    stage.run(milliseconds: 100)
    #expect(stage.unbalanced == [])
  }

  @Test func `the same tempo set again and again changes nothing`() throws {
    let notes = (0..<64).map { (60 + $0 % 3, Double($0) / 4, 0.25) }
    let (still, busy) = (
      Stage(try song(notes, loop: 0...16, bpm: 128)), Stage(try song(notes, loop: 0...16, bpm: 128))
    )
    _ = still.transport.play()
    _ = busy.transport.play()
    for _ in 0..<4_000 {
      busy.stage(tempo: 128)
      for stage in [still, busy] { stage.run(milliseconds: 7) }
    }
    #expect(busy.tape.heard == still.tape.heard)
  }

  @Test func `fills that fail to come now and then change no time`() throws {
    let notes = (0..<64).map { (60 + $0 % 3, Double($0) / 4, 0.25) }
    let (even, uneven) = (
      Stage(try song(notes, loop: 0...16, bpm: 133.7)),
      Stage(try song(notes, loop: 0...16, bpm: 133.7))
    )
    _ = even.transport.play()
    _ = uneven.transport.play()
    even.run(milliseconds: 20_000)
    for turn in 0..<2_000 {
      if turn % 9 != 0 { uneven.turn() }
      uneven.clock.advance(by: 10_000_000)
    }
    uneven.turn()
    #expect(uneven.tape.heard == even.tape.heard)
  }

  @Test func `edits that come faster than fills leave room for all notes`() throws {
    let notes = (0..<1_200).map { (40 + $0 % 60, Double($0) / 40, 0.02) }
    let stage = Stage(try song(notes + [(20, 900, 1)]))
    stage.decidesAnew = true
    let start = stage.transport.play()
    let last = Cell.ID(1_201)
    for turn in 0..<6_100 {
      stage.turn()
      try stage.edit { draft in
        _ = try draft.move(
          [last], .by(Ticks(beats: turn % 2 == 0 ? 1 : -1)), EditOptions(snap: .off))
      }
      stage.clock.advance(by: 5_000_000)
    }
    let ons = stage.notes(since: start).filter { $0.hasPrefix("on") }
    #expect(ons == notes.map { "on \($0.0) \(Int64(($0.1 * 1_000).rounded()))" })
    #expect(stage.transport.health.worstLag < 10_000_000)
  }

  @Test func `the furthest position and fifty days are nothing special`() throws {
    let far = Ticks(beats: Int64(99_999_000))
    let song = try song([(60, 99_999_001, 1)], bpm: 217)
    let stage = Stage(song)
    stage.clock.advance(by: 50 * 86_400 * 1_000_000_000)
    let start = stage.transport.play(from: far)
    stage.run(milliseconds: 1_000)
    let on = stage.tape.heard.first
    #expect(on.map { $0.time - start } == 276_497_696)
    #expect(stage.unbalanced == [])
  }

  @Test func `a beat is a quarter note whatever the meter`() throws {
    let stage = Stage(try song([(60, 0, 0.5), (62, 3, 0.5)], loop: 0...4, bpm: 120))
    let start = stage.transport.play()
    stage.run(milliseconds: 400)
    stage.set(.meters(MeterMap(Meter(beats: 6, noteValue: 8))))
    stage.run(milliseconds: 1_500)
    #expect(
      stage.notes(since: start) == ["on 60 0", "off 60 250", "on 62 1500", "off 62 1750"])
  }

  @Test func `play, stop and seek in one moment, over and over, end as the last one says`() throws {
    let stage = Stage(try song([(60, 0, 2), (62, 8, 2)], loop: 0...16))
    for _ in 0..<500 {
      _ = stage.transport.play(from: .zero)
      _ = stage.transport.stop()
      _ = stage.transport.play()
      _ = stage.transport.seek(to: Ticks(beats: 8))
      _ = stage.transport.stop()
      _ = stage.transport.play()
    }
    #expect(stage.transport.state == .rolling)
    stage.run(milliseconds: 2_100)
    #expect(stage.unbalanced == [])
    #expect(stage.transport.position >= Ticks(beats: 8))
  }
}

extension Stage {
  func stage(tempo bpm: Double) {
    guard let tempo = Tempo(beatsPerMinute: bpm) else { return }
    set(.tempo(TempoMap(tempo)))
  }

  /// One turn of a daemon.
  func turn() { run(nanoseconds: 0) }
}
