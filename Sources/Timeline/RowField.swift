/// One setting of a row with its value: rows are patched field by field.
package enum RowField: Hashable, Sendable {
  case name(String)
  case port(String)
  case channel(Channel)
  case program(UInt8?)
  case bank(Row.Bank?)
  case voices(Row.Voices)
  case note(Pitch?)
  case tags([String])
  case mute(Bool)
  case solo(Bool)
  case transpose(Int)
  case level(Int)
  case delay(Int64)
  case swing(Int64?)
  case colour(String?)
  case data(String?)

  /// Mute and solo are saved, but are performance: no undo step takes them back.
  package var isUndoable: Bool {
    switch self {
    case .mute, .solo: false
    default: true
    }
  }

  /// Every setting of a row but its name.
  package static func all(of row: Row) -> [RowField] {
    [
      .port(row.port), .channel(row.channel), .program(row.program), .bank(row.bank),
      .voices(row.voices), .note(row.note), .tags(row.tags), .mute(row.mute), .solo(row.solo),
      .transpose(row.transpose), .level(row.level), .delay(row.delay), .swing(row.swing),
      .colour(row.colour), .data(row.data),
    ]
  }

  /// The same field with the value it has in `row`.
  package func current(in row: Row) -> RowField {
    switch self {
    case .name: .name(row.name)
    case .port: .port(row.port)
    case .channel: .channel(row.channel)
    case .program: .program(row.program)
    case .bank: .bank(row.bank)
    case .voices: .voices(row.voices)
    case .note: .note(row.note)
    case .tags: .tags(row.tags)
    case .mute: .mute(row.mute)
    case .solo: .solo(row.solo)
    case .transpose: .transpose(row.transpose)
    case .level: .level(row.level)
    case .delay: .delay(row.delay)
    case .swing: .swing(row.swing)
    case .colour: .colour(row.colour)
    case .data: .data(row.data)
    }
  }

  /// Gives `row` this value.
  package func apply(to row: inout Row) {
    switch self {
    case .name(let value): row.name = value
    case .port(let value): row.port = value
    case .channel(let value): row.channel = value
    case .program(let value): row.program = value
    case .bank(let value): row.bank = value
    case .voices(let value): row.voices = value
    case .note(let value): row.note = value
    case .tags(let value): row.tags = value
    case .mute(let value): row.mute = value
    case .solo(let value): row.solo = value
    case .transpose(let value): row.transpose = value
    case .level(let value): row.level = value
    case .delay(let value): row.delay = value
    case .swing(let value): row.swing = value
    case .colour(let value): row.colour = value
    case .data(let value): row.data = value
    }
  }
}
