import Timeline

/// Turns all that one channel of a track says besides notes into cells.
///
/// Controllers, pressures, bends and programs last until the next one of their kind; what lasts no
/// time gets a file tick. What the row plays from its start is no cell: the first program, with
/// the bank before it, if no note comes before that.
struct ControlReading {
  /// Content with its place in time.
  struct Piece {
    /// In file ticks.
    let start: Int64
    /// Behind the start.
    var end: Int64
    let content: Cell.Content
  }

  /// More values than this are no cells of their own: they stand in clips.
  private static let mostApart = 10_000

  /// The program that the row begins with, and its bank.
  var program: ProgramChange?

  private var pieces: [Piece] = []
  private var values: [ValueBundle.Entry] = []
  /// Which of the pieces is the program that holds.
  private var holding: Int?
  private var msb: UInt8?
  private var lsb: UInt8?
  /// The bank selections that no program has followed yet.
  private var waiting: [ValueBundle.Entry] = []
  /// Whether bank selections are kept that no program followed: the next one would take them for
  /// its own.
  private var hasStrays = false

  var count: Int { pieces.count + values.count + waiting.count }

  /// Whether it says no more than a program.
  var isEmpty: Bool { count == 0 }

  /// A file tick behind the last that it says.
  var end: Int64 {
    let last = pieces.reduce(0) { max($0, $1.start + 1) }
    return max(last, values.last.map { $0.tick + 1 } ?? 0, waiting.last.map { $0.tick + 1 } ?? 0)
  }

  /// Reads a controller, a program, a bend or a pressure.
  mutating func read(_ event: MIDIFile.Event, at tick: Int64, afterNotes isLate: Bool) {
    func entry(_ target: Control.Target, _ value: Int16) -> ValueBundle.Entry {
      ValueBundle.Entry(tick: tick, target: target, value: value)
    }
    switch event {
    case .control(_, let number, let value) where number == 0 || number == 32:
      if number == 0 { msb = value } else { lsb = value }
      waiting.append(entry(.controller(number), Int16(value)))
    case .control(_, let number, let value):
      values.append(entry(.controller(number), Int16(value)))
    case .bend(_, let value): values.append(entry(.bend, value))
    case .channelPressure(_, let value): values.append(entry(.channelPressure, Int16(value)))
    case .keyPressure(_, let pitch, let value):
      values.append(entry(.keyPressure(pitch), Int16(value)))
    case .program(_, let number): choose(number, at: tick, isLate)
    default: preconditionFailure("\(event) moves nothing")
    }
  }

  /// Adds what nothing ends: a message of the whole device, or what only files hold.
  mutating func add(_ content: Cell.Content, at tick: Int64) {
    pieces.append(Piece(start: tick, end: tick + 1, content: content))
  }

  /// Adds such content before all that stands at its tick.
  mutating func addFirst(_ contents: [Cell.Content], at tick: Int64) {
    pieces = contents.map { Piece(start: tick, end: tick + 1, content: $0) } + pieces
    holding = holding.map { $0 + contents.count }
  }

  /// All of it in order of time; what still holds ends at `end`.
  ///
  /// At one tick the pieces stand in the order in which they are written.
  mutating func finish(at end: Int64, _ time: FileTime) -> [Piece] {
    keepWaiting()
    values.sort { $0.tick < $1.tick }
    if let holding { pieces[holding].end = max(end, pieces[holding].end) }
    var all = pieces
    if values.count > ControlReading.mostApart {
      all += ValueBundle.clips(of: values, until: end, time)
    } else {
      all += ValueBundle.cells(of: values, until: end)
    }
    let order = all.indices.sorted {
      (all[$0].start, all[$0].content.rank, $0) < (all[$1].start, all[$1].content.rank, $1)
    }
    return order.map { all[$0] }
  }

  private mutating func choose(_ number: UInt8, at tick: Int64, _ isLate: Bool) {
    var bank: Row.Bank?
    if !waiting.isEmpty || hasStrays { bank = Row.Bank(msb: Int(msb ?? 0), lsb: Int(lsb ?? 0)) }
    // One that was taken back before a program came is a controller like others.
    for target in [Control.Target.controller(0), .controller(32)] {
      if let last = waiting.lastIndex(where: { $0.target == target }) { waiting.remove(at: last) }
    }
    keepWaiting()
    let change = ProgramChange(number, bank: bank)
    guard isLate || program != nil || holding != nil else { return program = change }
    if let holding { pieces[holding].end = max(tick, pieces[holding].end) }
    holding = pieces.count
    pieces.append(Piece(start: tick, end: tick + 1, content: .program(change)))
  }

  private mutating func keepWaiting() {
    hasStrays = hasStrays || !waiting.isEmpty
    values += waiting
    waiting = []
  }
}

extension Cell.Content {
  /// The order in which a file has what happens at one tick, before notes begin.
  var rank: Int {
    switch self {
    case .meta: 0
    case .sysex: 1
    case .program: 2
    case .control, .clip: 3
    }
  }
}
