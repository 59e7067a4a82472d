import Timeline
import Transport

/// A song of content of all kinds, built cell by cell, at 60 beats a minute.
struct Sketch {
  var draft = Draft(of: Song())

  @discardableResult
  mutating func row(_ name: String, _ fields: [RowField] = []) throws -> Row.ID {
    try draft.addRow(named: name, [.voices(.poly)] + fields)
  }

  @discardableResult
  mutating func add(
    _ content: CellContent, _ start: Double, _ length: Double, to row: Int64 = 1,
    label: String? = nil
  ) throws -> Cell.ID {
    let cell = NewCell(
      position: beats(start), duration: beats(length), content: content, label: label)
    return try draft.add([cell], to: Row.ID(row), .allow)[0]
  }

  mutating func loop(_ start: Double, _ end: Double) {
    var range = PlayRange()
    (range.start, range.end) = (beats(start), beats(end))
    range.loops = true
    range.auto = .off
    draft.set(.range(range))
  }

  var stage: Stage {
    var draft = draft
    if let tempo = Tempo(beatsPerMinute: 60) { draft.set(.tempo(TempoMap(tempo))) }
    var song = Song()
    song.apply(draft.patch)
    return Stage(song)
  }
}

func beats(_ beats: Double) -> Ticks { Ticks(beats: beats) ?? .zero }

extension CellContent {
  static func note(_ pitch: UInt8) -> CellContent {
    .notes([Pitch(pitch)], .standard, offVelocity: 64)
  }

  static func control(
    _ target: Control.Target, _ value: Int, to end: Int? = nil, over length: Double = 1,
    offset: Double = 0
  ) -> CellContent {
    let ramp = end.map { Control.Ramp(to: $0, over: beats(length)) }
    guard let control = Control(target, value: value, ramp: ramp) else { return .label }
    return .other(.control(control), offset: beats(offset))
  }

  static func cc(
    _ number: UInt8, _ value: Int, to end: Int? = nil, over length: Double = 1
  ) -> CellContent {
    control(.controller(number), value, to: end, over: length)
  }

  static func program(_ program: UInt8, bank: Row.Bank? = nil) -> CellContent {
    .other(.program(ProgramChange(program, bank: bank)))
  }

  static func sysex(_ bytes: [UInt8]) -> CellContent {
    SystemExclusive([0xF0] + bytes + [0xF7]).map { .other(.sysex($0)) } ?? .label
  }

  /// Notes as (pitch, start, length) and controller values as (number, start, value).
  static func clip(
    _ notes: [(UInt8, Double, Double)], _ changes: [(UInt8, Double, Int)] = [],
    loop: Double? = nil, offset: Double = 0
  ) throws -> CellContent {
    let clip = try Clip(
      notes: notes.map { pitch, start, length in
        Clip.Note(offset: beats(start), duration: beats(length), pitch: Pitch(pitch))
      },
      changes: changes.map { number, start, value in
        Clip.Change(offset: beats(start), target: .controller(number), value: value)
      }, loop: loop.map { beats($0) })
    return .other(.clip(clip), offset: beats(offset))
  }
}

extension Stage {
  /// All that was heard, as "cc 74 20 1000" with milliseconds since the first tick.
  func lines(since start: HostTime) -> [String] {
    tape.heard.map { heard in
      let time = Double(heard.time - start) / 1e6
      let text = time == time.rounded() ? "\(Int64(time))" : "\(time)"
      return "\(heard.message.line) \(text)"
    }
  }

  /// Which labels began and ended, as "+verse 0 at 0".
  func crossings(since start: HostTime) -> [String] {
    notices.compactMap { notice in
      guard case .crossed(let crossing) = notice else { return nil }
      let time = Double(crossing.time - start) / 1e6
      let text = time == time.rounded() ? "\(Int64(time))" : "\(time)"
      return "\(crossing.enters ? "+" : "-")\(crossing.label ?? "") \(text) "
        + "at \(crossing.position.beats)"
    }
  }
}

extension MIDIMessage {
  /// The message for a test to read.
  var line: String {
    switch self {
    case .noteOn(_, let pitch, _): "on \(pitch.number)"
    case .noteOff(_, let pitch, _): "off \(pitch.number)"
    case .control(_, let controller, let value): "cc \(controller) \(value)"
    case .program(_, let program): "program \(program)"
    case .bend(_, let value): "bend \(value)"
    case .pressure(_, let value): "pressure \(value)"
    case .keyPressure(_, let pitch, let value): "key \(pitch.number) pressure \(value)"
    case .sysex(let message): "sysex \(message.bytes.count)"
    case .sync(let message): "\(message)"
    }
  }
}
