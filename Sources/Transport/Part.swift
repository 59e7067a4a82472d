import Timeline

/// How the cells of one audible row sound.
struct Part {
  let row: Row.ID
  let port: String
  let channel: Channel
  let transpose: Int
  let level: Int
  let bank: Row.Bank?
  /// How late it sounds, its own delay and its port's; in nanoseconds, negative when it is early.
  let delay: Int64
  /// How late its off-beats are; nil when it plays straight.
  let swing: Swing?

  init(_ row: Row, portDelays: [String: Int64], swing: Swing = Swing()) {
    self.row = row.id
    port = row.port
    channel = row.channel
    transpose = row.transpose
    level = row.level
    bank = row.bank
    delay = Part.delay(of: row, portDelays)
    let own = Swing(amount: row.swing ?? swing.amount, step: swing.step)
    self.swing = own.isStraight ? nil : own
  }

  /// How late what a row plays sounds.
  fileprivate static func delay(of row: Row, _ portDelays: [String: Int64]) -> Int64 {
    row.delay + (portDelays[row.port] ?? 0)
  }

  /// Whether its notes sound at all.
  var strikes: Bool { level > 0 }

  /// The pitch as it leaves; nil when transposed out of the range.
  func sounding(_ pitch: Pitch) -> Pitch? {
    Pitch(exactly: Int(pitch.number) + transpose)
  }

  func sounding(_ velocity: Velocity) -> Velocity {
    Velocity(UInt8(min(max(Int(velocity.number) * level / 100, 1), 127)))
  }
}

/// The audible rows of a song, in order: those not muted, and only soloed ones if any is.
struct Parts {
  let list: [Part]
  /// How clicks sound.
  private let click: Part
  /// By how many nanoseconds the earliest row is early, audible or not; 0 where none is.
  let early: Int64
  private let indices: [Row.ID: Int]

  init(of song: Song, portDelays: [String: Int64]) {
    let rows = song.rowList
    let anySolo = rows.contains { $0.solo }
    list = rows.filter { !$0.mute && (!anySolo || $0.solo) }.map {
      Part($0, portDelays: portDelays, swing: song.swing)
    }
    early = rows.reduce(0) { max($0, -Part.delay(of: $1, portDelays)) }
    click = Part(song.metronome.row, portDelays: portDelays)
    indices = Dictionary(
      uniqueKeysWithValues: list.enumerated().map { ($0.element.row, $0.offset) })
  }

  /// The index that stands for the metronome: behind all rows.
  static let click = Int.max

  subscript(index: Int) -> Part { index == Parts.click ? click : list[index] }

  /// Where in the list a row is; nil when it is not audible.
  func index(of row: Row.ID) -> Int? { indices[row] }
}
