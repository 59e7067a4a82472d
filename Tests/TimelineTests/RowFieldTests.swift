import Testing
import Timeline

struct RowFieldTests {
  static let fields: [RowField] = [
    .name("lead"), .port("synth"), .channel(Channel(9)), .program(7), .program(nil),
    .bank(Row.Bank(msb: 1, lsb: 2)), .voices(.poly), .note(Pitch(36)), .tags(["drums"]),
    .mute(true), .solo(true), .transpose(-12), .level(50), .delay(-7_250_000), .swing(57_500),
    .colour("red"), .data("{}"),
  ]

  @Test(arguments: fields)
  func `a field reads back as it was set, and undoing restores the rest untouched`(
    field: RowField
  ) throws {
    let before = try song([]).after { try $0.set([.program(3)], of: row(1)) }
    let patch = try before.patch { try $0.set([field], of: row(1)) }
    var after = before
    after.apply(patch)
    let changed = try #require(after.row(row(1)))
    #expect(field.current(in: changed) == field)
    after.apply(patch.inverse)
    #expect(after.hasSameContent(as: before))
  }

  @Test func `undoing a rename never undoes a mute`() throws {
    var playing = song([])
    let patch = try playing.patch { try $0.set([.name("lead"), .mute(true)], of: row(1)) }
    playing.apply(patch)
    playing.apply(patch.undoable.inverse)
    #expect(playing.row(row(1))?.name == "r1" && playing.row(row(1))?.mute == true)

    let rename = try playing.patch { try $0.set([.name("lead")], of: row(1)) }
    playing.apply(rename)
    playing = try playing.after { try $0.set([.mute(false), .solo(true)], of: row(1)) }
    playing.apply(rename.undoable.inverse)
    let left = try #require(playing.row(row(1)))
    #expect(left.name == "r1" && !left.mute && left.solo)
  }

  @Test func `mute and solo are no undo steps, every other field is`() {
    let performed = RowFieldTests.fields.filter { !$0.isUndoable }
    #expect(performed == [.mute(true), .solo(true)])
  }
}
