import Timeline

/// The events of a clip while they are read.
struct ClipEvents {
  private(set) var notes: [Clip.Note] = []
  private(set) var changes: [Clip.Change] = []

  private static let longestText = 65_536

  /// Reads events with blanks between.
  mutating func read(_ text: String) throws(Mismatch) {
    guard text.utf8.count <= ClipEvents.longestText else {
      throw Mismatch(.badText, "at most \(ClipEvents.longestText) bytes")
    }
    for event in text.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      do throws(Mismatch) { try read(event: event) } catch {
        let column = text.distance(from: text.startIndex, to: event.startIndex) + 1
        throw Mismatch(
          .badText, "\(Clip.allowed); at character \(column) stands \"\(event.prefix(30))\"",
          hint: error.hint)
      }
    }
  }

  private mutating func read(event: Substring) throws(Mismatch) {
    guard let at = event.firstIndex(of: "@") else { throw ClipEvents.mismatch }
    let (what, place) = (event[..<at], event[event.index(after: at)...])
    if let equals = place.firstIndex(of: "=") {
      let number = Value.string(String(place[place.index(after: equals)...]))
      changes.append(
        Clip.Change(
          offset: try ClipEvents.length(.string(String(place[..<equals])), signed: true),
          target: try Control.Target(text: what), value: try ClipEvents.value(number)))
      return
    }
    let parts = place.split(separator: ",", omittingEmptySubsequences: false)
    guard (2...4).contains(parts.count) else { throw ClipEvents.mismatch }
    let values = parts.map { Value.string(String($0)) }
    for pitch in try Pitch.list(.string(String(what))) {
      try append(
        pitch, offset: values[0], duration: values[1],
        velocity: values.dropFirst(2).first, release: values.dropFirst(3).first)
    }
  }

  /// Reads an object with lists of notes and of values.
  mutating func read(_ members: Members) throws(Mismatch) {
    for member in members.list {
      guard let elements = member.value.array, elements.count <= Limits.clipEvents,
        ["notes", "values"].contains(member.key)
      else { throw ClipEvents.structure }
      for element in elements {
        guard case .object(let event) = element else { throw ClipEvents.structure }
        if member.key == "notes" { try read(note: event) } else { try read(change: event) }
      }
    }
  }

  private mutating func read(note members: Members) throws(Mismatch) {
    let keys = ["offset", "duration", "pitch", "velocity", "release"]
    guard members.list.allSatisfy({ keys.contains($0.key) }), let offset = members["offset"],
      let duration = members["duration"], let pitch = members["pitch"]
    else { throw ClipEvents.structure }
    try append(
      try Pitch(reading: pitch), offset: offset, duration: duration,
      velocity: members["velocity"], release: members["release"])
  }

  private mutating func read(change members: Members) throws(Mismatch) {
    let keys = ["offset", "control", "value"]
    guard members.list.allSatisfy({ keys.contains($0.key) }), let offset = members["offset"],
      let control = members["control"], let value = members["value"]
    else { throw ClipEvents.structure }
    changes.append(
      Clip.Change(
        offset: try ClipEvents.length(offset, signed: true),
        target: try Control.Target(reading: control), value: try ClipEvents.value(value)))
  }

  private mutating func append(
    _ pitch: Pitch, offset: Value, duration: Value, velocity: Value?, release: Value?
  ) throws(Mismatch) {
    let struck = try velocity.map(ClipEvents.value) ?? Int(Velocity.standard.number)
    let released = try release.map(ClipEvents.value) ?? 64
    guard let velocity = Velocity(exactly: struck), (0...127).contains(released) else {
      throw Mismatch(.outOfRange, "velocities from 1 to 127, and releases from 0")
    }
    notes.append(
      Clip.Note(
        offset: try ClipEvents.length(offset, signed: true),
        duration: try ClipEvents.length(duration, signed: false), pitch: pitch,
        velocity: velocity, offVelocity: UInt8(released)))
  }

  private static func length(_ value: Value, signed: Bool) throws(Mismatch) -> Ticks {
    guard case .ticks(let ticks) = try LengthExpression(value, signed: signed) else {
      throw Mismatch(
        .badText, "beats or note values: inside a clip no meter says how long bars are")
    }
    return ticks
  }

  private static func value(_ value: Value) throws(Mismatch) -> Int {
    try Int(reading: value, in: -8_192...8_191)
  }

  private static let mismatch = Mismatch(.badText, Clip.allowed)
  private static let structure = Mismatch(
    .badType,
    "an object of at most \(Limits.clipEvents) notes {offset, duration, pitch, velocity, release} "
      + "and values {offset, control, value}")
}
