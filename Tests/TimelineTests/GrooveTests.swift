import Testing
import Timeline

struct GrooveTests {
  @Test(
    arguments: [
      (0.1, 0), (0.12, 0), (0.125, 0.25), (0.3, 0.25), (3.9, 4), (1, 1), (7.01, 7),
    ] as [(Double, Double)])
  func `a start is drawn to the nearest line, halves up, and keeps its length`(
    start: Double, line: Double
  ) throws {
    let drawn = try quantized([(start, 0.1)], Groove(.standard))
    #expect(drawn == [Span(1, line, 0.1)])
  }

  @Test(arguments: [(0, 0.1), (50, 0.05), (80, 0.02), (100, 0)] as [(Int64, Double)])
  func `strength is how much of the way is gone`(strength: Int64, position: Double) throws {
    let drawn = try quantized([(0.1, 1)], Groove(.standard, strength: strength))
    #expect(drawn == [Span(1, beats(position).beats, 1)])
  }

  @Test(
    arguments: [
      (50_000, 0.3, 0.25), (60_000, 0.28, 0.3), (75_000, 0.2, 0.375), (75_000, 0.18, 0),
      (75_000, 0.45, 0.5), (75_000, 0.43, 0.375), (75_000, 0.5, 0.5), (75_000, 3.99, 4),
      (75_000, 3.9, 3.875),
    ] as [(Int64, Double, Double)])
  func `swing is where in its pair the second step lies`(
    swing: Int64, start: Double, line: Double
  ) throws {
    let drawn = try quantized([(start, 0.05)], Groove(.standard, swing: swing))
    #expect(drawn == [Span(1, line, 0.05)])
  }

  @Test func `two thirds are triplets to the tick`() throws {
    let drawn = try quantized([(0.3, 0.1)], Groove(.standard, swing: 66_667))
    #expect((drawn[0].position - 1.0 / 3).magnitude < 1e-5)
  }

  @Test func `pairs are counted from each bar line, which is a line itself`() throws {
    let eighths = Groove(.step(Snap.Step(beats: 1, over: 2)), swing: 75_000)
    let seven = MeterMap(Meter(beats: 7, noteValue: 8))
    // The seventh eighth has no partner; the next bar begins a pair.
    let drawn = try quantized([(3.05, 0.1), (3.45, 0.01), (4.2, 0.1)], eighths, meters: seven)
    #expect(drawn == [Span(1, 3, 0.1), Span(2, 3.5, 0.01), Span(3, 4.25, 0.1)])
    let bars = try quantized([(1.7, 0.1), (1.8, 0.1)], Groove(.bar, swing: 75_000), meters: seven)
    #expect(bars == [Span(1, 0, 0.1), Span(2, 3.5, 0.1)])
  }

  @Test(
    arguments: [
      (0.1, 0.8, 0, 1), (0.1, 0.05, 0, 0.25), (0.3, 0.3, 0.25, 0.25), (0.9, 0.04, 1, 0.25),
    ] as [(Double, Double, Double, Double)])
  func `ends are drawn too, at least a step from their starts`(
    start: Double, duration: Double, line: Double, length: Double
  ) throws {
    let drawn = try quantized([(start, duration)], Groove(.standard), ends: true)
    #expect(drawn == [Span(1, line, length)])
  }

  @Test func `no cell is drawn to nothing, whatever the strength`() throws {
    var random = SeededRandom(7)
    for _ in 0..<2_000 {
      let start = Ticks(count: .random(in: 0...40_000_000, using: &random))
      let duration = Ticks(count: .random(in: 1...3_000_000, using: &random))
      let groove = Groove(
        .step(Snap.Step(beats: 1, over: .random(in: 1...7, using: &random))),
        swing: .random(in: 50_000...75_000, using: &random),
        strength: .random(in: 0...100, using: &random))
      var draft = Draft(of: song([]))
      let cell = NewCell(position: start, duration: duration, content: .label)
      let id = try draft.add(cell, to: row(1), .exact).id
      try draft.quantize([id], to: groove, ends: true, .overwrite)
      let drawn = try #require(draft.song.cell(id)?.cell)
      #expect(drawn.position >= .zero && drawn.duration > .zero)
      if groove.strength == 100 {
        let again = draft.song
        try draft.quantize([id], to: groove, ends: true, .overwrite)
        #expect(draft.song.hasSameContent(as: again))
      }
    }
  }

