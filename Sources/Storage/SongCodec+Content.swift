import Timeline

/// What a cell holds that is neither notes nor a label: a tag, then the values.
extension ByteWriter {
  mutating func put(_ content: Cell.Content) {
    put(byte: ContentTag.content(content))
    switch content {
    case .clip(let clip):
      put(count: clip.notes.count)
      for note in clip.notes { put(note) }
      put(count: clip.changes.count)
      for change in clip.changes {
        put(change.offset)
        put(change.target)
        put(signed: Int64(change.value))
      }
      put(optional: clip.loop) { $0.put($1) }
    case .control(let control):
      put(control.target)
      put(signed: Int64(control.value))
      put(optional: control.ramp) {
        $0.put(signed: Int64($1.value))
        $0.put($1.length)
      }
    case .program(let change):
      put(byte: change.program)
      put(optional: change.bank) { $0.put($1) }
    case .sysex(let message):
      put(count: message.bytes.count)
      for byte in message.bytes { put(byte: byte) }
    case .meta(let event):
      put(byte: event.kind.number)
      put(count: event.bytes.count)
      for byte in event.bytes { put(byte: byte) }
    }
  }

  mutating func put(_ bank: Row.Bank) {
    put(byte: bank.msb)
    put(byte: bank.lsb)
  }

  private mutating func put(_ note: Clip.Note) {
    put(note.offset)
    put(note.duration)
    put(byte: note.pitch.number)
    put(byte: note.velocity.number)
    put(byte: note.offVelocity)
  }

  private mutating func put(_ target: Control.Target) {
    put(byte: ContentTag.target(target))
    switch target {
    case .controller(let number): put(byte: number)
    case .keyPressure(let pitch): put(byte: pitch.number)
    case .bend, .channelPressure: break
    }
  }
}

extension ByteReader {
  mutating func content() throws(Malformed) -> Cell.Content {
    switch try byte() {
    case 0: .clip(try clip())
    case 1: .control(try control())
    case 2: .program(try programChange())
    case 3: .sysex(try systemExclusive())
    case 4: .meta(try metaEvent())
    default: throw malformed("a kind of content")
    }
  }

  private mutating func clip() throws(Malformed) -> Clip {
    var notes: [Clip.Note] = []
    for _ in 0..<(try count(upTo: Limits.clipEvents, "notes")) { notes.append(try clipNote()) }
    var changes: [Clip.Change] = []
    for _ in 0..<(try count(upTo: Limits.clipEvents, "control values")) {
      let offset = Ticks(count: try signed())
      changes.append(
        Clip.Change(offset: offset, target: try target(), value: try controlValue()))
    }
    let loop = try optional { reader throws(Malformed) in Ticks(count: try reader.signed()) }
    guard let clip = try? Clip(notes: notes, changes: changes, loop: loop) else {
      throw malformed("a clip")
    }
    return clip
  }

  private mutating func clipNote() throws(Malformed) -> Clip.Note {
    let offset = Ticks(count: try signed())
    let duration = Ticks(count: try signed())
    let pitch = try pitch()
    guard let velocity = Velocity(exactly: Int(try byte())) else { throw malformed("a velocity") }
    let offVelocity = try byte()
    guard offVelocity < 128 else { throw malformed("a velocity") }
    return Clip.Note(
      offset: offset, duration: duration, pitch: pitch, velocity: velocity,
      offVelocity: offVelocity)
  }

  private mutating func control() throws(Malformed) -> Control {
    let target = try target()
    let value = try controlValue()
    let ramp = try optional { reader throws(Malformed) in
      let value = try reader.controlValue()
      let length = try reader.signed(1...Ticks.maximum.count, "the length of a ramp")
      return Control.Ramp(to: value, over: Ticks(count: length))
    }
    guard let control = Control(target, value: value, ramp: ramp) else {
      throw malformed("control values")
    }
    return control
  }

  private mutating func target() throws(Malformed) -> Control.Target {
    switch try byte() {
    case 0: .controller(try byte())
    case 1: .bend
    case 2: .channelPressure
    case 3: .keyPressure(try pitch())
    default: throw malformed("what is moved")
    }
  }

  private mutating func controlValue() throws(Malformed) -> Int {
    Int(try signed(-8_192...8_191, "a control value"))
  }

  private mutating func programChange() throws(Malformed) -> ProgramChange {
    let program = try byte()
    guard program < 128 else { throw malformed("a program") }
    return ProgramChange(
      program, bank: try optional { reader throws(Malformed) in try reader.bank() })
  }

  private mutating func systemExclusive() throws(Malformed) -> SystemExclusive {
    var bytes: [UInt8] = []
    for _ in 0..<(try count(upTo: Limits.systemExclusive, "bytes")) { bytes.append(try byte()) }
    guard let message = SystemExclusive(bytes) else { throw malformed("a system exclusive") }
    return message
  }

  private mutating func metaEvent() throws(Malformed) -> MetaEvent {
    let kind = MetaEvent.Kind(Int(try byte()))
    var bytes: [UInt8] = []
    for _ in 0..<(try count(upTo: Limits.metaEvent, "bytes")) { bytes.append(try byte()) }
    guard let kind, let event = MetaEvent(kind, bytes) else { throw malformed("a meta event") }
    return event
  }
}

/// The numbers that stand for content on disk; never given another meaning.
private enum ContentTag {
  static func content(_ content: Cell.Content) -> UInt8 {
    switch content {
    case .clip: 0
    case .control: 1
    case .program: 2
    case .sysex: 3
    case .meta: 4
    }
  }

  static func target(_ target: Control.Target) -> UInt8 {
    switch target {
    case .controller: 0
    case .bend: 1
    case .channelPressure: 2
    case .keyPressure: 3
    }
  }
}
