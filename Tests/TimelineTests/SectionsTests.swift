import Testing
import Timeline

struct SectionsTests {
  private let form = Song().with([
    Section(name: "Verse", start: beats(0), end: beats(16)),
    Section(name: "Chorus", start: beats(16), end: beats(32)),
    Section(name: "Solo", at: beats(16)),
  ])

  @Test func `sections stand in the order of start, end and name`() {
    #expect(form.sections.map(\.name) == ["Verse", "Solo", "Chorus"])
    #expect(form.sections.map(\.isMarker) == [false, true, false])
    #expect(!form.hasSameContent(as: Song()))
  }

  @Test func `taking back one section leaves every other as it is`() throws {
    let verse = try form.patch {
      try $0.set(Section(name: "Verse", start: beats(0), end: beats(8)))
    }
    var song = form
    song.apply(verse)
    song = try song.after { try $0.set(Section(name: "Chorus", start: beats(8), end: beats(12))) }
    try verse.inverse.check(on: song)
    song.apply(verse.inverse)
    #expect(song.section(named: "Verse")?.end == beats(16))
    #expect(song.section(named: "Chorus")?.end == beats(12))
    #expect(throws: EditError.sectionsChangedSince(["Verse"])) {
      try verse.inverse.check(on: song)
    }
  }

  @Test func `a name belongs to one section or marker`() throws {
    var draft = Draft(of: form)
    #expect(throws: EditError.sectionNameTaken("Solo")) {
      try draft.set(Section(name: "Solo", start: beats(0), end: beats(1)))
    }
    #expect(throws: EditError.sectionNameTaken("Verse")) {
      try draft.set(Section(name: "Verse", at: beats(0)))
    }
    #expect(throws: EditError.sectionNameTaken("Verse")) {
      try draft.renameSection(named: "Solo", to: "Verse")
    }
    #expect(throws: EditError.noSuchSection("Bridge")) {
      try draft.removeSection(named: "Bridge")
    }
    #expect(draft.patch.isEmpty)
  }

  @Test func `a new name is a change of two names, and is taken back as one`() throws {
    let patch = try form.patch { try $0.renameSection(named: "Solo", to: "Lead") }
    #expect(patch.sections.map(\.name) == ["Lead", "Solo"])
    var song = form
    song.apply(patch)
    #expect(song.section(named: "Lead") == Section(name: "Lead", at: beats(16)))
    #expect(song.section(named: "Solo") == nil)
    song.apply(patch.inverse)
    #expect(song.hasSameContent(as: form))
  }

  @Test func `what is set back within one edit is no change`() throws {
    let patch = try form.patch { draft in
      try draft.removeSection(named: "Solo")
      try draft.set(Section(name: "Solo", at: beats(16)))
      try draft.set(Section(name: "New", at: beats(1)))
      try draft.removeSection(named: "New")
    }
    #expect(patch.isEmpty)
  }

  @Test func `two patches in a row are as good as one`() throws {
    let first = try form.patch { try $0.set(Section(name: "Solo", at: beats(20))) }
    var song = form
    song.apply(first)
    let second = try song.patch { draft in
      try draft.set(Section(name: "Solo", at: beats(16)))
      try draft.removeSection(named: "Verse")
    }
    song.apply(second)
    let both = first.followed(by: second)
    #expect(both.sections.map(\.name) == ["Verse"])
    var other = form
    other.apply(both)
    #expect(other.hasSameContent(as: song))
  }

  @Test func `a song holds so many sections and no more`() throws {
    let markers = (1..<Limits.sections).map { Section(name: "m\($0)", at: beats(Double($0))) }
    var draft = Draft(of: Song().with(markers))
    try draft.set(Section(name: "last", at: .maximum))
    #expect(throws: EditError.tooMany("sections", limit: Limits.sections)) {
      try draft.set(Section(name: "one more", at: .zero))
    }
    try draft.set(Section(name: "last", at: .zero))
  }
}
