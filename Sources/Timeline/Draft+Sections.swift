extension Draft {
  /// Adds a section or marker, or puts one of the same kind in another place.
  package mutating func set(_ section: Section) throws(EditError) {
    if let before = song.section(named: section.name) {
      guard before.isMarker == section.isMarker else { throw .sectionNameTaken(section.name) }
      // Names that are written differently can be equal: the one that is there stays.
      put(Section(name: before.name, start: section.start, end: section.end), named: before.name)
    } else {
      guard song.sectionCount < Limits.sections else {
        throw .tooMany("sections", limit: Limits.sections)
      }
      put(section, named: section.name)
    }
  }

  /// Gives a section or marker another name that none has.
  package mutating func renameSection(
    named name: String, to newName: String
  ) throws(EditError) {
    guard let section = song.section(named: name) else { throw .noSuchSection(name) }
    guard newName != section.name else { return }
    guard song.section(named: newName) == nil else { throw .sectionNameTaken(newName) }
    put(nil, named: section.name)
    put(Section(name: newName, start: section.start, end: section.end), named: newName)
  }

  /// Removes a section or marker; what it holds stays.
  package mutating func removeSection(named name: String) throws(EditError) {
    guard let section = song.section(named: name) else { throw .noSuchSection(name) }
    put(nil, named: section.name)
  }
}
