import ControlProtocol
import Timeline

extension Batch {
  /// The chord of a request and its pitches; nil when it has none.
  ///
  /// Led from the pitches of what comes before it, if the request asks for that.
  func chord(
    _ arguments: Arguments, after before: () -> [Pitch] = { [] }
  ) throws(RequestError) -> (symbol: ChordSymbol, pitches: [Pitch])? {
    guard let symbol = arguments.chord("chord") else {
      if let field = ["octave", "voicing", "inversion", "lead"].first(where: arguments.has) {
        throw RequestError(
          .notAllowed, "\(field) says how a chord is played: give chord", field: field)
      }
      return nil
    }
    let voicing = Batch.voicing(arguments)
    let former = arguments.flag("lead") == true ? before() : []
    do throws(Voicing.Unplayable) {
      return (symbol, try voicing.pitches(of: symbol, after: former))
    } catch {
      throw Batch.refusal(of: symbol, voicing, error)
    }
  }

  /// What the last chord or note of a row that starts before a position strikes.
  ///
  /// O(log n) where it is near.
  func pitches(in row: Row.ID, before position: Ticks) -> [Pitch] {
    var from = position
    var reach = Ticks(count: 8 * Ticks.perBeat)
    var last: Cell?
    while last == nil, from > .zero {
      from = max(.zero, position - reach)
      reach = reach * 8
      draft.song.visit(row, startingFrom: from) { cell in
        guard cell.position < position else { return false }
        if cell.kind == .notes { last = cell }
        return true
      }
    }
    return last.map { draft.song.placed($0, in: row).pitches } ?? []
  }

  /// Adds the chords of a progression, each pass voiced as the first.
  mutating func addChords(_ arguments: Arguments) throws(RequestError) -> [Cell.ID] {
    let row = try row(arguments)
    guard let progression = arguments.progression("progression") else {
      preconditionFailure("progression is required")
    }
    let times = arguments.integer("times") ?? 1
    guard progression.chords.count * times <= Limits.cellsPerEdit else {
      throw refusal(.tooMany("cellsPerEdit", limit: Limits.cellsPerEdit))
    }
    let voicings = try voicings(of: progression, arguments)
    let velocity = Batch.velocity(arguments) ?? .standard
    var cells: [NewCell] = []
    var position = try start(arguments)
    for _ in 0..<times {
      let places = try places(of: progression, from: &position, arguments)
      for (place, (chord, pitches)) in zip(places, zip(progression.chords, voicings)) {
        cells.append(
          NewCell(
            position: place.start, duration: place.end - place.start,
            content: .notes(pitches, velocity, offVelocity: 64), chord: chord))
      }
    }
    let overlap: OverlapPolicy = arguments.choice("overlap") ?? .overwrite
    return try refusing { draft throws(EditError) in try draft.add(cells, to: row.id, overlap) }
  }

  /// Where each chord begins and ends; `position` moves on to the end of the whole.
  private func places(
    of progression: Progression, from position: inout Ticks, _ arguments: Arguments
  ) throws(RequestError) -> [(start: Ticks, end: Ticks)] {
    let step = arguments.length("step").map { resolution.length($0, at: position) }
    var places: [(start: Ticks, end: Ticks)] = []
    for bar in progression.bars {
      let steps = Int64(bar.count)
      let length = step.map { $0 * steps } ?? resolution.length(.bars(1), at: position)
      guard length <= Ticks.maximum - position else {
        throw RequestError(
          .outOfRange, "progression ends beyond \(Limits.beats) beats: must end there or before",
          field: "progression")
      }
      for (index, step) in bar.enumerated() {
        let start = position + Ticks(count: length.count * Int64(index) / steps)
        let end = position + Ticks(count: length.count * Int64(index + 1) / steps)
        switch step {
        case .chord: places.append((start, end))
        case .hold: places[places.count - 1].end = end
        case .rest: break
        }
      }
      position += length
    }
    return places
  }

  /// The pitches of each chord: the first as asked for, the others led from the one before.
  private func voicings(
    of progression: Progression, _ arguments: Arguments
  ) throws(RequestError) -> [[Pitch]] {
    let voicing = Batch.voicing(arguments)
    let isLed = arguments.flag("lead") ?? true
    var voicings: [[Pitch]] = []
    for chord in progression.chords {
      do throws(Voicing.Unplayable) {
        voicings.append(
          try voicing.pitches(of: chord, after: isLed ? voicings.last ?? [] : []))
      } catch {
        throw Batch.refusal(of: chord, voicing, error)
      }
    }
    return voicings
  }

  private static func voicing(_ arguments: Arguments) -> Voicing {
    Voicing(
      octave: arguments.integer("octave") ?? Voicing().octave,
      spread: arguments.choice("voicing") ?? .close,
      inversion: arguments.integer("inversion") ?? 0)
  }

  private static func refusal(
    of chord: ChordSymbol, _ voicing: Voicing, _ reason: Voicing.Unplayable
  ) -> RequestError {
    switch reason {
    case .inversion(let last):
      RequestError(
        .outOfRange, "inversion is \(voicing.inversion): \(chord.text) has 0 to \(last)",
        field: "inversion")
    case .outside:
      RequestError(
        .outOfRange,
        "octave is \(voicing.octave): \(chord.text) would have notes outside 0 to 127",
        field: "octave")
    }
  }
}