  @Test func `every start counts: a cell ends where the next one that contends begins`() throws {
    #expect(
      try quantized([(0, 1.1), (1.1, 0.9), (2.1, 1)], Groove(.standard))
        == [Span(1, 0, 1), Span(2, 1, 0.9), Span(3, 2, 1)])
    var rows = Draft(of: song([], [], voices: .poly))
    let high = note(0, 1.1, 72)
    for cell in [high, note(1.1, 1, 60)] { _ = try rows.add(cell, to: row(1), .exact) }
    for cell in [high, note(1.1, 1, 72)] { _ = try rows.add(cell, to: row(2), .exact) }
    try rows.quantize((1...4).map { cell($0) }, to: Groove(.standard), .overwrite)
    #expect(rows.song.spans(1) == [Span(1, 0, 1.1), Span(2, 1, 1)])
    #expect(rows.song.spans(2) == [Span(3, 0, 1), Span(4, 1, 1)])
  }

  @Test func `the start of a cell that is not named stays as well`() throws {
    let swung = Groove(.standard, swing: 60_000)
    let straight = song([(0, 0.25), (0.25, 0.25), (0.5, 0.25)])
    var draft = Draft(of: straight)
    try draft.quantize([cell(2)], to: swung, .overwrite)
    #expect(draft.song.spans() == [Span(1, 0, 0.25), Span(2, 0.3, 0.2), Span(3, 0.5, 0.25)])
    #expect(draft.patch.updates == [Span(2, 0.3, 0.2)])
    // One that is reached from behind ends where the named one now starts.
    let late = song([(0, 1.1), (1.1, 0.5)])
    let early = try late.after { try $0.quantize([cell(2)], to: Groove(.standard), .overwrite) }
    #expect(early.spans() == [Span(1, 0, 1), Span(2, 1, 0.5)])
  }

  @Test func `of two that are drawn to one place the longer stays`() throws {
    #expect(try quantized([(0, 0.1), (0.1, 0.5)], Groove(.standard)) == [Span(2, 0, 0.5)])
  }

  @Test func `the policies of overlaps hold`() throws {
    let before = song([(0, 1.1), (1.1, 0.9)])
    var draft = Draft(of: before)
    try draft.quantize([cell(1), cell(2)], to: Groove(.standard), .allow)
    #expect(draft.song.spans() == [Span(1, 0, 1.1), Span(2, 1, 0.9)])
    var refused = Draft(of: before)
    #expect(throws: EditError.overlap([cell(2)])) {
      try refused.quantize([cell(1), cell(2)], to: Groove(.standard), .reject)
    }
  }

  @Test func `the order of naming makes no difference, and undo restores all`() throws {
    var random = SeededRandom(3)
    for _ in 0..<200 {
      var position = 0.0
      let before = song(
        (0..<8).map { _ in
          position += .random(in: 0.02...0.6, using: &random)
          return (position, .random(in: 0.01...0.6, using: &random))
        })
      let ids = (1...8).map { cell($0) }
      let groove = Groove(.standard, swing: 60_000, strength: 100)
      let patch = try before.patch { try $0.quantize(ids, to: groove, ends: true, .overwrite) }
      let mixed = ids.shuffled(using: &random)
      #expect(
        try patch == before.patch { try $0.quantize(mixed, to: groove, ends: true, .overwrite) })
      var after = before
      after.apply(patch)
      let cells = after.cells(of: row(1))
      for (a, b) in zip(cells, cells.dropFirst()) { #expect(a.end <= b.position) }
      after.apply(patch.inverse)
      #expect(after.hasSameContent(as: before))
    }
  }

  @Test func `what would end beyond the furthest position is refused`() {
    var draft = Draft(of: Song())
    #expect(throws: EditError.self) {
      let line = try draft.addRow(named: "a")
      let cell = NewCell(
        position: .maximum - beats(0.2), duration: beats(0.2), content: .label)
      let id = try draft.add(cell, to: line, .exact).id
      try draft.quantize([id], to: Groove(.step(Snap.Step(beats: 1, over: 2))), .overwrite)
    }
  }

  private func quantized(
    _ cells: [(position: Double, duration: Double)], _ groove: Groove, ends: Bool = false,
    meters: MeterMap = MeterMap()
  ) throws -> [Span] {
    var draft = Draft(of: song(cells).with(.meters(meters)))
    try draft.quantize(
      (1...Int64(cells.count)).map { cell($0) }, to: groove, ends: ends, .overwrite)
    return draft.song.spans()
  }
}
