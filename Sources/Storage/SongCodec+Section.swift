import Timeline

/// Sections and markers: the name, the start, and how long they are.
extension ByteWriter {
  mutating func put(_ section: Section) {
    put(section.name)
    put(section.start)
    put(section.end - section.start)
  }
}

extension ByteReader {
  mutating func section() throws(Malformed) -> Section {
    let name = try text()
    let start = try position()
    let length = try signed(0...(Ticks.maximum - start).count, "a section's length")
    return Section(name: name, start: start, end: start + Ticks(count: length))
  }

  mutating func sectionChange() throws(Malformed) -> Patch.SectionChange {
    let before = try optional { reader throws(Malformed) in try reader.section() }
    let after = try optional { reader throws(Malformed) in try reader.section() }
    guard let name = (before ?? after)?.name,
      [before, after].allSatisfy({ $0?.name ?? name == name })
    else { throw malformed("a section before or after") }
    return Patch.SectionChange(before: before, after: after)
  }
}
