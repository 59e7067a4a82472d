import ControlProtocol
import Session
import Timeline
import Transport

/// What a row does at a moment: which notes begin and end, how its knobs stand from then on if they
/// stood otherwise, and which labels it is in.
struct Deed: Hashable {
  /// In nanoseconds since the first tick.
  var time: Int64
  var notes: [String] = []
  var knobs = ["64": "0"]
  var labels: Set<Int64> = []

  /// The same on a row that is so many milliseconds late.
  func moved(by milliseconds: Int) -> Deed {
    var moved = self
    moved.time += Int64(milliseconds) * 1_000_000
    return moved
  }
}

extension [Deed] {
  /// What a channel plays.
  init(_ messages: [ScheduledMessage], channel number: Int) {
    self.init()
    // Only notes tell which program it is.
    var program: UInt8 = 0
    for message in messages {
      switch message.message {
      case .noteOn(let channel, let pitch, let velocity) where channel.number == number:
        let note = "\(pitch.number) on, \(velocity.number), program \(program)"
        change(at: message.time.sinceStart) { $0.notes.append(note) }
      case .noteOff(let channel, let pitch, _) where channel.number == number:
        change(at: message.time.sinceStart) { $0.notes.append("\(pitch.number) off") }
      case .control(let channel, let controller, let value) where channel.number == number:
        change(at: message.time.sinceStart) { $0.knobs["\(controller)"] = "\(value)" }
      case .program(let channel, let value) where channel.number == number: program = value
      default: break
      }
    }
  }

  /// Which labels a row is in.
  init(_ events: [Event], row: Int) {
    self.init()
    for event in events where event.topic == .cells {
      guard let time = event.parameters["time"]?.integer,
        let cell = event.parameters["cell"]?.integer,
        event.parameters["row"]?.integer == Int64(row)
      else { continue }
      change(at: HostTime(nanoseconds: time).sinceStart) { deed in
        if event.name == "cell.started" { deed.labels.insert(cell) }
        if event.name == "cell.ended" { deed.labels.remove(cell) }
      }
    }
  }

  private mutating func change(at time: Int64, _ change: (inout Deed) -> Void) {
    if last?.time != time {
      append(Deed(time: time, knobs: last?.knobs ?? ["64": "0"], labels: last?.labels ?? []))
    }
    change(&self[count - 1])
  }

  /// Only where something is otherwise than before; not how the playing has begun.
  var changes: [Deed] {
    enumerated().filter { index, deed in
      let before = index > 0 ? self[index - 1] : Deed(time: 0)
      let isChange =
        !deed.notes.isEmpty || deed.knobs != before.knobs || deed.labels != before.labels
      return isChange && deed.time > 700_000_000
    }.map(\.element)
  }
}

extension HostTime {
  /// Nanoseconds since the first tick.
  var sinceStart: Int64 { nanoseconds - 1_005_000_000 }
}
