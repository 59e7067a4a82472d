import Testing
import Timeline

/// What edits make of clips, ramps, programs and system exclusive messages.
struct ContentEditTests {
  private func clip(loop: Double? = nil) throws -> Cell.Content {
    let notes = (0..<4).map { index in
      Clip.Note(
        offset: beats(Double(index)), duration: beats(1), pitch: Pitch(60 + UInt8(index)))
    }
    return .clip(try Clip(notes: notes, loop: loop.map(beats)))
  }

  private func ramp(_ controller: UInt8 = 74) throws -> Cell.Content {
    let ramp = Control.Ramp(to: 100, over: beats(4))
    return .control(try #require(Control(.controller(controller), value: 0, ramp: ramp)))
  }

  private let program = Cell.Content.program(ProgramChange(33))

  private func new(
    _ content: Cell.Content, _ position: Double, _ duration: Double, offset: Double = 0
  ) -> NewCell {
    NewCell(
      position: beats(position), duration: beats(duration),
      content: .other(content, offset: beats(offset)))
  }

  private func draft(_ cells: NewCell..., voices: Row.Voices = .poly) throws -> Draft {
    var draft = Draft(of: song([], voices: voices))
    try draft.add(cells, to: row(1), .allow)
    return draft
  }

  /// Each cell as "id position duration offset".
  private func places(_ draft: Draft) -> [String] {
    draft.song.cells(of: row(1)).map { cell in
      let offset = draft.song.rare(of: cell)?.offset ?? .zero
      return "\(cell.id.number) "
        + [cell.position, cell.duration, offset].map { "\($0.beats)" }.joined(separator: " ")
    }
  }

  @Test func `trimming, splitting and resizing leave what is inside in its place`() throws {
    for content in [try clip(), try ramp()] {
      var draft = try draft(new(content, 8, 4), voices: .mono)
      _ = try draft.split([cell(1)], .at(beats(9)), .exact)
      #expect(places(draft) == ["1 8.0 1.0 0.0", "2 9.0 3.0 1.0"])
      let allowing = EditOptions(snap: .off, overlap: .allow)
      _ = try draft.resize([cell(2)], .by(beats(0.5)), edge: .left, allowing)
      #expect(places(draft)[1] == "2 9.5 2.5 1.5")
      _ = try draft.resize([cell(2)], .by(beats(-2)), edge: .left, allowing)
      #expect(places(draft)[0] == "2 7.5 4.5 -0.5")
      _ = try draft.resize([cell(2)], .by(beats(4)), edge: .right, .exact)
      #expect(places(draft) == ["2 7.5 8.5 -0.5"])
      try draft.add([new(content, 10, 1)], to: row(1), .overwrite)
      #expect(places(draft).suffix(2) == ["3 10.0 1.0 0.0", "4 11.0 5.0 3.0"])
    }
  }

  @Test func `what an earlier edited cell covers of a later one is gone, and the rest in place`()
    throws
  {
    var draft = try draft(new(try ramp(), 0, 4), new(try ramp(), 8, 4))
    _ = try draft.move([cell(1), cell(2)], .by(beats(0)), .exact)
    try draft.add([new(try ramp(), 2, 4), new(try ramp(), 4, 6)], to: row(1), .overwrite)
    #expect(
      places(draft) == ["1 0.0 2.0 0.0", "3 2.0 4.0 0.0", "4 6.0 4.0 2.0", "2 10.0 2.0 2.0"])
  }

  @Test func `a split clip that loops keeps its phase`() throws {
    var draft = try draft(new(try clip(loop: 3), 0, 12, offset: 1))
    _ = try draft.split([cell(1)], .every(.step(Snap.Step(beats: 4, over: 1))), .exact)
    #expect(places(draft) == ["1 0.0 4.0 1.0", "2 4.0 4.0 2.0", "3 8.0 4.0 0.0"])
    _ = try draft.resize([cell(3)], .by(beats(1)), edge: .left, .exact)
    #expect(places(draft).last == "3 9.0 3.0 1.0")
  }

