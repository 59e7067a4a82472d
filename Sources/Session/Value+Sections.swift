import ControlProtocol
import Timeline

extension Value {
  /// A section as from and to, a marker as its position.
  init(_ section: Section) {
    if section.isMarker {
      self = ["name": .string(section.name), "position": Value(section.start)]
    } else {
      self = [
        "name": .string(section.name), "from": Value(section.start), "to": Value(section.end),
      ]
    }
  }

  /// What became of a section or marker.
  init(_ change: Patch.SectionChange) {
    self = change.after.map { Value($0) } ?? ["name": .string(change.name), "removed": true]
  }

  static func sections(of song: Song) -> Value { .array(song.sections.map { Value($0) }) }
}
