import Timeline

/// Settings of a song: a number for the field, never given another meaning, and its value.
extension ByteWriter {
  mutating func put(_ field: SongField) {
    put(byte: field.tag)
    switch field {
    case .title(let title): put(title)
    case .data(let data): put(optional: data) { $0.put($1) }
    case .tempo(let map): put(map)
    case .tempoScale(let scale): put(signed: scale)
    case .meters(let map): put(map)
    case .snap(let snap): put(snap)
    case .range(let range): put(range)
    case .metronome(let metronome): put(metronome)
    case .swing(let swing):
      put(signed: swing.amount)
      put(byte: swing.step == .eighth ? 0 : 1)
    case .seed(let seed): put(signed: seed)
    case .chase(let chases): put(chases)
    case .scenes(let scenes):
      put(count: scenes.count)
      for scene in scenes { put(scene) }
    case .resolution(let ticks): put(optional: ticks) { $0.put(signed: Int64($1)) }
    }
  }

  private mutating func put(_ map: TempoMap) {
    put(count: map.events.count)
    for event in map.events {
      put(event.position)
      put(signed: event.curve.start.picosecondsPerBeat)
      put(signed: event.curve.length.count)
      if event.curve.length > .zero { put(signed: event.curve.end.picosecondsPerBeat) }
    }
  }

  private mutating func put(_ map: MeterMap) {
    put(count: map.events.count)
    for event in map.events {
      put(event.position)
      put(byte: UInt8(event.meter.beats))
      put(byte: UInt8(event.meter.noteValue))
      put(count: event.meter.grouping.count)
      for beats in event.meter.grouping { put(byte: UInt8(beats)) }
    }
  }

  private mutating func put(_ snap: Snap) {
    switch snap {
    case .off: put(byte: 0)
    case .step(let step):
      put(byte: 1)
      put(signed: step.numerator)
      put(signed: step.denominator)
    case .bar: put(byte: 2)
    }
  }

  private mutating func put(_ range: PlayRange) {
    put(range.start)
    put(range.end)
    put(range.loops)
    switch range.auto {
    case .off: put(byte: 0)
    case .cell: put(byte: 1)
    case .bar: put(byte: 2)
    }
    switch range.tails {
    case .cut: put(byte: 0)
    case .ring: put(byte: 1)
    }
  }
}

extension ByteReader {
  mutating func songField() throws(Malformed) -> SongField {
    switch try byte() {
    case 0: .title(try text())
    case 1: .data(try optional { reader throws(Malformed) in try reader.text() })
    case 2: .tempo(try tempoMap())
    case 3: .tempoScale(try tempoScale())
    case 4: .meters(try meterMap())
    case 5: .snap(try snap())
    case 6: .range(try range())
    case 7: .metronome(try metronome())
    case 8: .swing(try swing())
    case 9: .seed(try signed())
    case 10: .chase(try flag())
    case 11: .scenes(try scenes())
    case 12: .resolution(try optional { reader throws(Malformed) in try reader.resolution() })
    default: throw malformed("a setting of a song")
    }
  }

  private mutating func swing() throws(Malformed) -> Swing {
    let amount = try swingAmount()
    return Swing(amount: amount, step: try flag() ? .sixteenth : .eighth)
  }

  mutating func swingAmount() throws(Malformed) -> Int64 {
    try signed(Swing.amounts, "a swing")
  }

  private mutating func resolution() throws(Malformed) -> Int {
    Int(try signed(1...32_767, "ticks in a beat"))
  }

  private mutating func tempoScale() throws(Malformed) -> Int64 {
    let millionths = try signed()
    guard Limits.tempoScale.contains(Double(millionths) / 1e6) else {
      throw malformed("a tempo scale")
    }
    return millionths
  }

  private mutating func tempoMap() throws(Malformed) -> TempoMap {
    TempoMap(
      changes: try events { reader throws(Malformed) in
        let start = try reader.tempo()
        let length = Ticks(count: try reader.signed(0...Ticks.maximum.count, "a ramp's length"))
        guard length > .zero else { return TempoCurve(start) }
        return TempoCurve(from: start, to: try reader.tempo(), over: length)
      })
  }

  private mutating func tempo() throws(Malformed) -> Tempo {
    Tempo(picosecondsPerBeat: try signed(60_000_000_000...60_000_000_000_000, "a tempo"))
  }

  private mutating func meterMap() throws(Malformed) -> MeterMap {
    let changes = try events { reader throws(Malformed) in
      let beats = Int(try reader.byte())
      let noteValue = Int(try reader.byte())
      var grouping: [Int] = []
      for _ in 0..<(try reader.count(upTo: beats, "groups of beats")) {
        grouping.append(Int(try reader.byte()))
      }
      guard let meter = Meter(exactly: beats, over: noteValue, grouping: grouping) else {
        throw reader.malformed("a meter")
      }
      return meter
    }
    return MeterMap(changes: changes)
  }

  /// Values at ascending positions, the first at zero.
  private mutating func events<Value>(
    _ value: (inout ByteReader) throws(Malformed) -> Value
  ) throws(Malformed) -> [(Ticks, Value)] {
    var events: [(Ticks, Value)] = []
    for _ in 0..<(try count(upTo: Limits.mapEvents, "tempo or meter events")) {
      let position = try position()
      let isNext = events.last.map { $0.0 < position } ?? (position == .zero)
      guard isNext else { throw malformed("ascending positions from zero") }
      events.append((position, try value(&self)))
    }
    guard !events.isEmpty else { throw malformed("an event at zero") }
    return events
  }

  private mutating func snap() throws(Malformed) -> Snap {
    switch try byte() {
    case 0: return .off
    case 1:
      let numerator = try signed(1...Limits.beats, "a step")
      let denominator = try signed(1...Ticks.perBeat, "a step of at least a tick")
      return .step(Snap.Step(beats: numerator, over: denominator))
    case 2: return .bar
    default: throw malformed("a snap")
    }
  }

  /// The range may end at the bar line after the furthest position.
  private mutating func rangePosition() throws(Malformed) -> Ticks {
    Ticks(count: try signed(0...2 * Ticks.maximum.count, "a position"))
  }

  private mutating func range() throws(Malformed) -> PlayRange {
    var range = PlayRange()
    range.start = try rangePosition()
    range.end = try rangePosition()
    range.loops = try flag()
    switch try byte() {
    case 0: range.auto = .off
    case 1: range.auto = .cell
    case 2: range.auto = .bar
    default: throw malformed("how the range follows")
    }
    switch try byte() {
    case 0: range.tails = .cut
    case 1: range.tails = .ring
    default: throw malformed("what becomes of tails")
    }
    return range
  }
}

extension SongField {
  /// The number that stands for the field on disk.
  var tag: UInt8 {
    switch self {
    case .title: 0
    case .data: 1
    case .tempo: 2
    case .tempoScale: 3
    case .meters: 4
    case .snap: 5
    case .range: 6
    case .metronome: 7
    case .swing: 8
    case .seed: 9
    case .chase: 10
    case .scenes: 11
    case .resolution: 12
    }
  }
}
