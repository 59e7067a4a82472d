import MIDIFile
import Testing
import Timeline

struct RowNamesTests {
  /// The names of the rows of a file whose tracks have these names.
  private func names(_ tracks: [[UInt8]]) throws -> [String] {
    let named = tracks.map { Bytes.meta(0x03, $0) + Bytes.beatOfC }
    return try imported(Bytes.file(tracks: named)).song.rowList.map(\.name)
  }

  private func name(_ text: String) throws -> String? { try names([Array(text.utf8)]).first }

  @Test func `a row has the name of its track`() throws {
    #expect(try name("Upright Bass") == "Upright Bass")
    #expect(try name("Пианино 🎹") == "Пианино 🎹")
  }

  @Test func `what is not UTF-8 is taken for Latin-1`() throws {
    #expect(try names([[0x54, 0xE9, 0x6E, 0x6F, 0x72]]) == ["Ténor"])
  }

  @Test func `names are made unique`() throws {
    let piano = Array("Piano".utf8)
    let second = Array("Piano 2".utf8)
    #expect(
      try names([piano, second, piano, piano]) == ["Piano", "Piano 2", "Piano 3", "Piano 4"])
  }

  @Test(arguments: [
    ("Bass: slap, pop", "Bass slap pop"), ("a=b;c@d\"e\"", "a b c d e"), ("3..4", "3 4"),
    ("$tr", "tr"), ("#1 Horn", "1 Horn"), ("# $", "row"), ("1984", "row 1984"),
    ("Start", "row Start"), ("loop", "row loop"), ("  Lead  \t Synth ", "Lead Synth"),
    ("a\0b\n\u{1B}[31m", "a b [31m"), ("..", "row"),
  ])
  func `names are what commands can say`(text: String, expected: String) throws {
    #expect(try name(text) == expected)
  }

  @Test func `a track without a name is called by its number`() throws {
    #expect(try names([[], []]) == ["track 1", "track 2"])
    let unnamed = Bytes.file(tracks: [Bytes.name("Song"), Bytes.beatOfC])
    #expect(try imported(unnamed).song.rowList.map(\.name) == ["track 2"])
  }

  @Test func `a long name is cut at a character`() throws {
    let bytes: [UInt8] =
      [0x00, 0xFF, 0x03, 0x83, 0x74] + Array(String(repeating: "é", count: 250).utf8)
    let row = try imported(Bytes.file(bytes + Bytes.beatOfC)).song.rowList.first
    #expect(row?.name == String(repeating: "é", count: 119))
  }
}
