package import Timeline

/// Writes what replies say for people: bars and beats, note values, names.
///
/// Positions and lengths are words of the language: typed back, they mean the same tick.
package struct Readout: Sendable {
  /// Where the bars are.
  package let meters: MeterMap
  /// The names of rows; a row that is missing is written as its id.
  package let rows: [Row.ID: String]
  /// What cells are called, as far as they were asked for.
  var cellNames: [Cell.ID: String] = [:]
  /// Writes a moment, in seconds since 1970, as the people here do.
  package var date: @Sendable (Int64) -> String = { "\($0)" }

  package init(meters: MeterMap = MeterMap(), rows: [Row.ID: String] = [:]) {
    self.meters = meters
    self.rows = rows
  }

  /// From the result of `song.outline`: its `rows` and its `maps.meter`.
  ///
  /// What is missing there is written in plain numbers and 4/4.
  package init(outline: Value) {
    var rows: [Row.ID: String] = [:]
    for row in outline["rows"]?.array ?? [] {
      if let id = row["row"]?.integer, let name = row["name"]?.string { rows[Row.ID(id)] = name }
    }
    var changes: [(Ticks, Meter)] = []
    for event in outline["maps"]?["meter"]?.array ?? [] {
      guard let position = event["position"]?.ticks, let value = event["meter"],
        let meter = try? Meter(reading: value)
      else { continue }
      changes.append((position, meter))
    }
    self.init(meters: MeterMap(changes: changes), rows: rows)
  }

  /// A position as bar and beat, such as `6:3.5`.
  package func position(_ position: Ticks) -> String {
    guard position >= .zero else { return position.text }
    let bar = meters.bar(at: position)
    let beat = meters.event(at: position).meter.beat
    // In 1/8,064,000 of the meter's beat, which a short beat divides exactly.
    let inside = Ticks((position - bar.start).count, over: beat.count)
    return "\(bar.number + 1):\((inside + Ticks(beats: 1)).text)"
  }

  /// A stretch of the song, such as `5:1–6:3`.
  package func span(_ start: Ticks, _ end: Ticks) -> String {
    "\(position(start))–\(position(end))"
  }

  /// A length as bars if it fills them, as a plain note value, or in beats.
  ///
  /// `position` is where it begins, which decides how long a bar is.
  package func length(_ length: Ticks, at position: Ticks) -> String {
    let bar = meters.event(at: position).meter.bar
    if length > .zero, length.count % bar.count == 0,
      meters.event(at: position) == meters.event(at: position + length - Ticks(count: 1))
    {
      return LengthExpression.bars(length.count / bar.count).text
    }
    return Readout.noteValue(of: length) ?? length.text
  }

  /// A row's name, or its id if it is not known.
  package func row(_ id: Int64) -> String {
    rows[Row.ID(id)] ?? "\(id)"
  }

  /// The names of pitches, with commas between.
  package static func notes(_ value: Value) -> String {
    let pitches = value.array ?? [value]
    return pitches.compactMap { pitch in
      pitch.integer.flatMap { Pitch(exactly: Int(clamping: $0)) }?.text
    }.joined(separator: ",")
  }

  /// Nil where a note value would be no plain one, such as 5/64.
  private static func noteValue(of length: Ticks) -> String? {
    for part in [1, 2, 4, 8, 16, 32, 64] as [Int64] {
      for suffix in ["", ".", "t"] {
        let text = "1/\(part)\(suffix)"
        if let note = NoteValue(text: text[...]), note.ticks == length { return text }
      }
    }
    return nil
  }
}

extension Value {
  /// A number of beats.
  var ticks: Ticks? { number.flatMap { Ticks(beats: $0) } }
}
