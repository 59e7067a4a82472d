import Timeline
import Transport

/// A clock that a test moves by hand, and that can jump when it is read: a preempted process.
final class HandClock: TransportClock {
  private(set) var time = HostTime(nanoseconds: 1_000_000_000)
  var asleep: Int64 = 0
  /// Nanoseconds that pass before the reading with this number, counted from here.
  var jumps: [Int: Int64] = [:]
  /// Called whenever time has passed.
  var moved: (HostTime) -> Void = { _ in }
  private var readings = 0

  func now() -> HostTime {
    if let jump = jumps.removeValue(forKey: readings) { advance(by: jump) }
    readings += 1
    return time
  }

  func expectReadings() { readings = 0 }

  func advance(by nanoseconds: Int64) {
    time = time + nanoseconds
    moved(time)
  }
}

/// An output as the kernel's queue is one: holds messages until their time, and records them.
final class Tape: MIDIOutput {
  struct Heard: Hashable {
    let time: HostTime
    let port: String
    let message: MIDIMessage
  }

  private(set) var heard: [Heard] = []
  private var queue: [ScheduledMessage] = []
  private(set) var isRunning = false
  var capacity = 2_000
  /// Nanoseconds for which the process is stopped before each of the next removals.
  var stops: [Int64] = []
  /// The same for the next times that something is added.
  var pauses: [Int64] = []
  let clock: HandClock

  init(_ clock: HandClock) {
    self.clock = clock
    clock.moved = { [unowned self] in deliver(upTo: $0) }
  }

  var grid: Int64 { 100_000 }

  func start() { isRunning = true }

  func stop() {
    isRunning = false
    queue = []
  }

  func send(_ messages: ArraySlice<ScheduledMessage>) -> Int {
    if !pauses.isEmpty { clock.advance(by: pauses.removeFirst()) }
    let room = max(0, capacity - queue.count)
    for message in messages.prefix(room) {
      let isOff = message.message.isOff
      let index = queue.firstIndex {
        $0.time > message.time || ($0.time == message.time && isOff && !$0.message.isOff)
      }
      queue.insert(message, at: index ?? queue.count)
    }
    deliver(upTo: clock.time)
    return min(room, messages.count)
  }

  func remove(tag: UInt8?, from time: HostTime) {
    if !stops.isEmpty { clock.advance(by: stops.removeFirst()) }
    queue.removeAll { $0.time >= time && (tag == nil || $0.tag == tag) }
  }

  func sendNow(_ messages: [(port: String, message: MIDIMessage)]) {
    for (port, message) in messages {
      heard.append(Heard(time: clock.time, port: port, message: message))
    }
  }

  private func deliver(upTo now: HostTime) {
    while isRunning, let first = queue.first, first.time <= now {
      queue.removeFirst()
      heard.append(
        Heard(
          time: max(first.time, HostTime(nanoseconds: 0)), port: first.port,
          message: first.message))
    }
  }
}

extension MIDIMessage {
  var isOff: Bool {
    if case .noteOff = self { true } else { false }
  }
}

/// A transport with its clock and tape, and shorthand to play it.
final class Stage {
  let clock = HandClock()
  let tape: Tape
  var transport: Transport
  private(set) var notices: [Transport.Notice] = []
  /// Whether each edit is said to set the range: then all that is ahead is decided anew.
  var decidesAnew = false
  /// Called when time has passed, before the next fill.
  var watch: (Stage) -> Void = { _ in }
  /// What was told before it happened; nothing should be.
  private(set) var hasty: [Crossing] = []

  init(_ song: Song) {
    tape = Tape(clock)
    transport = Transport(song: song, clock: clock, output: tape)
  }

  /// Lets time pass as a daemon does: a fill every 10 ms.
  func run(milliseconds: Int64) {
    run(nanoseconds: milliseconds * 1_000_000)
  }

  func run(nanoseconds: Int64) {
    let end = clock.time + nanoseconds
    while clock.time < end {
      advance()
      clock.advance(by: max(0, min(10_000_000, end - clock.time)))
      watch(self)
    }
    advance()
  }

