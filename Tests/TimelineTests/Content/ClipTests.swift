import Testing
import Timeline

struct ClipTests {
  private func note(_ offset: Double, _ duration: Double, _ pitch: UInt8 = 60) -> Clip.Note {
    Clip.Note(offset: beats(offset), duration: beats(duration), pitch: Pitch(pitch))
  }

  private func clip(_ notes: [Clip.Note], loop: Double? = nil) throws -> Clip {
    try Clip(notes: notes, loop: loop.map(beats))
  }

  private func placed(
    _ clip: Clip, at position: Double, for duration: Double, offset: Double = 0
  ) -> PlacedCell {
    var placed = PlacedCell(
      row: row(1), cell: Cell(id: cell(1), position: beats(position), duration: beats(duration)))
    placed.setContent(.clip(clip), offset: beats(offset))
    return placed
  }

  /// The notes as "start–end".
  private func notes(
    _ placed: PlacedCell, from: Double = 0, to: Double = 1_000
  ) -> [String] {
    placed.clipNotes(from: beats(from), to: beats(to)).map { "\($0.start.beats)–\($0.end.beats)" }
  }

  @Test func `what no clip can be is refused`() {
    func problem(_ make: () throws(Clip.Unusable) -> Clip) -> Clip.Unusable? {
      do throws(Clip.Unusable) { _ = try make() } catch { return error }
      return nil
    }
    let change = Clip.Change(offset: .zero, target: .bend, value: 8_192)
    let many = Array(repeating: note(0, 1), count: Limits.clipEvents)
    let last = Clip.Note(offset: .maximum, duration: beats(1), pitch: Pitch(1))
    func made(
      _ notes: [Clip.Note], _ changes: [Clip.Change] = [], _ loop: Ticks? = nil
    ) -> Clip.Unusable? {
      problem { () throws(Clip.Unusable) in try Clip(notes: notes, changes: changes, loop: loop) }
    }
    #expect(made([]) == .empty)
    #expect(made(many) == nil && made(many + [note(0, 1)]) == .tooMany)
    #expect(made([note(-1, 1)]) == .outside && made([note(0, 0)]) == .outside)
    #expect(made([last]) == .outside)
    #expect(made([], [change]) == .value(change))
    #expect(made([note(0, 1)], [], Limits.loop) == nil)
    #expect(made([note(0, 1)], [], Limits.loop - Ticks(count: 1)) == .loop)
  }

  @Test func `notes lie where the cell does, from its offset to its end`() throws {
    let clip = try clip([note(0, 1), note(1, 2), note(3, 1)])
    #expect(notes(placed(clip, at: 8, for: 4)) == ["8.0–9.0", "9.0–11.0", "11.0–12.0"])
    #expect(notes(placed(clip, at: 8, for: 2)) == ["8.0–9.0", "9.0–10.0"])
    // What began before the cell does is not heard.
    #expect(notes(placed(clip, at: 8, for: 4, offset: 2)) == ["9.0–10.0"])
    #expect(notes(placed(clip, at: 8, for: 4, offset: -2)) == ["10.0–11.0", "11.0–12.0"])
    #expect(notes(placed(clip, at: 8, for: 4), from: 9, to: 11) == ["9.0–11.0"])
  }

  @Test func `a loop plays over and over, cuts its notes, and keeps its phase`() throws {
    let clip = try clip([note(0, 1), note(1.5, 2), note(2, 1)], loop: 2)
    let whole = notes(placed(clip, at: 8, for: 5))
    #expect(whole == ["8.0–9.0", "9.5–10.0", "10.0–11.0", "11.5–12.0", "12.0–13.0"])
    #expect(notes(placed(clip, at: 8, for: 2, offset: 1)) == ["8.5–9.0", "9.0–10.0"])
    let grown = placed(clip, at: 8, for: 5).spanning(beats(5), beats(13))
    #expect(grown.rare.offset == beats(1))
    #expect(notes(grown) == ["5.5–6.0", "6.0–7.0", "7.5–8.0"] + whole)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `windows side by side play what one across them does`(seed: UInt64) throws {
    var generator = SeededRandom(seed)
    func random(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &generator)
    }
    let events = (0..<8).map { _ in note(random(0...4), random(0.1...2)) }
    let clip = try clip(events, loop: seed % 2 == 0 ? random(0.1...3) : nil)
    let placed = placed(clip, at: 2, for: random(0.1...20), offset: random(-3...3))
    let whole = notes(placed)
    var (parts, from) = ([String](), 0.0)
    while from < 30 {
      let to = from + random(0.01...1)
      parts += notes(placed, from: from, to: to)
      from = to
    }
    #expect(parts == whole)
    // Cut in two, only the note that lies across the cut is another.
    let cut = placed.cell.position + Ticks(count: placed.cell.duration.count / 3)
    let pieces = [
      placed.spanning(placed.cell.position, cut), placed.spanning(cut, placed.cell.end),
    ].flatMap { $0.clipNotes(from: .zero, to: .maximum) }
    #expect(
      pieces.map(\.start) == placed.clipNotes(from: .zero, to: .maximum).map(\.start))
  }

  @Test func `control values lie in the clip as notes do`() throws {
    let changes = [(1.0, 5), (0, 3), (1, 9)].map {
      Clip.Change(offset: beats($0.0), target: .bend, value: $0.1)
    }
    let clip = try Clip(notes: [], changes: changes, loop: beats(2))
    let told = placed(clip, at: 4, for: 3).clipChanges(from: .zero, to: .maximum)
    #expect(told.map(\.position.beats) == [4, 5, 5, 6])
    #expect(told.map(\.value) == [3, 5, 9, 3])
  }
}
