import Timeline
import Transport

/// Holds what is heard against what must be, and says which law was broken.
struct Ear {
  /// How exact everything is, in nanoseconds, while nothing disturbs.
  static let exact = 1_000.0
  /// How much later than it should something may come in a storm.
  static let patience = 1e9

  private struct Voice {
    let start: Double
    let cell: Cell.ID?
    let end: Double?
  }

  private(set) var complaints: [String] = []
  private(set) var onsetCount = 0
  private var lateness = Ear.patience
  /// Until when notes may be late or lost, and an off may come twice.
  private var stormEnd = 0.0
  private var expected: [Onset] = []
  private var voices: [Key: Voice] = [:]
  /// Cells that are gone, each lot since when.
  private var gone: [(cells: Set<Cell.ID>, since: Double)] = []
  /// When cells under way were given other pitches.
  private var swaps: [Double] = []
  /// What the devices sound, some of which were away when the off came.
  private var droning: Set<Key> = []
  /// Until when offs may come of notes that were taken back at the last moment.
  private var strayEnd = 0.0
  /// Keys whose off may come once more, since a device has returned.
  private var strays: Set<Key> = []
  /// Notes that ended before their time: each must be struck again at once.
  private var cutShort: [Key: Double] = [:]
  /// Everything that was struck before the first moment has to be over by the second.
  private var silence: (before: Double, by: Double)?

  /// Something disturbs: for a while notes may be late or missing, but never doubled or stuck.
  mutating func expectStorm(at time: Double) { stormEnd = max(stormEnd, time + Ear.patience) }

  /// Time overtook what was being taken back: a note that counts as sounded may not have, and its
  /// off comes all the same.
  mutating func expectStrays(at time: Double) { strayEnd = max(strayEnd, time + 60e9) }

  mutating func expect(_ onsets: [Onset]) { expected += onsets }

  /// What sounds may end otherwise than was thought, since something changed at a moment.
  mutating func expectChange(at time: Double) {
    func known(_ end: Double?) -> Double? { end.flatMap { $0 < time ? $0 : nil } }
    for index in expected.indices { expected[index].end = known(expected[index].end) }
    voices = voices.mapValues { Voice(start: $0.start, cell: $0.cell, end: known($0.end)) }
  }

  /// Whatever began before a moment is over then.
  mutating func expectSilence(at time: Double) {
    expectChange(at: time)
    // A note of that very moment may have been rounded to a little before.
    silence = (time - 2, time)
  }

  /// What cells sound that are gone is over at a moment.
  mutating func expectEnd(of cells: Set<Cell.ID>, at time: Double) { gone.append((cells, time)) }

  /// Cells under way may strike new pitches at a moment.
  mutating func expectSwap(at time: Double) { swaps.append(time) }

  /// Listens to what has left up to now; in a storm nothing may be later than that.
  mutating func listen(
    _ heard: [VirtualQueue.Heard], now: Double, atMostLate lateness: Double = Ear.patience
  ) {
    self.lateness = lateness
    for entry in heard {
      let time = Double(entry.time.nanoseconds)
      switch entry.note {
      case .on(let key, let velocity): begin(key, velocity, at: time, isLost: entry.isLost)
      case .off(let key): end(key, at: time, isLost: entry.isLost)
      case nil: break
      }
    }
    for (key, time) in cutShort { complain("ended early", key, time) }
    cutShort = [:]
    checkLost(now)
    checkHanging(now)
  }

  /// A device is about to be told the end of all that sounded there, some of which comes again.
  mutating func deviceReturns(_ port: String) {
    strays.formUnion(voices.keys.filter { $0.port == port })
  }

  /// A device is back and has been told everything: what is not meant to sound there is over.
  mutating func checkReturned(_ port: String, now: Double) {
    for key in droning where key.port == port && voices[key] == nil {
      complain("drones on", key, now)
    }
  }

  /// A device is about to go: its last words end everything that sounds there.
  mutating func check(_ lastWords: [MIDIMessage], of port: String, now: Double) {
    let ended = lastWords.compactMap { message in
      guard case .noteOff(let channel, let pitch, _) = message else { return nil as Key? }
      return Key(port: port, channel: channel.number, pitch: pitch.number)
    }
    for (key, voice) in voices
    where key.port == port && voice.start < now && !ended.contains(key) {
      complain("sounds on without a connection", key, voice.start)
    }
  }

