package import Timeline

/// A note that is struck by hand, beside the song.
package struct HandNote: Hashable, Sendable {
  package let port: String
  package let channel: Channel
  package let pitch: Pitch
  package let velocity: Velocity
  /// Nanoseconds after which it is released.
  package let length: Int64

  package init(
    port: String, channel: Channel, pitch: Pitch, velocity: Velocity, length: Int64
  ) {
    precondition(length > 0)
    self.port = port
    self.channel = channel
    self.pitch = pitch
    self.velocity = velocity
    self.length = length
  }

  /// As a row plays it: on its port and channel, transposed, at its level; nil when its pitch would
  /// be none.
  package init?(_ pitch: Pitch, _ velocity: Velocity, through row: Row, length: Int64) {
    let part = Part(row, portDelays: [:])
    guard let pitch = part.sounding(pitch) else { return nil }
    self.init(
      port: part.port, channel: part.channel, pitch: pitch, velocity: part.sounding(velocity),
      length: length)
  }

  /// What tells it from notes that can sound beside it.
  package struct Key: Hashable {
    let port: String
    let channel: Channel
    let pitch: Pitch
  }

  package var key: Key { Key(port: port, channel: channel, pitch: pitch) }
}

/// Where on the wire something is set by hand, and to what.
package struct HandSetting: Hashable, Sendable {
  /// What is set.
  package enum Change: Hashable, Sendable {
    case control(Control.Target, Int)
    case program(UInt8, Row.Bank?)
    case sysex(SystemExclusive)
  }

  package let port: String
  package let channel: Channel
  package let change: Change

  package init(port: String, channel: Channel, change: Change) {
    self.port = port
    self.channel = channel
    self.change = change
  }

  /// The knob that it sets and to what; nil for a message that no knob remembers.
  fileprivate var knob: (Knob, Setting)? {
    func knob(_ target: Knob.Target) -> Knob { Knob(port: port, channel: channel, target: target) }
    switch change {
    case .control(let target, let value): return (knob(.control(target)), .value(value))
    case .program(let program, let bank): return (knob(.program), .program(program, bank))
    case .sysex: return nil
    }
  }

  fileprivate var messages: [MIDIMessage] {
    if case .sysex(let message) = change { return [.sysex(message)] }
    return knob.map { $0.messages($1) } ?? []
  }
}

/// A key that a hand holds.
struct HeldKey: Hashable {
  let note: HandNote
  let on: HostTime

  var due: HostTime { on + note.length }

  var off: (port: String, message: MIDIMessage) { (note.port, voice.offMessage) }

  /// What sounds of it, until it is told to end.
  var voice: Voice {
    Voice(
      cell: Voice.hand, row: Voice.handRow, written: note.pitch, position: .zero, port: note.port,
      channel: note.channel, pitch: note.pitch, offVelocity: 64, tag: 0, on: on, delay: 0,
      due: Voice.never)
  }
}

extension Voice {
  /// What voices struck by hand are of; no cell and no row of a song has these ids.
  fileprivate static let hand = Cell.ID(-1)
  fileprivate static let handRow = Row.ID(-1)

  /// Where the end of a voice is that knows of none in the song.
  static let never = Int64.max

  /// Whether a hand struck it: the song's wraps, ends and rows leave it alone.
  var isByHand: Bool { row == Voice.handRow }
}

extension Transport {
  /// How many keys are held by hand.
  package var heldCount: Int { held.count }

  /// Strikes keys by hand; each is released after its length, unless something ends it before.
  ///
  /// A key that sounds is released first, and one that the song strikes meanwhile is the song's.
  /// A stop ends it too. The release comes with the fill: up to its period later. Returns when
  /// they sound.
  package mutating func strike(_ notes: [HandNote]) -> HostTime {
    let time = strikeNow(notes)
    for note in notes {
      held.removeAll { $0.note.key == note.key }
      held.append(HeldKey(note: note, on: time))
    }
    return time
  }

  private mutating func strikeNow(_ notes: [HandNote]) -> HostTime {
    guard performance != nil else {
      let again = held.filter { key in notes.contains { $0.key == key.note.key } }
      let messages = again.map(\.off) + notes.map { ($0.port, $0.onMessage) }
      let now = clock.now()
      guard quiet != nil, now <= settled + 2 * output.grid else {
        output.sendNow(messages)
        return now
      }
      // The offs of a stop are still to leave, and must not end this.
      let time = max(settled, now) + 1
      mirror.add(
        messages.map { ScheduledMessage(time: time, port: $0, message: $1, tag: 0) },
        to: output)
      return time
    }
    return commit { performance, time in
      notes.flatMap { performance.strike(HeldKey(note: $0, on: time)) }
    }
  }

  /// Sets something by hand; a ramp that is under way there is over.
  ///
  /// Returns the commit point when rolling.
  package mutating func set(_ setting: HandSetting) -> HostTime? {
    guard performance != nil else {
      output.sendNow(setting.messages.map { (setting.port, $0) })
      return nil
    }
    return commit { performance, time in performance.set(setting, at: time) }
  }

  /// Releases the keys that have been held for long enough.
  mutating func releaseDue(at now: HostTime) {
    guard held.contains(where: { $0.due <= now }) else { return }
    let due = held.filter { $0.due <= now }
    held.removeAll { $0.due <= now }
    release(due)
  }

  /// Releases all keys.
  package mutating func releaseHeld() {
    let keys = held
    held = []
    release(keys)
  }

  private mutating func release(_ keys: [HeldKey]) {
    guard !keys.isEmpty else { return }
    guard let performance else { return output.sendNow(keys.map(\.off)) }
    guard keys.contains(where: performance.ledger.holds) else { return }
    _ = commit { performance, time in performance.release(keys, at: time) }
  }
}

extension Performance {
  fileprivate mutating func strike(_ key: HeldKey) -> [ScheduledMessage] {
    let note = key.note
    let former = ledger.end(
      port: note.port, channel: note.channel, pitch: note.pitch, at: key.on)
    ledger.begin(key.voice)
    return [former].compactMap { $0.map { ScheduledMessage(off: $0, at: key.on) } } + [
      ScheduledMessage(time: key.on, port: note.port, message: note.onMessage, tag: 0)
    ]
  }

  fileprivate mutating func release(_ keys: [HeldKey], at time: HostTime) -> [ScheduledMessage] {
    ledger.end { voice in keys.contains { $0.isHeard(as: voice) } ? time : nil }
      .map { ScheduledMessage(off: $0, at: time) }
  }

  fileprivate mutating func set(
    _ setting: HandSetting, at time: HostTime
  ) -> [ScheduledMessage] {
    if let (knob, value) = setting.knob {
      return set(knob, to: Console.Entry(setting: value, cell: nil), at: time)
    }
    return setting.messages.map {
      ScheduledMessage(time: time, port: setting.port, message: $0, tag: 0)
    }
  }
}

extension HandNote {
  fileprivate var onMessage: MIDIMessage { .noteOn(channel, pitch, velocity) }
}

extension HeldKey {
  fileprivate func isHeard(as voice: Voice) -> Bool {
    voice.isByHand && voice.pitch == note.pitch && voice.channel == note.channel
      && voice.port == note.port && voice.on == on
  }
}

extension Ledger {
  /// Whether a key that is held by hand still sounds.
  func holds(_ key: HeldKey) -> Bool { open.contains { key.isHeard(as: $0) } }
}
