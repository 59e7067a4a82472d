/// A named stretch of a song, or with no length a marker.
package struct Section: Hashable, Sendable {
  /// Unique among sections and markers.
  package let name: String
  package let start: Ticks
  /// Exclusive; where a marker starts.
  package let end: Ticks

  package init(name: String, start: Ticks, end: Ticks) {
    precondition(start >= .zero && end >= start && end <= .maximum)
    self.name = name
    self.start = start
    self.end = end
  }

  /// A marker.
  package init(name: String, at position: Ticks) {
    self.init(name: name, start: position, end: position)
  }

  package var isMarker: Bool { start == end }
}

extension Song {
  package var sectionCount: Int { parts.sections.count }

  /// The section or marker of that name.
  package func section(named name: String) -> Section? { parts.sections[name] }

  /// Sections and markers by start, then end, then name.
  ///
  /// O(n log n).
  package var sections: [Section] {
    parts.sections.values.sorted { ($0.start, $0.end, $0.name) < ($1.start, $1.end, $1.name) }
  }

  /// The shortest section that a position lies in; of several the one that starts last.
  ///
  /// O(n).
  package func section(around position: Ticks) -> Section? {
    parts.sections.values.lazy.filter { $0.start <= position && position < $0.end }
      .min { ($0.end - $0.start, $1.start, $0.name) < ($1.end - $1.start, $0.start, $1.name) }
  }

  /// The section that begins and ends just there; of several the first by name.
  ///
  /// O(n).
  package func section(from start: Ticks, to end: Ticks) -> Section? {
    parts.sections.values.lazy.filter { $0.start == start && $0.end == end && !$0.isMarker }
      .min { $0.name < $1.name }
  }

  /// This song with these sections and markers besides; for building songs, not for edits.
  ///
  /// Of several with one name the last counts.
  package func with(_ sections: [Section]) -> Song {
    var song = self
    for section in sections { song.setSection(named: section.name, to: section) }
    return song
  }

  mutating func setSection(named name: String, to section: Section?) {
    parts.sections[name] = section
  }
}
