import ControlProtocol
import Session
import Testing
import Timeline
import Transport

/// Songs that come in the place of the one being played, at places ahead.
@Suite struct ComingSongTests {
  /// A bar is 2 s, and the first tick sounds 5 ms after play: eighths of C2, and a long C3.
  private func rolling(_ lines: String...) throws -> Stage {
    let stage = try Stage(
      "row bass channel=1", "row pad channel=2", "pattern bass C2 step=1/8 times=32 gate=50",
      "add pad 1 14 C3", "loop 0 16")
    for line in lines { try stage.perform(line) }
    try stage.perform("play")
    return stage
  }

  /// At 240, from bar 2 on: D4 on the first beat, E4 on the second; the range is bar 2.
  private func other(_ lines: String...) throws -> Stage {
    let stage = try Stage(
      "row lead channel=3 program=12", "tempo 240", "add lead 4 1 D4", "add lead 5 1 E4",
      "loop 4 8")
    for line in lines { try stage.perform(line) }
    return stage
  }

  @discardableResult
  private func ask(_ stage: Stage, _ line: String, for other: Stage) throws -> Outcome {
    let song = ComingSong(other.session.song, history: other.session.history, revision: 3)
    return try #require(
      try stage.session.expect(song, askedBy: stage.request(line), for: 1))
  }

  private func onsets(_ stage: Stage) -> [(channel: Int, pitch: Int, milliseconds: Double)] {
    stage.queue.heard.compactMap { message -> (channel: Int, pitch: Int, milliseconds: Double)? in
      guard case .noteOn(let channel, let pitch, _) = message.message else { return nil }
      return (Int(channel.number), Int(pitch.number), milliseconds(message.time))
    }
  }

  private func milliseconds(_ time: HostTime) -> Double {
    Double(time.nanoseconds - 1_005_000_000) / 1e6
  }

  private func hanging(_ stage: Stage) -> Int {
    stage.queue.heard.reduce(0) { count, message in
      switch message.message {
      case .noteOn: count + 1
      case .noteOff: count - 1
      default: count
      }
    }
  }

  @Test func `the first note of the new song is on the bar, and nothing of the old one after`()
    throws
  {
    let stage = try rolling()
    stage.run(milliseconds: 300)
    let reply = try ask(stage, "load /b when=bar", for: try other()).reply
    #expect(reply["pending"] == 1 && reply["position"]?.number == 4)
    let events = stage.run(milliseconds: 2_900)
    let onsets = onsets(stage)
    #expect(
      onsets.filter { $0.channel == 1 }.map(\.milliseconds) == (0..<8).map { Double($0) * 250 })
    let lead = onsets.filter { $0.channel == 3 }
    #expect(lead.map(\.milliseconds) == [2_000, 2_250, 3_000])
    #expect(lead.map(\.pitch) == [62, 64, 62])
    let states = events.filter { $0.topic == .pending }.map { $0.parameters["state"]?.string }
    #expect(states == ["done"])
    stage.run(milliseconds: 200)
    try stage.perform("stop")
    stage.run(milliseconds: 100)
    #expect(hanging(stage) == 0)
    let end = stage.queue.heard.first {
      if case .noteOff(let channel, _, _) = $0.message { channel.number == 2 } else { false }
    }
    #expect(end.map { milliseconds($0.time) } == 2_000)
    let program = stage.queue.heard.firstIndex {
      if case .program(let channel, _) = $0.message { channel.number == 3 } else { false }
    }
    let first = stage.queue.heard.firstIndex {
      if case .noteOn(let channel, _, _) = $0.message { channel.number == 3 } else { false }
    }
    #expect(try #require(program) < #require(first))
    #expect(stage.session.song.range.start == Ticks(beats: 4))
  }

  @Test
  func `early and late rows of both songs lose nothing before the bar and hear nothing after`()
    throws
  {
    for (old, new) in [(-30, 0), (30, 0), (0, -30), (0, 30), (-30, -20), (30, 20), (-30, 20)] {
      for others in [false, true] {
        let stage = try rolling("rows.set pad delay=\(old)")
        stage.run(milliseconds: 300)
        if others { try stage.ask("tempo 100 when=bar") }
        try ask(stage, "load /b when=bar", for: try other("rows.set lead delay=\(new)"))
        // An edit from the past of what is decided makes it be decided anew.
        stage.run(milliseconds: 1_690)
        try stage.perform("stop when=2bars")
        stage.run(milliseconds: 5)
        try stage.perform("metronome on")
        stage.run(milliseconds: 800)
        let onsets = onsets(stage).filter { $0.channel < 10 }
        #expect(
          onsets.filter { $0.channel == 1 }.map(\.milliseconds) == (0..<8).map { Double($0) * 250 })
        let lead = onsets.filter { $0.channel == 3 }.prefix(2).map(\.milliseconds)
        #expect(lead == [2_000 + Double(max(new, 0)), 2_250 + Double(new)], "\(old) \(new)")
        let pad = stage.queue.heard.filter {
          if case .noteOff(let channel, _, _) = $0.message { channel.number == 2 } else { false }
        }
        #expect(pad.count == 1)
        #expect(pad.allSatisfy { abs(milliseconds($0.time) - 2_000) <= Double(abs(old)) })
      }
    }
  }

  @Test func `a song that comes at the wrap of a short loop is on it`() throws {
    let stage = try rolling("loop 0 0.5")
    stage.run(milliseconds: 300)
    try ask(stage, "load /b when=loop", for: try other())
    stage.run(milliseconds: 700)
    let onsets = onsets(stage)
    #expect(onsets.filter { $0.channel == 1 }.map(\.milliseconds) == [0, 250])
    #expect(onsets.filter { $0.channel == 3 }.map(\.milliseconds) == [500, 750])
  }

  @Test func `what waits for the former song is dropped, but for a stop and other songs`() throws {
    let stage = try rolling()
    stage.run(milliseconds: 300)
    try ask(stage, "load /b when=bar", for: try other())
    try stage.perform("set bass notes=D2 when=bar")
    try stage.perform("tempo 99 when=2bars")
    try stage.perform("stop when=2bars")
    try ask(stage, "load /c when=4bars", for: try other())
    let events = stage.run(milliseconds: 2_000).filter { $0.topic == .pending }
    let states = events.map {
      "\($0.parameters["pending"]?.integer ?? 0) \($0.parameters["state"]?.string ?? "")"
    }
    #expect(states.sorted() == ["1 done", "2 dropped", "3 dropped"])
    #expect(
      try stage.ask("pending").list("pending").map { $0["method"] } == [
        "transport.stop", "song.load",
      ])
    stage.run(milliseconds: 2_500)
    #expect(stage.session.transport.state == .stopped)
  }

  @Test func `going back to a version on the bar is one step, and goes on where it is`() throws {
    let stage = try rolling()
    let saved = stage.session.song
    try stage.perform("set bass notes=D2")
    try stage.perform("cut pad")
    stage.run(milliseconds: 300)
    let steps = stage.session.history.steps.count
    let request = try stage.request("revert when=bar")
    _ = try stage.session.expect(ComingSong(stepTo: saved), askedBy: request, for: 1)
    stage.run(milliseconds: 2_600)
    #expect(stage.session.song.hasSameContent(as: saved))
    #expect(stage.session.history.steps.count == steps + 1)
    let bass = onsets(stage).filter { $0.channel == 1 }
    #expect(bass.map(\.milliseconds) == (0..<12).map { Double($0) * 250 })
    #expect(bass.map(\.pitch).suffix(5) == [38, 36, 36, 36, 36])
    try stage.perform("undo")
    #expect(
      stage.session.song.row(named: "pad") != nil && !stage.session.song.hasSameContent(as: saved))
  }

  @Test func `a song that waits can be cancelled, and is said to have gone`() throws {
    let stage = try rolling()
    stage.run(milliseconds: 300)
    try ask(stage, "load /b when=bar", for: try other("row keys port=keys"))
    #expect(stage.session.portsInUse.contains("keys"))
    #expect(try stage.perform("cancel").departed == [1])
    #expect(!stage.session.portsInUse.contains("keys"))
    stage.run(milliseconds: 2_000)
    #expect(onsets(stage).allSatisfy { $0.channel != 3 })
    let now = ComingSong(Song(), history: History(), revision: 0)
    try stage.perform("stop")
    #expect(
      try stage.session.expect(now, askedBy: stage.request("load /b when=bar"), for: 1) == nil)
  }

  @Test func `a seek short of a place that is decided leaves out nothing that was to happen there`()
    throws
  {
    for loads in [false, true] {
      let stage = try rolling()
      stage.run(milliseconds: 300)
      if loads {
        try ask(stage, "load /b when=bar", for: try other("loop 0 16"))
      } else {
        try stage.perform("set bass notes=D2 when=bar")
      }
      stage.run(milliseconds: 1_690)
      try stage.perform("seek 5")
      stage.run(milliseconds: 300)
      let last = try #require(onsets(stage).last { $0.milliseconds < 2_100 })
      #expect(last.pitch == (loads ? 64 : 38) && last.milliseconds < 2_000)
    }
  }
}
