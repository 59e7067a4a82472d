import Testing
import Timeline

struct PlayRangeTests {
  private func extended(_ auto: PlayRange.Auto, end: Double, content: Double) -> Double {
    var range = PlayRange()
    range.auto = auto
    range.end = beats(end)
    return range.extended(for: beats(content), in: MeterMap()).end.beats
  }

  @Test func `the head follows the content forward only`() {
    #expect(extended(.cell, end: 4, content: 5.5) == 5.5)
    #expect(extended(.cell, end: 8, content: 5.5) == 8)
    #expect(extended(.bar, end: 4, content: 5.5) == 8)
    #expect(extended(.bar, end: 4, content: 8) == 8)
    #expect(extended(.bar, end: 16, content: 8) == 16)
    #expect(extended(.off, end: 4, content: 5.5) == 4)
  }

  @Test func `the head stops at the furthest position`() {
    let seven = MeterMap(Meter(beats: 7, noteValue: 4))
    #expect(PlayRange().extended(for: .maximum, in: seven).end == .maximum)
  }

  @Test func `an edit takes the head along, and undoing it brings the head back`() throws {
    var playing = song([])
    let patch = try playing.patch { _ = try $0.add(note(5, 1), to: row(1), .exact) }
    playing.apply(patch)
    #expect(playing.range.end == beats(8) && playing.contentEnd == beats(6))
    playing = patch.undoable.inverse.moving(playing).song
    #expect(playing.range.end == .zero && playing.contentEnd == .zero)
  }
}