  @Test func `pieces that go on with each other are joined again, others are not`() throws {
    for content in [try clip(), try clip(loop: 1.5), try ramp()] {
      var draft = try draft(new(content, 8, 4))
      let before = draft.song
      _ = try draft.split([cell(1)], .at(beats(9)), .exact)
      #expect(try draft.join([cell(1), cell(2)]) == [cell(1)])
      #expect(draft.song.hasSameContent(as: before))
      _ = try draft.split([cell(1)], .at(beats(9)), .exact)
      _ = try draft.move([cell(3)], .by(beats(1)), .exact)
      #expect(throws: EditError.cannotJoin(cell(1), cell(3), .discontinuous)) {
        try draft.join([cell(1), cell(3)])
      }
    }
    var programs = try draft(new(program, 0, 1), new(program, 1, 1), new(try ramp(), 2, 1))
    _ = try programs.join([cell(1), cell(2)])
    #expect(places(programs) == ["1 0.0 2.0 0.0", "3 2.0 1.0 0.0"])
    #expect(throws: EditError.cannotJoin(cell(1), cell(3), .differentContent)) {
      try programs.join([cell(1), cell(3)])
    }
  }

  @Test func `stretching scales what is inside with its cell`() throws {
    var draft = try draft(new(try clip(loop: 3), 4, 4, offset: 2), new(try ramp(), 4, 2, offset: 1))
    try draft.stretch([cell(1), cell(2)], by: 2, .allow)
    #expect(places(draft) == ["1 4.0 8.0 4.0", "2 4.0 4.0 2.0"])
    let clip = try #require(draft.song.cell(cell(1))?.rare.clip)
    #expect(clip.loop == beats(6) && clip.notes.map(\.offset.beats) == [0, 2, 4, 6])
    #expect(draft.song.cell(cell(2))?.rare.control?.ramp?.length == beats(8))
    var short = try self.draft(new(try self.clip(loop: 0.04), 0, 1))
    #expect(throws: EditError.cannotHold(cell(1), .unusable(.loop))) {
      try short.stretch([cell(1)], by: 0.5, .allow)
    }
  }

  @Test func `copies begin where their originals do`() throws {
    var draft = try draft(new(try clip(), 0, 2, offset: 1.5))
    _ = try draft.duplicate([cell(1)], nil, .exact)
    #expect(places(draft) == ["1 0.0 2.0 1.5", "2 2.0 2.0 1.5"])
  }

  @Test func `time put in or taken out leaves no gap inside`() throws {
    var draft = try draft(new(try ramp(), 0, 4), new(try clip(), 1, 4))
    try draft.insertTime(beats(2), at: beats(2))
    #expect(
      places(draft) == ["1 0.0 2.0 0.0", "2 1.0 1.0 0.0", "3 4.0 2.0 2.0", "4 4.0 3.0 1.0"])
    try draft.removeTime(beats(2), at: beats(2))
    #expect(
      places(draft) == ["1 0.0 2.0 0.0", "2 1.0 1.0 0.0", "3 2.0 2.0 2.0", "4 2.0 3.0 1.0"])
    var cut = try self.draft(new(try ramp(), 0, 4), new(try clip(), 1.5, 4))
    try cut.removeTime(beats(1), at: beats(1))
    #expect(places(cut) == ["1 0.0 1.0 0.0", "2 1.0 3.5 0.5", "3 1.0 2.0 2.0"])
  }

  @Test func `transposing moves the notes of a clip and the pressure on a key`() throws {
    let pressure = Cell.Content.control(
      try #require(Control(.keyPressure(Pitch(60)), value: 9)))
    var draft = try draft(new(try clip(), 0, 4), new(pressure, 0, 1), new(try ramp(), 0, 1))
    try draft.transpose([1, 2, 3].map { cell($0) }, by: .semitones(2), .overwrite)
    #expect(draft.song.cell(cell(1))?.rare.clip?.pitches == (62...65).map { Pitch($0) })
    #expect(draft.song.cell(cell(2))?.rare.control?.target == .keyPressure(Pitch(62)))
    #expect(draft.song.cell(cell(3))?.rare.content == (try ramp()))
    #expect(throws: EditError.outsideTheKeys(cell(1), 162, .semitones(100))) {
      try draft.transpose([cell(1)], by: .semitones(100), .overwrite)
    }
  }

  @Test func `loose cells take what is inside along`() throws {
    var draft = try draft(new(try clip(), 4.1, 4, offset: 1))
    try draft.quantize([cell(1)], to: Groove(.step(Snap.Step(beats: 1, over: 1))), .overwrite)
    #expect(places(draft) == ["1 4.0 4.0 1.0"])
    let looseness = Looseness(time: 50_000_000, velocity: 90, seed: 3)
    let before = try #require(draft.song.cell(cell(1)))
    try draft.humanize([cell(1)], looseness, .overwrite)
    let after = try #require(draft.song.cell(cell(1)))
    #expect(after.rare == before.rare && after.cell.velocity == before.cell.velocity)
  }

  @Test func `setting content changes the kind, and setting notes changes it back`() throws {
    var draft = Draft(of: song([(0, 4)]))
    let before = draft.song
    for content in [try clip(), try ramp(), program] {
      try draft.set([.content(content)], of: [cell(1)], .exact)
      let placed = try #require(draft.song.cell(cell(1)))
      #expect(placed.cell.kind == content.kind && placed.pitches.isEmpty)
    }
    try draft.set([.pitches([Pitch(60)])], of: [cell(1)], .exact)
    #expect(draft.song.hasSameContent(as: before))
    #expect(draft.patch.isEmpty)
  }

  @Test func `a loop and an offset are set where there can be one`() throws {
    var draft = try draft(new(try clip(), 0, 4), new(program, 0, 1), new(try ramp(), 0, 1))
    try draft.set([.loop(beats(2)), .offset(beats(-0.5))], of: [cell(1)], .exact)
    #expect(places(draft)[0] == "1 0.0 4.0 1.5")
    #expect(throws: EditError.cannotHold(cell(3), .noLoop)) {
      try draft.set([.loop(nil)], of: [cell(3)], .exact)
    }
    try draft.set([.offset(beats(2))], of: [cell(3)], .exact)
    #expect(throws: EditError.cannotHold(cell(2), .noOffset)) {
      try draft.set([.offset(.zero)], of: [cell(2)], .exact)
    }
    #expect(throws: EditError.cannotHold(cell(1), .unusable(.loop))) {
      try draft.set([.loop(Ticks(count: 1))], of: [cell(1)], .exact)
    }
  }

  @Test func `an offset stays within what any content can reach`() throws {
    var draft = try draft(new(try clip(), 0, 4))
    for _ in 0..<3 {
      _ = try draft.move([cell(1)], .to(.maximum - beats(8)), .exact)
      _ = try draft.resize([cell(1)], .by(beats(8) - .maximum), edge: .left, .exact)
      _ = try draft.resize([cell(1)], .to(beats(4)), edge: .right, .exact)
    }
    #expect(draft.song.cell(cell(1))?.rare.offset == -.maximum)
  }

  @Test(
    arguments: [
      (.mono, [1, 2, 3, 4, 5, 6, 7]), (.poly, [1, 2, 3, 4, 5, 6, 7]),
    ] as [(Row.Voices, [Int64])])
  func `cells contend with what would take their place`(voices: Row.Voices, ids: [Int64]) throws {
    let cells = [
      new(try clip(), 0, 8), new(try ramp(), 0, 8), new(try ramp(1), 0, 8), new(program, 0, 8),
      note(0, 8, 50), NewCell(position: .zero, duration: beats(8), content: .label, label: "x"),
      new(.sysex(try #require(SystemExclusive([0xF0, 1, 0xF7]))), 0, 8),
    ]
    var draft = Draft(of: song([], voices: voices))
    try draft.add(cells, to: row(1), .allow)
    /// Which of the cells give way to a new one.
    func hit(_ new: NewCell) -> [Int64] {
      var copy = draft
      do throws(EditError) {
        try copy.add([new], to: row(1), .reject)
        return []
      } catch {
        guard case .overlap(let cells) = error else { return [-1] }
        return cells.map(\.number)
      }
    }
    let voice: [Int64] = [1, 5, 6]
    let isMono = voices == .mono
    #expect(hit(note(1, 1, 63)) == (isMono ? voice : [1]))
    #expect(hit(note(1, 1, 70)) == (isMono ? voice : []))
    #expect(hit(cells[0]) == (isMono ? voice : [1]))
    #expect(hit(cells[5]) == (isMono ? voice : []))
    #expect(hit(cells[1]) == [2])
    #expect(hit(cells[3]) == [] && hit(cells[6]) == [])
  }
}
