package import Timeline

extension Clip {
  /// What fits, to follow "must be".
  package static let allowed =
    "events such as C4@0,1/8 or C4,E4@1/4,1/8,90 (offset, length, velocity, release) and "
    + "cc74@1/2=64"

  /// From the structured value or the text; without a loop.
  package init(reading value: Value) throws(Mismatch) {
    var events = ClipEvents()
    switch value {
    case .string(let text): try events.read(text)
    case .object(let members): try events.read(members)
    default: throw Mismatch(.badType, Clip.allowed)
    }
    do throws(Unusable) {
      self = try Clip(notes: events.notes, changes: events.changes)
    } catch {
      throw Mismatch(.badText, "a clip of \(error.allowed)")
    }
  }

  /// The events in order of their offsets; reads back as the same clip, apart from its loop.
  package var text: String {
    let notes = notes.map { note in
      let release = note.offVelocity == 64 ? "" : ",\(note.offVelocity)"
      let text =
        "\(note.pitch.text)@\(note.offset.text),\(note.duration.text),\(note.velocity.number)"
      return (note.offset, text + release)
    }
    let changes = changes.map { change in
      (change.offset, "\(change.target.text)@\(change.offset.text)=\(change.value)")
    }
    return (changes + notes).enumerated()
      .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
      .map(\.element.1).joined(separator: " ")
  }
}

extension Clip.Unusable {
  /// What a clip must have, to follow "a clip of".
  package var allowed: String {
    switch self {
    case .empty: "at least one note or control value"
    case .tooMany: "at most \(Limits.clipEvents) notes and control values"
    case .outside: "events from offset 0 to \(Limits.beats) beats"
    case .value(let change):
      "values of \(change.target.text) from \(change.target.range.lowerBound) to "
        + "\(change.target.range.upperBound)"
    case .loop: "at least 1/32 beat in its loop"
    }
  }
}
