import Timeline

/// What a name can be of.
package enum NameKind: Sendable {
  case row
  case section
  case scene
  case port
  /// Another program's or machine's port.
  case device
  case file
}

/// What a parameter takes, each with one parser from a value or its text.
package enum ParameterType: Equatable, Sendable {
  case position
  case boundary
  /// Negative and zero only if signed.
  case length(signed: Bool)
  case snap
  case pitch
  case pitches
  case chord
  /// Chords in time.
  case progression
  case clip
  /// What a control cell moves.
  case control
  case sysex
  /// What only MIDI files hold.
  case meta
  case program
  case bank
  case row
  case rows
  case rowName
  case sectionName
  /// The name of something, or a word that says which.
  case name(NameKind)
  case cells
  /// Cells by id only.
  case cellIDs
  case meter
  case tempo
  /// On, off or toggle.
  case toggle
  /// A pass of so many.
  case turn
  /// What comes in.
  case trigger
  /// On or off.
  case flag
  case integer(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  case text(bytes: Int)
  /// The name of a port that plays.
  case outputPort
  /// A file's path, which the client makes absolute.
  case path
  /// Paths, in order; a text is one of them.
  case paths
  /// Distinct words; at most so many.
  case tags
  /// One of these words.
  case choice([String])
  /// A list of these words.
  case choices([String])
  /// Any JSON of at most `Limits.data` bytes.
  case json
  /// A drawn pattern.
  case pattern
  case cursor
  /// The operations of an `edit`.
  case operations

  /// What a value must be, for help and errors; to follow "must be".
  package var allowed: String {
    switch self {
    case .position: PositionExpression.allowed
    case .boundary: BoundaryExpression.allowed
    case .length(let signed): LengthExpression.allowed + (signed ? ", - in front for back" : "")
    case .snap: Snap.allowed
    case .pitch: Pitch.allowed
    case .pitches: "1 to \(Limits.pitches) pitches; each \(Pitch.allowed)"
    case .chord: ChordSymbol.allowed
    case .progression: Progression.allowed
    case .clip: Clip.allowed
    case .control: Control.Target.allowed
    case .sysex: SystemExclusive.allowed
    case .meta: MetaEvent.allowed
    case .program: Program.allowed
    case .bank: "a bank as msb:lsb, both from 0 to 127"
    case .row: "a row's id or name"
    case .rows: RowsExpression.allowed
    case .rowName, .sectionName: allowedNames
    case .cells: WhereExpression.allowed
    case .cellIDs: "cell ids such as 3,4"
    case .meter: Meter.allowed
    case .tempo: TempoExpression.allowed
    case .toggle: "on, off or toggle"
    case .turn: Odds.Turn.allowed
    case .trigger: Trigger.allowed
    case .flag: "on or off"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .name: ParameterType.text(bytes: Limits.name).allowed
    case .text(let bytes): "text of at most \(bytes) bytes without control characters"
    case .outputPort:
      "a name of at most \(Limits.name) bytes without control characters, and not "
        + "\(PortName.input), where nothing is played"
    case .path: "a path"
    case .paths: "at most \(Limits.setList) paths"
    case .tags: "at most \(Limits.tags) tags with commas between"
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    case .choices(let words): "one or more of \(words.joined(separator: ", "))"
    case .json: "JSON of at most \(Limits.data) bytes"
    case .pattern: Pattern.allowed
    case .cursor: "the next of the page before"
    case .operations: "a list of edits, each an object with op and its parameters"
    }
  }

  /// Whether the words of a line stand for JSON here rather than for themselves.
  package var isJSONInWords: Bool { self == .json || self == .operations }
}
