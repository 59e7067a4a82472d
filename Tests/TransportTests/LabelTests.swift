import Testing
import Timeline
import Transport

@Suite struct LabelTests {
  private func stage(
    _ labels: [(String, Double, Double)], loop: (Double, Double)? = nil
  ) throws -> Stage {
    var sketch = Sketch()
    try sketch.row("lights")
    for (label, start, length) in labels { try sketch.add(.label, start, length, label: label) }
    if let loop { sketch.loop(loop.0, loop.1) }
    return sketch.stage
  }

  @Test func `a label tells when the playhead enters and leaves it`() throws {
    let stage = try stage([("red", 1, 1), ("blue", 2, 0.5)])
    let start = stage.transport.play()
    stage.run(milliseconds: 3_000)
    #expect(
      stage.crossings(since: start) == [
        "+red 1000 at 1.0", "-red 2000 at 2.0", "+blue 2000 at 2.0", "-blue 2500 at 2.5",
      ])
  }

  @Test func `nothing is told before it happens`() throws {
    let stage = try stage([("red", 1, 1)])
    let start = stage.transport.play()
    stage.run(nanoseconds: 1_004_000_000)
    #expect(stage.crossings(since: start) == [])
    #expect(stage.transport.nextCrossing == start + 1_000_000_000)
    try stage.edit { draft in try draft.remove([Cell.ID(1)]) }
    stage.run(milliseconds: 3_000)
    #expect(stage.crossings(since: start) == [])
  }

  @Test func `playing from the middle of a label enters it, and stopping leaves it`() throws {
    let stage = try stage([("red", 0, 8)])
    let start = stage.transport.play(from: beats(2))
    stage.run(nanoseconds: 1_004_500_000)
    _ = stage.transport.stop()
    stage.run(milliseconds: 100)
    #expect(stage.crossings(since: start) == ["+red 0 at 2.0", "-red 1000 at 3.0"])
    stage.run(milliseconds: 1_000)
    #expect(stage.crossings(since: start).count == 2)
  }

  @Test func `an edit right after play leaves the playhead in the label`() throws {
    let stage = try stage([("red", 0, 8), ("blue", 4, 1)])
    let start = stage.transport.play(from: beats(2))
    try stage.edit { draft in try draft.remove([Cell.ID(2)]) }
    stage.run(milliseconds: 100)
    #expect(stage.crossings(since: start) == ["+red 0 at 2.0"])
  }

  @Test func `a seek leaves one label and enters another`() throws {
    let stage = try stage([("red", 0, 4), ("blue", 4, 4)])
    let start = stage.transport.play()
    stage.run(nanoseconds: 1_004_500_000)
    _ = stage.transport.seek(to: beats(5))
    stage.run(milliseconds: 100)
    #expect(
      stage.crossings(since: start) == ["+red 0 at 0.0", "-red 1000 at 1.0", "+blue 1000 at 5.0"])
  }

  @Test func `each pass of a loop enters and leaves a label once`() throws {
    let stage = try stage([("red", 0, 8), ("blue", 1, 1)], loop: (1, 3))
    let start = stage.transport.play(from: beats(1))
    stage.run(milliseconds: 3_900)
    #expect(
      stage.crossings(since: start) == [
        "+red 0 at 1.0", "+blue 0 at 1.0", "-blue 1000 at 2.0", "-red 2000 at 3.0",
        "+red 2000 at 1.0", "+blue 2000 at 1.0", "-blue 3000 at 2.0",
      ])
  }

  @Test func `an edit under the playhead ends a label, moves its end or tells another`() throws {
    let stage = try stage([("red", 0, 8), ("blue", 0, 8), ("green", 0, 8)])
    let start = stage.transport.play()
    stage.run(nanoseconds: 1_004_500_000)
    try stage.edit { draft in
      try draft.remove([Cell.ID(1)])
      _ = try draft.resize(
        [Cell.ID(2)], .to(beats(2)), edge: .right, EditOptions(snap: .off))
      try draft.set([.label("gold")], of: [Cell.ID(3)], EditOptions(snap: .off))
    }
    stage.run(milliseconds: 1_500)
    #expect(
      stage.crossings(since: start).sorted() == [
        "+blue 0 at 0.0", "+gold 1000 at 1.0", "+green 0 at 0.0", "+red 0 at 0.0",
        "-blue 2000 at 2.0", "-green 1000 at 1.0", "-red 1000 at 1.0",
      ])
  }

  @Test func `a row that is muted leaves its labels, and unmuted enters them`() throws {
    let stage = try stage([("red", 0, 8)])
    let start = stage.transport.play()
    stage.run(nanoseconds: 1_004_500_000)
    stage.edit { draft in draft.set([.mute(true)], ofRow: 1) }
    stage.run(milliseconds: 1_000)
    stage.edit { draft in draft.set([.mute(false)], ofRow: 1) }
    stage.run(milliseconds: 500)
    #expect(
      stage.crossings(since: start) == ["+red 0 at 0.0", "-red 1000 at 1.0", "+red 2000 at 2.0"])
  }

  @Test func `a note with a label tells it, and sounds`() throws {
    var sketch = Sketch()
    try sketch.row("voice")
    try sketch.add(.note(60), 1, 1, label: "Hel-")
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(milliseconds: 2_500)
    #expect(stage.crossings(since: start) == ["+Hel- 1000 at 1.0", "-Hel- 2000 at 2.0"])
    #expect(stage.notes(since: start) == ["on 60 1000", "off 60 2000"])
  }
}
