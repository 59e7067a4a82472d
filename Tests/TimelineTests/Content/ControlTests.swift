import Testing
import Timeline

struct ControlTests {
  private static let cutoff = Control.Target.controller(74)

  private func ramp(_ from: Int, _ to: Int, _ length: Double) throws -> Control {
    try #require(
      Control(ControlTests.cutoff, value: from, ramp: Control.Ramp(to: to, over: beats(length))))
  }

  @Test(
    arguments: [
      (.controller(128), 0, false), (.controller(127), 128, false), (.controller(0), 127, true),
      (.bend, -8_192, true), (.bend, -8_193, false), (.bend, 8_191, true), (.bend, 8_192, false),
      (.channelPressure, -1, false), (.keyPressure(Pitch(0)), 0, true),
    ] as [(Control.Target, Int, Bool)])
  func `what is moved has its own values`(target: Control.Target, value: Int, fits: Bool) {
    #expect((Control(target, value: value) != nil) == fits)
    let ramp = Control.Ramp(to: value, over: beats(1))
    #expect((Control(target, value: 0, ramp: ramp) != nil) == fits)
  }

  @Test func `a ramp is straight, and has its first and last value outside itself`() throws {
    let ramp = try ramp(20, 110, 4)
    let values = [-1.0, 0, 1, 2, 3, 4, 5].map { ramp.value(at: beats($0)) }
    #expect(values == [20, 20, 43, 65, 88, 110, 110])
    let down = try self.ramp(110, 20, 4)
    #expect([0.0, 1, 2, 4].map { down.value(at: beats($0)) } == [110, 87, 65, 20])
  }

  @Test func `a ramp is told where it changes, at most once in the spacing, and at its end`() throws
  {
    let steep = try ramp(0, 127, 0.1)
    let told = steep.changes(since: .zero, from: .zero, to: beats(1))
    #expect(told.map(\.offset) == (1...9).map { Control.spacing * $0 } + [beats(0.1)])
    #expect(told.last?.value == 127)
    let slow = try ramp(0, 2, 100_000_000).changes(since: .zero, from: .zero, to: .maximum)
    #expect(slow.map(\.value) == [1, 2])
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `windows side by side tell what one across them does`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let length = Double.random(in: 0.01...6, using: &random)
    let ramp = try ramp(
      Int.random(in: 0...127, using: &random), Int.random(in: 0...127, using: &random), length)
    let start = beats(Double.random(in: -1...length, using: &random))
    let end = start + beats(8)
    let whole = ramp.changes(since: start, from: start, to: end)
    var (parts, from) = ([(offset: Ticks, value: Int)](), start)
    while from < end {
      let to = min(end, from + Ticks(count: Int64.random(in: 1...400_000, using: &random)))
      parts += ramp.changes(since: start, from: from, to: to)
      from = to
    }
    #expect(parts.map(\.offset) == whole.map(\.offset))
    #expect(parts.map(\.value) == whole.map(\.value))
    // Looked at wherever it could be told, it says the same.
    var (plain, last) = ([Int](), ramp.value(at: start))
    let looks = (1...800).map { Control.spacing * $0 } + [beats(length)]
    for look in looks.sorted() where look > start && look <= beats(length) {
      let value = ramp.value(at: look)
      if value != last { plain.append(value) }
      last = value
    }
    #expect(whole.map(\.value) == plain)
  }

  @Test func `a cell begins with the value that its ramp has there`() throws {
    let content = Cell.Content.control(try ramp(0, 96, 1))
    var placed = PlacedCell(
      row: row(1), cell: Cell(id: cell(1), position: beats(8), duration: beats(0.5)))
    placed.setContent(content, offset: beats(0.25))
    let sent = placed.controlValues(from: .zero, to: .maximum)
    #expect(sent.first.map { [$0.position.beats, Double($0.value)] } == [8, 24])
    #expect(sent.map(\.value) == Array(24...71))
    #expect(sent.allSatisfy { $0.position < placed.cell.end })
    placed = placed.spanning(beats(7), beats(8.25))
    let longer = placed.controlValues(from: .zero, to: .maximum)
    #expect(longer.map(\.value) == Array(0...47))
    #expect(longer[1].position == beats(7.75) + Control.spacing)
  }
}
