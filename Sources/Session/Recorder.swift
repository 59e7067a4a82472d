import Timeline
import Transport

/// What comes in while the playhead moves, on its way to become cells of a row.
///
/// A pure value: messages with their places in, what came on each lap out. The channel of a message
/// makes no difference.
struct Recorder {
  /// What does not change as long as it records.
  struct Settings: Sendable {
    let row: Row.ID
    /// What notes are drawn to; nil leaves them where they were played.
    var groove: Groove?
    /// Whether what a lap found in the row makes room where something is played.
    var replaces = false
    /// By how many nanoseconds what is played comes in later than what it belongs to.
    var latency: Int64 = 0
    /// Who armed the row.
    let client: Int64
  }

  /// What has come in on a lap.
  struct Lap {
    let number: Int64
    /// Where the lap, or the recording of it, began; nil before the playhead has been there.
    var start: Ticks?
    /// Whether it is the one that a count-in leads to.
    var followsCountIn = false
    /// Cells from this id on have come since the lap began; nil where nobody has looked.
    var newCells: Cell.ID?
    var notes: [Note] = []
    var gestures = Gestures()
  }

  /// A note on the lap on which its start is to stand.
  struct Note {
    let position: Ticks
    let pitch: Pitch
    let velocity: Velocity
    /// Where it was struck, in ticks travelled since play.
    let travelled: Int64
    /// How long it was held; nil while it is, and for one that is held to the end of its lap.
    var length: Ticks?
    var offVelocity: UInt8 = 64
  }

  let settings: Settings
  /// When the row was armed: what came before does not count.
  let since: HostTime
  /// When it was disarmed: what comes later does not count.
  var over: HostTime?
  /// In order of their numbers.
  var laps: [Lap] = []
  /// Where the notes are that have not been let go: on which lap, and where among its notes.
  var held: [Pitch: (lap: Int64, index: Int)] = [:]
  /// The bank of a program to come.
  private var bank: (msb: UInt8, lsb: UInt8)?

  init(_ settings: Settings, since: HostTime) {
    self.settings = settings
    self.since = since
  }

  /// Whether what comes at a moment counts.
  func counts(_ time: HostTime) -> Bool {
    since <= time && (over.map { time < $0 } ?? true)
  }

  /// Notes that the playhead is on a lap of a song; what it has found there counts from `start` on.
  mutating func come(to place: Whereabouts, since start: Ticks, in song: Song) {
    guard !place.isCountIn else { return }
    let index = open(place.lap, since: start)
    if laps[index].newCells == nil { laps[index].newCells = song.nextCell }
  }

  /// Takes in a message that came at a place.
  mutating func hear(_ message: MIDIMessage, at place: Whereabouts, in song: Song) {
    switch message {
    case .noteOn(_, let pitch, let velocity): strike(pitch, velocity, at: place, in: song)
    case .noteOff(_, let pitch, let velocity): release(pitch, velocity, at: place)
    case .control(_, controller: 120, _), .control(_, controller: 123, _): releaseAll(at: place)
    case .control(_, controller: 0, let value): bank = (value, bank?.lsb ?? 0)
    case .control(_, controller: 32, let value): bank = (bank?.msb ?? 0, value)
    case .control(_, let number, let value) where number < 120:
      move(.controller(number), Int(value), at: place)
    case .bend(_, let value): move(.bend, Int(value), at: place)
    case .pressure(_, let value): move(.channelPressure, Int(value), at: place)
    case .keyPressure(_, let pitch, let value): move(.keyPressure(pitch), Int(value), at: place)
    case .program(_, let program): choose(program, at: place)
    case .control, .sysex, .sync: break
    }
  }

  /// The laps before one, or all: they are over.
  mutating func takeLaps(before number: Int64?) -> [Lap] {
    let count = number.flatMap { number in laps.firstIndex { $0.number >= number } } ?? laps.count
    defer { laps.removeFirst(count) }
    return Array(laps.prefix(count))
  }

  /// The index of a lap, which begins at `start` if nobody has said where it does.
  mutating func open(_ number: Int64, since start: Ticks?) -> Int {
    let index = laps.firstIndex { $0.number >= number } ?? laps.count
    if index == laps.count || laps[index].number > number {
      laps.insert(Lap(number: number), at: index)
    }
    laps[index].start = laps[index].start ?? start
    return index
  }

  private mutating func move(_ target: Control.Target, _ value: Int, at place: Whereabouts) {
    guard !place.isCountIn else { return }
    let index = open(place.lap, since: place.start)
    laps[index].gestures.move(target, to: value, at: place.tick)
  }

  private mutating func choose(_ program: UInt8, at place: Whereabouts) {
    let bank = bank.flatMap { Row.Bank(msb: Int($0.msb), lsb: Int($0.lsb)) }
    self.bank = nil
    guard !place.isCountIn else { return }
    let index = open(place.lap, since: place.start)
    laps[index].gestures.choose(ProgramChange(program, bank: bank), at: place.tick)
  }
}
