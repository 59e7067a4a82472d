import Testing
import Timeline

struct LaneTests {
  @Test func `everything that cells act on has a lane of its own, in whatever order it comes`()
    throws
  {
    let keys = (UInt8(0)...127).map { $0 }
    let targets: [Control.Target] =
      keys.map { .controller($0) } + [.bend, .channelPressure]
      + keys.map { .keyPressure(Pitch($0)) }
    var random = SeededRandom(1)
    var full = song([])
    for (index, target) in targets.shuffled(using: &random).enumerated() {
      var placed = PlacedCell(
        row: row(1),
        cell: Cell(id: cell(Int64(index + 1)), position: .zero, duration: beats(1)))
      let control = try #require(Control(target, value: 0))
      placed.setContent(.control(control))
      full.apply(Patch(cells: [.init(before: nil, after: placed)]))
    }
    var kinds: [Lane.Kind] = []
    full.visitLanes { kinds.append($0.kind) }
    #expect(kinds == targets.map { .control($0) })
  }
}
