import Timeline

/// The first program of each channel in each track, with the bank that was set before it.
struct Instruments {
  /// A program, its bank, and how many events said so.
  struct Instrument {
    fileprivate(set) var program: UInt8?
    fileprivate var msb: UInt8?
    fileprivate var lsb: UInt8?

    /// What stands before the program.
    var bank: Row.Bank? {
      guard msb != nil || lsb != nil else { return nil }
      return Row.Bank(msb: Int(msb ?? 0), lsb: Int(lsb ?? 0))
    }
  }

  private struct Place: Hashable {
    let track: Int
    let channel: Channel
  }

  private var found: [Place: Instrument] = [:]
  /// The first place with a program on each channel.
  private var first: [Channel: Place] = [:]
  private var used: Set<Place> = []
  init(_ file: MIDIFile) {
    for (track, content) in file.tracks.enumerated() {
      for event in content.events { read(event.event, track) }
    }
  }

  /// The instrument of a channel in a track, or that of the channel in another track.
  ///
  /// Tracks share their channels: where a track says nothing, another one may have. Only a track
  /// with notes needs it then.
  mutating func use(_ channel: Channel, track: Int, hasNotes: Bool) -> Instrument? {
    let own = Place(track: track, channel: channel)
    let other = hasNotes ? first[channel] : nil
    guard let place = found[own]?.program == nil ? other : own else { return nil }
    used.insert(place)
    return found[place]
  }

  /// Counts the programs that no row uses, and the banks before them.
  func countDropped(_ report: inout ImportReport) {
    let unused = found.filter { !used.contains($0.key) && $0.value.program != nil }.map(\.value)
    report.countDropped(.program, unused.count)
    let banks = unused.reduce(0) { $0 + ($1.msb == nil ? 0 : 1) + ($1.lsb == nil ? 0 : 1) }
    report.countDropped(.controller, banks)
  }

  private mutating func read(_ event: MIDIFile.Event, _ track: Int) {
    switch event {
    case .program(let channel, let program):
      let place = Place(track: track, channel: channel)
      guard found[place]?.program == nil else { return }
      found[place, default: Instrument()].program = program
      if first[channel] == nil { first[channel] = place }
    case .control(let channel, let controller, let value):
      let place = Place(track: track, channel: channel)
      guard controller == 0 || controller == 32, found[place]?.program == nil else { return }
      if controller == 0 {
        found[place, default: Instrument()].msb = value
      } else {
        found[place, default: Instrument()].lsb = value
      }
    default: break
    }
  }
}
