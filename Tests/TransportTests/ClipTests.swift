import Testing
import Timeline
import Transport

@Suite struct ClipTests {
  @Test func `a clip loops inside its cell, and its notes end with the cell`() throws {
    var sketch = Sketch()
    try sketch.row("keys")
    try sketch.add(.clip([(60, 0, 0.5), (62, 0.75, 1)], loop: 1), 1, 2.9)
    try sketch.add(.note(40), 6, 1)
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(milliseconds: 5_000)
    #expect(
      stage.notes(since: start) == [
        "on 60 1000", "off 60 1500", "on 62 1750", "off 62 2000",
        "on 60 2000", "off 60 2500", "on 62 2750", "off 62 3000",
        "on 60 3000", "off 60 3500", "on 62 3750", "off 62 3900",
      ])
    #expect(stage.unbalanced == [])
  }

  @Test func `the offset says where in a clip a cell begins`() throws {
    var sketch = Sketch()
    try sketch.row("keys")
    try sketch.add(.clip([(60, 0, 1), (62, 1, 1), (64, 2, 1)], offset: 0.5), 0, 2)
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(milliseconds: 3_000)
    #expect(
      stage.notes(since: start) == [
        "on 62 500", "off 62 1500", "on 64 1500", "off 64 2000",
      ])
  }

  @Test func `a clip is transposed and scaled with its row, and its controllers are not`() throws {
    var sketch = Sketch()
    try sketch.row("keys", [.transpose(12), .level(50)])
    try sketch.add(.clip([(60, 0, 1)], [(7, 0, 100)]), 0, 2)
    let stage = sketch.stage
    _ = stage.transport.play()
    stage.run(milliseconds: 500)
    #expect(
      stage.tape.heard.map(\.message) == [
        .control(Channel(1), controller: 7, value: 100),
        .noteOn(Channel(1), Pitch(72), Velocity(50)),
      ])
  }

  @Test func `of a clip that is edited, gone notes are cut and the others ring`() throws {
    var sketch = Sketch()
    try sketch.row("keys")
    let cell = try sketch.add(.clip([(60, 0, 3), (64, 0, 3)]), 0, 4)
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(nanoseconds: 1_004_500_000)
    try stage.edit { draft in
      guard case .other(let content, _) = try CellContent.clip([(60, 0, 2), (67, 1.5, 1)]) else {
        return
      }
      try draft.set([.content(content)], of: [cell], EditOptions(snap: .off))
    }
    stage.run(milliseconds: 3_500)
    #expect(
      stage.notes(since: start) == [
        "on 60 0", "on 64 0", "off 64 1000", "on 67 1500", "off 60 2000", "off 67 2500",
      ])
  }

  @Test func `a clip cell that is shortened ends its notes at its new end`() throws {
    var sketch = Sketch()
    try sketch.row("keys")
    let cell = try sketch.add(.clip([(60, 0, 3), (62, 0, 1.5)]), 0, 4)
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(milliseconds: 1_000)
    try stage.edit { draft in
      _ = try draft.resize([cell], .to(beats(2)), edge: .right, EditOptions(snap: .off))
    }
    stage.run(milliseconds: 3_500)
    #expect(
      stage.notes(since: start) == ["on 60 0", "on 62 0", "off 62 1500", "off 60 2000"])
  }

  @Test func `a clip that is put under the playhead is heard from there on`() throws {
    var sketch = Sketch()
    try sketch.row("keys")
    try sketch.add(.note(40), 7, 1)
    let stage = sketch.stage
    let start = stage.transport.play()
    stage.run(milliseconds: 1_200)
    try stage.edit { draft in
      let cell = NewCell(
        position: beats(0), duration: beats(3),
        content: try .clip([(60, 0, 0.5), (62, 0.5, 0.25)], loop: 1))
      _ = try draft.add([cell], to: Row.ID(1), .allow)
    }
    stage.run(milliseconds: 3_000)
    #expect(
      stage.notes(since: start) == [
        "on 62 1500", "off 62 1750", "on 60 2000", "off 60 2500", "on 62 2500", "off 62 2750",
      ])
  }

  @Test func `a controller inside a clip is chased through its loops`() throws {
    var sketch = Sketch()
    try sketch.row("keys")
    try sketch.add(.clip([], [(7, 0, 1), (7, 0.5, 2)], loop: 1), 0, 8)
    try sketch.add(.note(40), 9, 1)
    let stage = sketch.stage
    _ = stage.transport.play(from: beats(3.25))
    stage.run(milliseconds: 100)
    _ = stage.transport.seek(to: beats(9))
    stage.run(milliseconds: 20)
    #expect(stage.tape.heard.map(\.message.line) == ["cc 7 1", "cc 7 2", "on 40"])
  }
}
