import Timeline

/// Turns the controllers, pressures, bends and programs of one channel of a track into cells.
///
/// Each lasts until the next one of its kind. What the row plays from its start, the first program
/// with the bank before it, is no cell.
struct ControlReading {
  /// Content with its place in time.
  struct Piece {
    let position: Ticks
    /// Not before the position.
    var end: Ticks
    let content: Cell.Content
  }

  /// What one piece of ends another.
  private enum Voice: Hashable {
    case program
    case target(Control.Target)
  }

  private(set) var pieces: [Piece] = []
  private var open: [Voice: Int] = [:]
  private var hasProgram = false
  private var msb: UInt8?
  private var lsb: UInt8?
  /// The bank selections that no program has followed yet.
  private var waiting = 0

  mutating func read(_ event: MIDIFile.Event, at position: Ticks) {
    switch event {
    case .control(_, 0, let value):
      msb = value
      waiting += 1
    case .control(_, 32, let value):
      lsb = value
      waiting += 1
    case .control(_, let number, let value): add(.controller(number), Int(value), at: position)
    case .bend(_, let value): add(.bend, Int(value), at: position)
    case .channelPressure(_, let value): add(.channelPressure, Int(value), at: position)
    case .keyPressure(_, let pitch, let value): add(.keyPressure(pitch), Int(value), at: position)
    case .program(_, let program):
      let bank = waiting > 0 ? Row.Bank(msb: Int(msb ?? 0), lsb: Int(lsb ?? 0)) : nil
      waiting = 0
      if hasProgram { add(.program(ProgramChange(program, bank: bank)), .program, at: position) }
      hasProgram = true
    default: preconditionFailure("\(event) moves nothing")
    }
  }

  /// Adds a message of the whole device, which nothing ends.
  mutating func add(_ message: SystemExclusive, at position: Ticks) {
    pieces.append(Piece(position: position, end: position, content: .sysex(message)))
  }

  /// The pieces in order of position, each with a length; those that still hold end at `trackEnd`.
  mutating func finish(at trackEnd: Ticks, _ report: inout ImportReport) -> [Piece] {
    report.countDropped(.controller, waiting)
    for index in open.values { pieces[index].end = trackEnd }
    return pieces.compactMap { piece in
      guard piece.position < .maximum else {
        report.count(.beyondFurthestPosition)
        return nil
      }
      var piece = piece
      piece.end = max(piece.end, min(piece.position + ImportReport.shortest, .maximum))
      return piece
    }
  }

  private mutating func add(_ target: Control.Target, _ value: Int, at position: Ticks) {
    guard let control = Control(target, value: value) else {
      preconditionFailure("a file holds no value of other bytes than seven bits")
    }
    add(.control(control), .target(target), at: position)
  }

  private mutating func add(_ content: Cell.Content, _ voice: Voice, at position: Ticks) {
    if let before = open[voice] { pieces[before].end = position }
    open[voice] = pieces.count
    pieces.append(Piece(position: position, end: position, content: content))
  }
}
