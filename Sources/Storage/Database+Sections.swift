import Timeline

/// Sections and markers in their table.
extension Database {
  func put(_ section: Section) throws(StorageError) {
    try run(
      "INSERT OR REPLACE INTO sections VALUES (?, ?, ?)", .text(section.name),
      .integer(section.start.count), .integer((section.end - section.start).count))
  }

  func apply(_ change: Patch.SectionChange) throws(StorageError) {
    if let before = change.before {
      try run("DELETE FROM sections WHERE name = ?", .text(before.name))
    }
    if let after = change.after { try put(after) }
  }

  /// All of them, every value checked.
  func sections() throws(StorageError) -> [Section] {
    var sections: [Section] = []
    try visit("SELECT name, start, length FROM sections") { row throws(StorageError) in
      let (name, start, length) = (try row.text(0), try row.integer(1), try row.integer(2))
      guard (0...Ticks.maximum.count).contains(start),
        (0...(Ticks.maximum.count - start)).contains(length)
      else { throw corrupt("section \(name)") }
      sections.append(
        Section(
          name: name, start: Ticks(count: start), end: Ticks(count: start + length)))
    }
    return sections
  }
}
