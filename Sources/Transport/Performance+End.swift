import Timeline

extension Performance {
  /// When the last row has come to the end, once everything before that is decided.
  var over: HostTime? {
    guard let ending else { return nil }
    if isStopped { return ending.time }
    // Who was late and is heard no more has come there too.
    let over = max(ending.time + late, turns.last?.time ?? ending.time)
    return edge > over ? over : nil
  }

  /// Stops for good at `time`, the playhead where it is or at a tick; what sounds is cut there.
  mutating func stop(at time: HostTime, resting place: Ticks? = nil) -> [ScheduledMessage] {
    isStopped = true
    ahead = nil
    path.leave(at: time)
    let tick = path.last.position(at: time)
    ending = (time, place ?? tick)
    leave(at: tick, time)
    return silence(at: time) + rest(at: time)
  }

  /// Stops where so many ticks have been travelled, and the playhead is then put at a tick; who is
  /// late comes there later.
  mutating func stop(after travelled: Int64, resting place: Ticks, at time: HostTime) {
    regroup(at: time, on: wayAhead(of: time))
    path.endLast(after: travelled)
    resting = place
  }

  /// Ends everything that sounds at `time`.
  mutating func silence(at time: HostTime) -> [ScheduledMessage] {
    ledger.end { _ in time }.map { ScheduledMessage(off: $0, at: time) }
  }

  /// Ends everything that sounds of one player.
  mutating func silence(player index: Int, at time: HostTime) -> [ScheduledMessage] {
    let players = players
    return ledger.end { !$0.isByHand && players.plays(index, $0.row) ? time : nil }
      .map { ScheduledMessage(off: $0, at: time) }
  }

  /// Ends the keys that hands hold at `time`.
  mutating func silenceHands(at time: HostTime) -> [ScheduledMessage] {
    ledger.end { $0.isByHand ? time : nil }.map { ScheduledMessage(off: $0, at: time) }
  }

  /// Stops nowhere, and makes nothing anywhere.
  mutating func goOnPlaying() {
    (ending, resting, ahead) = (nil, nil, nil)
  }
}
