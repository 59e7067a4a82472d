import Timeline

/// Something on a channel that keeps the value to which it was set last.
struct Knob: Hashable {
  enum Target: Hashable, Comparable {
    case program
    case control(Control.Target)
  }

  let port: String
  let channel: Channel
  let target: Target

  var address: Player.Address { Player.Address(port: port, channel: channel) }

  /// The messages that set it.
  func messages(_ setting: Setting) -> [MIDIMessage] {
    switch setting {
    case .program(let program, let bank):
      var messages: [MIDIMessage] = []
      if let bank {
        messages.append(.control(channel, controller: 0, value: bank.msb))
        messages.append(.control(channel, controller: 32, value: bank.lsb))
      }
      return messages + [.program(channel, program)]
    case .value(let value):
      guard case .control(let target) = target else { preconditionFailure("a program") }
      return [MIDIMessage(channel, target, value)]
    }
  }

  /// Whether nobody wants to find it set after a stop: the pedal and the bend.
  var comesToRest: Bool { target == .control(.bend) || target == .control(.controller(64)) }

  /// Whether a jump sets it to what holds there; a pressure ends with its keys.
  var isChased: Bool {
    switch target {
    case .control(.channelPressure), .control(.keyPressure): false
    case .program, .control(.bend), .control(.controller): true
    }
  }

  /// What goes first at one moment: the bank, the program, everything else.
  var rank: Rank {
    switch target {
    case .program: .program
    case .control(.controller(0)), .control(.controller(32)): .bank
    case .control: .control
    }
  }

  /// The order in which knobs are set at one moment.
  func precedes(_ other: Knob) -> Bool {
    (rank, port, channel, target) < (other.rank, other.port, other.channel, other.target)
  }
}

extension MIDIMessage {
  fileprivate init(_ channel: Channel, _ target: Control.Target, _ value: Int) {
    let byte = UInt8(clamping: value)
    switch target {
    case .controller(let number): self = .control(channel, controller: number, value: byte)
    case .bend: self = .bend(channel, Int16(clamping: value))
    case .channelPressure: self = .pressure(channel, byte)
    case .keyPressure(let pitch): self = .keyPressure(channel, pitch, byte)
    }
  }
}

extension ScheduledMessage {
  /// What it sets; nil when it sets nothing.
  var knob: Knob? {
    func knob(_ channel: Channel, _ target: Knob.Target) -> Knob {
      Knob(port: port, channel: channel, target: target)
    }
    switch message {
    case .program(let channel, _): return knob(channel, .program)
    case .control(let channel, let controller, _):
      return knob(channel, .control(.controller(controller)))
    case .bend(let channel, _): return knob(channel, .control(.bend))
    case .pressure(let channel, _): return knob(channel, .control(.channelPressure))
    case .keyPressure(let channel, let pitch, _):
      return knob(channel, .control(.keyPressure(pitch)))
    case .noteOn, .noteOff, .sysex, .sync: return nil
    }
  }
}

/// The order of what happens at one moment.
enum Rank: Int, Comparable {
  case sysex
  case bank
  case program
  case control
  case notes

  static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
}

/// What a knob is set to.
enum Setting: Hashable {
  case program(UInt8, Row.Bank?)
  case value(Int)

  static var rest: Setting { .value(0) }
}

/// How all knobs that were touched stand, as far as it is decided.
struct Console {
  struct Entry: Hashable {
    let setting: Setting
    /// The cell that set it; nil when a row did, or none.
    let cell: Cell.ID?
  }

  private(set) var entries: [Knob: Entry] = [:]
  /// What was set lately, and how the knob stood before.
  private var journal: [(time: HostTime, knob: Knob, before: Entry?)] = []

  subscript(knob: Knob) -> Entry? { entries[knob] }

  mutating func set(_ knob: Knob, to entry: Entry, at time: HostTime) {
    journal.append((time, knob, entries.updateValue(entry, forKey: knob)))
  }

  /// What makes a device stand like this.
  var messages: [(port: String, message: MIDIMessage)] {
    entries.sorted { $0.key.precedes($1.key) }.flatMap { knob, entry in
      knob.messages(entry.setting).map { (knob.port, $0) }
    }
  }

  /// The knobs that should come to rest and do not stand there.
  var restless: [Knob] {
    entries.compactMap { knob, entry in
      knob.comesToRest && entry.setting != .rest ? knob : nil
    }
  }

  /// As if nothing at a moment or later had been decided.
  mutating func rewind(to time: HostTime) {
    while let last = journal.last, last.time >= time {
      entries[last.knob] = last.before
      journal.removeLast()
    }
  }

  /// Takes what was set before a moment as done.
  mutating func forget(before time: HostTime) {
    journal.removeFirst(journal.prefix { $0.time < time }.count)
  }
}
