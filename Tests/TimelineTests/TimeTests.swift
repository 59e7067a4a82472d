import Testing
import Timeline

struct TimeTests {
  private static let form = [
    Section(name: "A", start: beats(0), end: beats(4)),
    Section(name: "B", start: beats(4), end: beats(8)),
    Section(name: "C", start: beats(2), end: beats(6)),
    Section(name: "m", at: beats(4)),
  ]

  private static let maps: [SongField] = [
    .tempo(
      TempoMap(steps: [
        (beats(0), Tempo(picosecondsPerBeat: 500_000_000_000)),
        (beats(4), Tempo(picosecondsPerBeat: 400_000_000_000)),
        (beats(6), Tempo(picosecondsPerBeat: 300_000_000_000)),
      ])),
    .meters(
      MeterMap(changes: [
        (beats(0), .common), (beats(4), Meter(beats: 3, noteValue: 4)),
      ])),
  ]

  private static func whole(_ rows: [(position: Double, duration: Double)]...) -> Song {
    let plain = rows.count == 1 ? song(rows[0]) : song(rows[0], rows[1])
    return maps.reduce(plain.with(form)) { $0.with($1) }
  }

  private func sections(_ song: Song) -> [String] {
    song.sections.map { "\($0.name) \($0.start.beats) \($0.end.beats)" }
      .map { $0.replacing(".0", with: "") }
  }

  @Test func `time put in splits what is across the place and moves what follows`() throws {
    let before = song([(0, 1), (3, 3), (8, 1)], [(4, 1)])
    var draft = Draft(of: before)
    try draft.insertTime(beats(2), at: beats(4))
    #expect(
      draft.song.spans(1) == [Span(1, 0, 1), Span(2, 3, 1), Span(5, 6, 2), Span(3, 10, 1)])
    #expect(draft.song.spans(2) == [Span(4, 6, 1)])
    #expect(draft.patch.cells.first { $0.id == cell(5) }?.source == cell(2))
    #expect(draft.patch.cells.map(\.id) == [cell(2), cell(3), cell(4), cell(5)])
  }

  @Test func `time taken out trims what is across an edge and removes what is inside`() throws {
    let before = song([(0, 1), (3, 2), (5, 0.5), (5.5, 2), (9, 1)], [(0, 10)])
    var draft = Draft(of: before)
    try draft.removeTime(beats(2), at: beats(4))
    #expect(
      draft.song.spans(1) == [Span(1, 0, 1), Span(2, 3, 1), Span(4, 4, 1.5), Span(5, 7, 1)])
    #expect(draft.song.spans(2) == [Span(6, 0, 8)])
    #expect(draft.patch.removals == [3])
  }

  @Test func `sections, tempo and meter follow when all rows move`() throws {
    let song = try TimeTests.whole([(0, 1)]).after { try $0.insertTime(beats(2), at: beats(4)) }
    #expect(sections(song) == ["A 0 4", "C 2 8", "m 6 6", "B 6 10"])
    #expect(song.tempo.events.map(\.position.beats) == [0, 6, 8])
    #expect(song.meters.events.map(\.position.beats) == [0, 6])
    let start = try TimeTests.whole([(0, 1)]).after { try $0.insertTime(beats(1), at: .zero) }
    #expect(start.tempo.events.map(\.position.beats) == [0, 5, 7])
    #expect(sections(start).first == "A 1 5")
  }

  @Test func `after time is taken out the tempo is that of what has moved up`() throws {
    let song = try TimeTests.whole([(0, 1)]).after { try $0.removeTime(beats(4), at: beats(3)) }
    #expect(sections(song) == ["A 0 3", "C 2 3", "B 3 4"])
    #expect(song.tempo.events.map(\.position.beats) == [0, 3])
    #expect(song.tempo.event(at: beats(3)).tempo.picosecondsPerBeat == 300_000_000_000)
    #expect(song.meters.events.map(\.position.beats) == [0, 3])
  }

  @Test func `a marker goes with the time that begins at it, and not with that before it`() throws {
    let before = Song().with([Section(name: "m", at: beats(4))])
    #expect(try before.after { try $0.removeTime(beats(1), at: beats(4)) }.sections.isEmpty)
    let moved = try before.after { try $0.removeTime(beats(1), at: beats(3)) }
    #expect(moved.sections == [Section(name: "m", at: beats(3))])
  }

  @Test func `some rows move alone`() throws {
    let before = TimeTests.whole([(4, 1)], [(4, 1)])
    let edits: [(inout Draft) throws -> Void] = [
      { try $0.insertTime(beats(1), at: beats(1), rows: [row(2)]) },
      { try $0.removeTime(beats(1), at: beats(1), rows: [row(2)]) },
    ]
    for edit in edits {
      var draft = Draft(of: before)
      try edit(&draft)
      #expect(draft.song.spans(1) == [Span(1, 4, 1)])
      #expect(draft.song.spans(2) != [Span(2, 4, 1)])
      #expect(draft.patch.sections.isEmpty && draft.song.tempo == before.tempo)
    }
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `taking out what was put in, and undo, give the song back`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    func beat(_ range: ClosedRange<Int64>) -> Ticks {
      Ticks(Int64.random(in: range, using: &random), over: 4)
    }
    let cells = (0..<12).map { _ in (beat(0...60).beats, beat(1...12).beats) }
    let before = TimeTests.whole(cells, cells)
    let (place, length) = (beat(0...80), beat(1...20))
    let put = try before.patch { try $0.insertTime(length, at: place) }
    var song = before
    song.apply(put)
    song.apply(put.inverse)
    #expect(song.hasSameContent(as: before.with(.range(song.range))))
    song.apply(put)
    for number in [row(1), row(2)] {
      // Nothing starts in the gap, and nothing sounds there.
      song.visit(number, overlapping: place, place + length) { cell in
        Issue.record("cell \(cell.id.number) is in the gap")
        return true
      }
    }
    let taken = try song.patch { try $0.removeTime(length, at: place) }
    song.apply(taken)
    #expect(song.sections == before.sections)
    #expect(song.meters == before.meters)
    for beat in 0..<100 {
      let at = Ticks(Int64(beat), over: 1)
      #expect(song.tempo.event(at: at).tempo == before.tempo.event(at: at).tempo)
    }
    song.apply(taken.inverse)
    song.apply(put.inverse)
    #expect(song.hasSameContent(as: before.with(.range(song.range))))
  }

  @Test func `nothing is pushed beyond the furthest position`() throws {
    let last = Ticks.maximum - beats(1)
    for before in [
      song([(last.beats, 1)]), Song().with([Section(name: "end", at: .maximum)]),
      Song().with(.tempo(TempoMap().setting(.standard, at: .maximum))),
    ] {
      var draft = Draft(of: before)
      #expect(throws: EditError.pushedBeyondTheEnd(.maximum + Ticks(count: 1))) {
        try draft.insertTime(Ticks(count: 1), at: beats(1))
      }
    }
  }
}
