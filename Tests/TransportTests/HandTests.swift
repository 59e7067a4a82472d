import Testing
import Timeline
import Transport

@Suite struct HandTests {
  @Test func `a note by hand ends by itself, stopped or rolling`() throws {
    for plays in [false, true] {
      let stage = Stage(try song([(72, 30, 1)]))
      if plays { _ = stage.transport.play() }
      stage.run(milliseconds: 500)
      let time = stage.transport.strike([hand(60, milliseconds: 200)])
      stage.run(milliseconds: 500)
      let heard = stage.tape.heard
      #expect(heard.map(\.message) == [on(60), off(60)], "plays: \(plays)")
      let length = heard[1].time - heard[0].time
      #expect(heard[0].time - time <= 0 && (200_000_000...215_000_000).contains(length))
      #expect(stage.transport.heldCount == 0)
    }
  }

  @Test func `a stop ends a note by hand, whether it was struck before play or after`() throws {
    for strikesFirst in [false, true] {
      let stage = Stage(try song([(72, 30, 1)]))
      if strikesFirst { _ = stage.transport.strike([hand(60)]) }
      _ = stage.transport.play()
      stage.run(milliseconds: 100)
      if !strikesFirst { _ = stage.transport.strike([hand(60)]) }
      stage.run(milliseconds: 100)
      #expect(stage.tape.heard.map(\.message) == [on(60)])
      _ = stage.transport.stop()
      stage.run(milliseconds: 20_000)
      #expect(stage.tape.heard.map(\.message) == [on(60), off(60)], "first: \(strikesFirst)")
    }
  }

  @Test func `what a hand strikes right after a stop is not ended by that`() throws {
    for microseconds in [0, 200, 400, 600, 2_000] as [Int64] {
      let stage = Stage(try song([(60, 0, 8)]))
      _ = stage.transport.play()
      stage.run(milliseconds: 300)
      _ = stage.transport.stop()
      stage.clock.advance(by: microseconds * 1_000)
      _ = stage.transport.strike([hand(60, milliseconds: 200)])
      stage.run(milliseconds: 500)
      let heard = stage.tape.heard
      #expect(heard.map(\.message) == [on(60), off(60), on(60), off(60)], "\(microseconds) µs")
      #expect(heard[3].time - heard[2].time >= 199_000_000)
    }
  }

  @Test func `a stop while stopped and a panic end it at once`() throws {
    let ends: [(inout Transport) -> Void] = [{ _ = $0.stop() }, { $0.panic() }]
    for end in ends {
      let stage = Stage(Song())
      _ = stage.transport.strike([hand(60)])
      end(&stage.transport)
      stage.run(milliseconds: 20_000)
      #expect(stage.tape.heard.map(\.message).filter(\.isNote) == [on(60), off(60)])
    }
  }

  @Test func `a key that sounds is released before a hand strikes it, and each on has one off`()
    throws
  {
    let stage = Stage(try song([(60, 0, 4), (60, 8, 4)], loop: 0...16))
    _ = stage.transport.play()
    stage.run(milliseconds: 1_000)
    _ = stage.transport.strike([hand(60, milliseconds: 10_000)])
    stage.run(milliseconds: 7_500)
    // The song has struck it since, and it is the song's.
    #expect(stage.tape.heard.map(\.message) == [on(60), off(60), on(60), off(60), on(60)])
    stage.run(milliseconds: 3_000)
    _ = stage.transport.stop()
    stage.run(milliseconds: 20_000)
    #expect(stage.tape.heard.map(\.message) == [0, 1, 2].flatMap { _ in [on(60), off(60)] })
  }

  @Test func `a wrap, a mute, another edit and the end of the song leave a hand's note alone`()
    throws
  {
    let stage = Stage(try song([(72, 0, 1)], loop: 0...1))
    _ = stage.transport.play()
    stage.run(milliseconds: 100)
    _ = stage.transport.strike([hand(60, milliseconds: 4_000)])
    stage.run(milliseconds: 1_000)
    try stage.edit { try $0.set([.mute(true)], of: Row.ID(1)) }
    stage.run(milliseconds: 1_000)
    var range = stage.transport.song.range
    range.loops = false
    stage.set(range)
    stage.run(milliseconds: 1_500)
    #expect(stage.transport.state == .stopped)
    #expect(!stage.tape.heard.map(\.message).contains(off(60)))
    stage.run(milliseconds: 1_000)
    #expect(stage.tape.heard.filter { $0.message == off(60) }.count == 1)
  }

  @Test func `two hands on one key are two notes, one after the other`() throws {
    for plays in [false, true] {
      let stage = Stage(try song([(72, 30, 1)]))
      if plays { _ = stage.transport.play() }
      stage.run(milliseconds: 100)
      _ = stage.transport.strike([hand(60, milliseconds: 300)])
      stage.run(milliseconds: 100)
      _ = stage.transport.strike([hand(60, milliseconds: 300)])
      stage.run(milliseconds: 1_000)
      #expect(stage.tape.heard.map(\.message) == [on(60), off(60), on(60), off(60)])
    }
  }

  @Test func `a knob turned by hand is the song's to bring to rest`() throws {
    let stage = Stage(try song([(72, 30, 1)]))
    _ = stage.transport.play()
    stage.run(milliseconds: 100)
    let pedal = HandSetting(
      port: "out", channel: Channel(1), change: .control(.controller(64), 127))
    #expect(stage.transport.set(pedal) != nil)
    stage.run(milliseconds: 100)
    _ = stage.transport.stop()
    stage.run(milliseconds: 100)
    #expect(
      stage.tape.heard.map(\.message)
        == [127, 0].map {
          .control(Channel(1), controller: 64, value: $0)
        })
  }

  @Test func `a device that leaves or returns gets the off of a note by hand`() throws {
    let stage = Stage(Song())
    _ = stage.transport.strike([hand(60)])
    #expect(stage.transport.lastWords(of: "out").first == off(60))
    stage.transport.deviceLeft("out")
    let before = stage.tape.heard.count
    stage.transport.deviceCame("out")
    #expect(stage.tape.heard[before...].first?.message == off(60))
  }

  private func hand(_ pitch: UInt8, milliseconds: Int64 = 10_000) -> HandNote {
    HandNote(
      port: "out", channel: Channel(1), pitch: Pitch(pitch), velocity: .standard,
      length: milliseconds * 1_000_000)
  }

  private func on(_ pitch: UInt8) -> MIDIMessage { .noteOn(Channel(1), Pitch(pitch), .standard) }

  private func off(_ pitch: UInt8) -> MIDIMessage {
    .noteOff(Channel(1), Pitch(pitch), velocity: 64)
  }
}

extension MIDIMessage {
  fileprivate var isNote: Bool {
    switch self {
    case .noteOn, .noteOff: true
    default: false
    }
  }
}
