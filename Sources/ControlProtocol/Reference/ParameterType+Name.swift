import Timeline

extension ParameterType {
  /// What the reference calls it; several parameters have types of one name.
  package var name: String {
    switch self {
    case .position: "position"
    case .boundary: "moment"
    case .length(let signed): signed ? "signed length" : "length"
    case .snap: "grid"
    case .pitch: "pitch"
    case .pitches: "pitches"
    case .chord: "chord"
    case .progression: "progression"
    case .clip: "clip"
    case .control: "control"
    case .sysex: "message"
    case .meta: "meta event"
    case .program: "program"
    case .bank: "bank"
    case .row: "row"
    case .rows: "rows"
    case .rowName: "row name"
    case .sectionName: "section name"
    case .cells: "cells"
    case .cellIDs: "cell ids"
    case .meter: "meter"
    case .tempo: "tempo"
    case .toggle: "toggle"
    case .turn: "turn"
    case .trigger: "trigger"
    case .flag: "switch"
    case .pattern: "pattern"
    case .cursor: "cursor"
    case .json: "JSON"
    case .operations: "operations"
    default: plainName
    }
  }

  private var plainName: String {
    switch self {
    case .integer(let range): "integer, \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      "number, \(range.lowerBound.formatted) to \(range.upperBound.formatted)"
    case .text(let bytes): "text, at most \(bytes) bytes"
    case .name: "text, at most \(Limits.name) bytes"
    case .outputPort: "output port"
    case .path: "path"
    case .paths: "paths"
    case .tags: "tags"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .choices(let words): "list of " + words.map { "`\($0)`" }.joined(separator: ", ")
    default: preconditionFailure("\(self) has a name")
    }
  }

  /// Whether the reference explains it under its name, which does not say all.
  package var isNamed: Bool {
    switch self {
    case .integer, .number, .text, .name, .choice, .choices: false
    default: true
    }
  }

  /// How JSON may give it, besides as the text that words give; nil where its name says all.
  package var form: String? {
    switch self {
    case .position, .boundary: "a number is a position in beats"
    case .length: "a number of beats"
    case .snap: "an integer is so many steps per beat, false is off"
    case .pitch, .control, .program: "an integer"
    case .pitches: "an integer, or a list of integers and texts"
    case .clip:
      "an object of notes [{offset, duration, pitch, velocity, release}] and values [{offset, "
        + "control, value}]"
    case .sysex: "a list of integers"
    case .row: "an integer is an id"
    case .rows: "an integer is an id; a list of ids and names"
    case .cells:
      "an integer is an id; a list of ids; an object of rows, from, to, or at, and filter {pitch, "
        + "velocity, label, muted}"
    case .cellIDs: "an integer, or a list of integers"
    case .tempo: "a number of beats per minute"
    case .toggle, .flag: "true or false"
    case .paths, .tags: "a list of texts"
    case .cursor: "the object as it came"
    case .json: "any value"
    case .operations: "a list of objects"
    case .chord, .progression, .meta, .bank, .rowName, .sectionName, .meter, .turn, .trigger,
      .pattern, .outputPort, .path:
      "only text"
    case .integer, .number, .text, .name, .choice, .choices: nil
    }
  }
}

extension Double {
  /// Without a point where it is whole.
  fileprivate var formatted: String {
    Int(exactly: self).map { "\($0)" } ?? "\(self)"
  }
}
