import Timeline

extension Performance {
  /// Decides everything before `time` and returns it in order.
  ///
  /// Part of the fill.
  ///
  /// Note-ons that should have sounded before `stale` are left out and counted; of everything else
  /// what then holds is caught up with.
  mutating func fill(
    to time: HostTime, stale: HostTime
  ) -> (messages: [ScheduledMessage], missed: Int) {
    messages.removeAll(keepingCapacity: true)
    var missed = 0
    let begin = edge
    if edge < stale {
      missed = run(to: min(stale, time), isLate: true)
      if ending == nil { messages += chase(at: path.position(at: edge, in: path.last), time: edge) }
    }
    missed += run(to: time, isLate: false)
    messages += clock(from: begin, to: time, stale: stale)
    return (messages.clockFirst, missed)
  }

  /// Goes on to a moment; returns how many note-ons were missed when that is late.
  private mutating func run(to time: HostTime, isLate: Bool) -> Int {
    var missed = 0
    while edge < time, ending == nil {
      let leg = path.last
      let from = path.tick(at: edge, in: leg)
      let to = path.tick(at: time, in: leg)
      missed += play(from, to, in: leg, isLate: isLate)
      if to == leg.end, path.time(of: to, in: leg) < time {
        finish(leg, isLate: isLate)
      } else {
        edge = time
      }
    }
    edge = max(edge, time)
    return missed
  }

  /// Plays the ticks [from, to) of a leg, and ends what is due before `to`.
  private mutating func play(
    _ from: Ticks, _ to: Ticks, in leg: Path.Leg, isLate: Bool
  ) -> Int {
    var missed = 0
    for arrival in arrivals(from, to, in: leg) {
      let time = path.time(of: arrival.position, in: leg)
      let travelled = leg.travelled + (arrival.position.count - leg.tick.count)
      endDue(upTo: travelled, in: leg)
      if isLate, arrival.rank == .notes, arrival.event.isNote {
        missed += 1
      } else if !isLate || !arrival.event.isSetting {
        perform(arrival, at: time, travelled: travelled)
      }
    }
    endDue(upTo: leg.travelled + (to.count - leg.tick.count) - 1, in: leg)
    return missed
  }

  /// Sends the offs that are due at or before a travelled tick of a leg, and leaves labels.
  private mutating func endDue(upTo travelled: Int64, in leg: Path.Leg) {
    let (path, edge) = (path, edge)
    func moment(_ due: Int64) -> Stay.Moment {
      let tick = Ticks(count: max(leg.tick.count + (due - leg.travelled), leg.tick.count))
      return Stay.Moment(position: tick, time: max(path.time(of: tick, in: leg), edge))
    }
    stays.end { $0.due <= travelled ? moment($0.due) : nil }
    let ended = ledger.end { $0.due <= travelled ? moment($0.due).time : nil }
    for voice in ended {
      messages.append(ScheduledMessage(off: voice, at: voice.off ?? edge))
    }
  }

  /// Comes to the end of a leg: wraps, begins after a count-in, or stops.
  private mutating func finish(_ leg: Path.Leg, isLate: Bool) {
    let time = path.time(of: leg.end, in: leg)
    endDue(upTo: leg.travelled + (leg.end.count - leg.tick.count), in: leg)
    edge = time
    leave(at: leg.end, time)
    guard leg.wraps else {
      messages += silence(at: time) + rest(at: time)
      ending = (time, leg.end)
      return
    }
    if song.range.tails == .cut { messages += silence(at: time) }
    path.wrap(in: song)
    attend(at: path.last.tick, time)
    if !isLate, song.hasLanes { messages += chase(at: path.last.tick, time: time) }
  }
}

extension Arrival.Event {
  fileprivate var isNote: Bool {
    switch self {
    case .cell, .note: true
    case .setting, .sysex, .label: false
    }
  }

  fileprivate var isSetting: Bool {
    if case .setting = self { true } else { false }
  }
}
