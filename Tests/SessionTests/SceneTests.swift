import ControlProtocol
import Session
import Testing
import Timeline

/// Who is heard.
@Suite struct SceneTests {
  private func band(_ lines: String...) throws -> Stage {
    let stage = try Stage(
      "row kick tags=drums", "row hat tags=drums", "row bass", "row keys")
    for line in lines { try stage.perform(line) }
    return stage
  }

  private func heard(_ stage: Stage) -> [String] {
    let rows = stage.session.song.rowList
    let anySolo = rows.contains(where: \.solo)
    return rows.filter { !$0.mute && (!anySolo || $0.solo) }.map(\.name)
  }

  @Test func `rows are muted and soloed by name or tag, and unsolo brings the mutes back`() throws {
    let stage = try band()
    try stage.perform("mute drums")
    #expect(heard(stage) == ["bass", "keys"])
    try stage.perform("solo bass")
    try stage.perform("solo kick,keys")
    #expect(heard(stage) == ["bass", "keys"])
    try stage.perform("mute kick off")
    #expect(heard(stage) == ["kick", "bass", "keys"])
    try stage.perform("solo keys toggle")
    #expect(heard(stage) == ["kick", "bass"])
    try stage.perform("unsolo")
    #expect(heard(stage) == ["kick", "bass", "keys"])
    try stage.perform("unmute")
    #expect(heard(stage) == ["kick", "hat", "bass", "keys"])
  }

  @Test func `a row's name goes before a tag, and a tag is no single row`() throws {
    let stage = try band("row drums")
    try stage.perform("mute drums")
    #expect(heard(stage) == ["kick", "hat", "bass", "keys"])
    let other = try band()
    #expect(try other.refusal("add drums 0 1 60").kind == .notFound)
    #expect(try other.refusal("mute trumpets").kind == .notFound)
  }

  @Test func `a scene brings mutes and solos back, of rows that it knows`() throws {
    let stage = try band("mute drums", "scenes.save A", "unmute", "solo bass", "scenes.save B")
    try stage.perform("row new")
    try stage.perform("mute new")
    try stage.perform("rows.remove hat")
    try stage.perform("scene A")
    #expect(heard(stage) == ["bass", "keys"])
    try stage.perform("scene B")
    #expect(heard(stage) == ["bass"])
    #expect(try stage.ask("scenes").list("scenes").map { $0["name"]?.string } == ["A", "B"])
    try stage.perform("scenes.remove A")
    #expect(try stage.refusal("scene A").field == "name")
  }

  @Test func `mutes, solos and scenes are no steps to undo`() throws {
    let stage = try band("add bass 0 1 60")
    let steps = stage.session.history.steps.count
    for line in ["mute drums", "solo bass", "scenes.save A", "unsolo", "scene A"] {
      try stage.perform(line)
    }
    #expect(stage.session.history.steps.count == steps)
    try stage.perform("undo")
    #expect(stage.session.song.cellCount == 0 && heard(stage) == ["bass"])
  }
}