  func advance() { note(transport.advance()) }

  func note(_ news: [Transport.Notice]) {
    notices += news
    for case .crossed(let crossing) in news where crossing.time > clock.time + 1_000_000 {
      hasty.append(crossing)
    }
  }

  /// Decides an edit on the song and commits it.
  @discardableResult
  func edit(
    sounding: Sounding? = nil, _ body: (inout Draft) throws -> Void
  ) rethrows -> HostTime? {
    var draft = Draft(of: transport.song)
    try body(&draft)
    var song = transport.song
    let patch = draft.patch
    song.apply(patch)
    return transport.change(to: song, patch, sounding: sounding, rangeByHand: decidesAnew)
  }

  func set(_ range: PlayRange) { set(.range(range)) }

  func set(_ field: SongField) {
    let from = field.current(in: transport.song)
    let patch = Patch(fields: [Patch.FieldChange(from: from, to: field)])
    var song = transport.song
    song.apply(patch)
    _ = transport.change(to: song, patch, rangeByHand: field.isRange)
  }

  /// The note-ons and offs heard, as "on 60 1000" with milliseconds since the first tick.
  func notes(since start: HostTime) -> [String] {
    tape.heard.compactMap { heard in
      let time = Double(heard.time - start) / 1e6
      let text = time == time.rounded() ? "\(Int64(time))" : "\(time)"
      switch heard.message {
      case .noteOn(_, let pitch, _): return "on \(pitch.number) \(text)"
      case .noteOff(_, let pitch, _): return "off \(pitch.number) \(text)"
      default: return nil
      }
    }
  }

  /// Keys whose ons and offs do not alternate, or that still sound: none should.
  var unbalanced: [String] {
    var sounding: Set<String> = []
    var wrong: [String] = []
    for heard in tape.heard {
      switch heard.message {
      case .noteOn(let channel, let pitch, _):
        let key = "\(heard.port) \(channel.number) \(pitch.number)"
        if !sounding.insert(key).inserted { wrong.append("twice on: \(key)") }
      case .noteOff(let channel, let pitch, _):
        let key = "\(heard.port) \(channel.number) \(pitch.number)"
        if sounding.remove(key) == nil { wrong.append("off without on: \(key)") }
      default: break
      }
    }
    return wrong + sounding.sorted().map { "still on: \($0)" }
  }
}

/// A song with one row and notes given as (pitch, start, length) in beats, at 60 beats a minute.
func song(
  _ notes: [(Int, Double, Double)], voices: Row.Voices = .poly, loop: ClosedRange<Int64>? = nil,
  tails: PlayRange.Tails = .cut, bpm: Double = 60
) throws -> Song {
  var draft = Draft(of: Song())
  let row = try draft.addRow(named: "keys", [.voices(voices)])
  for (pitch, start, length) in notes {
    try add(pitch, start, length, to: row, in: &draft)
  }
  if let tempo = Tempo(beatsPerMinute: bpm) { draft.set(.tempo(TempoMap(tempo))) }
  if let loop {
    var range = PlayRange()
    range.start = Ticks(beats: loop.lowerBound)
    range.end = Ticks(beats: loop.upperBound)
    range.loops = true
    range.auto = .off
    range.tails = tails
    draft.set(.range(range))
  }
  var song = Song()
  song.apply(draft.patch)
  return song
}

@discardableResult
func add(
  _ pitch: Int, _ start: Double, _ length: Double, to row: Row.ID = Row.ID(1),
  in draft: inout Draft, overlap: OverlapPolicy = .allow
) throws -> Cell.ID {
  let cell = NewCell(
    position: Ticks(beats: start) ?? .zero, duration: Ticks(beats: length) ?? .zero,
    content: .notes([Pitch(UInt8(pitch))], .standard, offVelocity: 64))
  return try draft.add([cell], to: row, overlap)[0]
}
