import MIDIFile
import Testing
import Timeline

struct MarkerReadingTests {
  private func markers(_ names: String...) throws -> [String] {
    let content = names.flatMap { Bytes.meta(0x06, Array($0.utf8)) }
    let reading = try imported(Bytes.file(content + Bytes.beatOfC))
    #expect(reading.report.dropped.isEmpty)
    return reading.song.sections.map(\.name).sorted()
  }

  @Test(arguments: [
    ("Chorus", "Chorus"), ("verse-1", "verse 1"), ("A+2bars", "A 2bars"), ("2nd", "marker 2nd"),
    ("end", "marker end"), ("half", "marker half"), ("a:b", "a b"), ("-", "marker"),
  ])
  func `a marker's name becomes one that a position can be said by`(text: String, name: String)
    throws
  {
    #expect(try markers(text) == [name])
  }

  @Test func `a marker is written as the file had it`() throws {
    let texts = ["A", "verse-1", "A", "A+2bars"]
    let content = texts.flatMap { Bytes.meta(0x06, Array($0.utf8), after: 1) }
    let song = try imported(Bytes.file(content + Bytes.beatOfC)).song
    let written = Export(song).file.tracks.flatMap(\.events).compactMap { timed -> String? in
      guard case .meta(.marker, let text) = timed.event else { return nil }
      return String(decoding: text, as: UTF8.self)
    }
    #expect(written.sorted() == texts.sorted())
    #expect(try imported(Export(song).file.bytes).song.hasSameContent(as: song))
  }

  @Test func `names that come twice are told apart`() throws {
    #expect(try markers("A", "A") == ["A", "A 2"])
  }

  @Test func `sections are written as markers and read where they start`() throws {
    var draft = Draft(of: Song())
    try draft.set(Section(name: "Chorus", start: Ticks(beats: 4), end: Ticks(beats: 8)))
    try draft.set(Section(name: "Solo", at: Ticks(beats: 6)))
    let export = Export(draft.song)
    #expect(export.losses[.sectionEnds] == 1)
    #expect(
      try imported(export.file.bytes).song.sections
        == [
          Section(name: "Chorus", at: Ticks(beats: 4)), Section(name: "Solo", at: Ticks(beats: 6)),
        ])
  }
}