  private mutating func begin(_ key: Key, _ velocity: UInt8, at time: Double, isLost: Bool) {
    if let early = cutShort[key], abs(early - time) < Ear.exact { cutShort[key] = nil }
    if !isLost { droning.insert(key) }
    strays.remove(key)
    if voices[key] != nil { complain("struck while it sounds", key, time) }
    var (cell, end): (Cell.ID?, Double?) = (nil, nil)
    defer { voices[key] = Voice(start: time, cell: cell, end: end) }
    guard key.port != Concert.clickPort else { return }
    onsetCount += 1
    let late = time < stormEnd ? lateness : Ear.exact
    // A pitch that a cell under way swaps to may be struck by another one at that moment.
    let isSwap = swaps.contains { abs($0 - time) < late }
    let fitting = expected.indices.filter {
      let onset = expected[$0]
      return onset.key == key && onset.time - Ear.exact < time && time < onset.time + late
        && (onset.velocity == nil || onset.velocity == velocity || isSwap)
    }
    // Of several, the nearest, and before what may have come or not what must have.
    let index = fitting.min {
      (abs(expected[$0].time - time).rounded(), expected[$0].isOptional ? 1 : 0, $0)
        < (abs(expected[$1].time - time).rounded(), expected[$1].isOptional ? 1 : 0, $1)
    }
    if index == nil, isSwap { return }
    guard let index else { return complain("comes from nowhere", key, time) }
    cell = expected[index].cell
    end = time < stormEnd || isSwap ? nil : expected[index].end
    expected.remove(at: index)
  }

  private mutating func end(_ key: Key, at time: Double, isLost: Bool) {
    if !isLost { droning.remove(key) }
    guard let voice = voices.removeValue(forKey: key) else {
      let isStray = strays.contains(key) || time < strayEnd
      if !isStray, time > stormEnd { complain("ends without sounding", key, time) }
      return
    }
    guard let end = voice.end, time > stormEnd else { return }
    if time > end + Ear.exact { complain("ended late", key, time) }
    if time < end - Ear.exact { cutShort[key] = time }
  }

  private mutating func checkLost(_ now: Double) {
    let isStormy = now - Ear.patience < stormEnd
    let limit = now - (isStormy ? Ear.patience : Ear.exact)
    for onset in expected where onset.time < limit && onset.time > stormEnd && !onset.isOptional {
      let cell = onset.cell.map { "cell \($0.number)" } ?? "more than a cell"
      complain("\(cell) is lost", onset.key, onset.time)
    }
    expected.removeAll { $0.time < limit }
    swaps.removeAll { $0 < limit }
  }

  private mutating func checkHanging(_ now: Double) {
    for (key, voice) in voices {
      if let end = voice.end, end < now - Ear.exact, now > stormEnd {
        complain("hangs", key, voice.start)
      }
    }
    for (cells, time) in gone where time < now - Ear.exact && now > stormEnd {
      for (key, voice) in voices where voice.start < time - 2 {
        if let cell = voice.cell, cells.contains(cell) { complain("outlives its cell", key, time) }
      }
    }
    gone.removeAll { $0.since < now - Ear.exact }
    guard let silence, silence.by < now - Ear.exact, now > stormEnd else { return }
    for (key, voice) in voices where voice.start < silence.before {
      complain("still sounds", key, voice.start)
    }
    self.silence = nil
  }

  private mutating func complain(_ what: String, _ key: Key, _ time: Double) {
    complaints.append(
      "\(key.port) channel \(key.channel) pitch \(key.pitch) at \(Int64(time)): \(what)")
  }
}

extension VirtualQueue.Heard {
  enum Note {
    case on(Key, UInt8)
    case off(Key)
  }

  /// What it does to a key; nil when it is no note.
  var note: Note? {
    switch message {
    case .noteOn(let channel, let pitch, let velocity):
      .on(Key(port: port, channel: channel.number, pitch: pitch.number), velocity.number)
    case .noteOff(let channel, let pitch, _):
      .off(Key(port: port, channel: channel.number, pitch: pitch.number))
    default: nil
    }
  }
}
