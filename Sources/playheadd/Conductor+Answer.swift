import ControlProtocol
import ControlServer
import Session
import Transport

extension Conductor {
  /// Keeps what must be kept, then answers, then tells the others.
  func answer(_ outcome: Outcome, _ reply: Reply) {
    keep(outcome) { [clock, settled = outcome.settled] value in
      guard let settled else { return reply.succeed(value) }
      // The output's grid, and a moment for the message to arrive.
      let rest = settled + 2_000_000 - clock.now()
      guard rest > 0 else { return reply.succeed(value) }
      later(rest) { reply.succeed(value) }
    }
  }

  /// Keeps what must be kept, then hands out the reply's value, then tells the others; both after
  /// what there is to be told of the revisions up to one.
  func keep(
    _ outcome: Outcome, isPatient: Bool = false, after former: Int64 = 0,
    _ answer: @escaping (Value) -> Void
  ) {
    let revision = outcome.revision
    if let arrival = outcome.arrival, let opened = songs.waiting.removeValue(forKey: arrival.number)
    {
      change(to: opened, letGo: arrival.former)
    }
    for number in outcome.departed { songs.waiting.removeValue(forKey: number).map(dismiss) }
    if let record = outcome.record {
      durability.keep(record, as: revision ?? session.revision)
      largeEdits.note(record)
    }
    openPorts(of: outcome)
    work.release(outcome.leftovers)
    tendOutputs()
    // Not the record: what is large must not wait here to be let go of.
    let (events, isChange) = (outcome.events, outcome.record != nil)
    // While storage writes there is time to write the reply.
    let reply = isChange && !isPatient ? outcome.reply.written : outcome.reply
    let awaited = max(revision ?? 0, former)
    if isPatient {
      // Its reply may wait longer than what is told of later edits.
      durability.whenSaved(awaited) { answer(reply.marked(unsaved: !$0 && isChange)) }
    }
    durability.whenDurable(awaited, isPatient: isPatient) { [subscribers] isSaved in
      let mark = !isSaved && isChange
      if !isPatient { answer(reply.marked(unsaved: mark)) }
      subscribers.tell(mark ? events.map(\.unsaved) : events)
    }
    // That it waits is told before what comes of it.
    decidePending()
  }
}

extension Value {
  fileprivate func marked(unsaved: Bool) -> Value {
    guard unsaved else { return self }
    switch self {
    case .object(var members):
      members.append("unsaved", true)
      return .object(members)
    case .encoded(let object): return .encoded(object.dropLast() + #","unsaved":true}"#.utf8)
    default: return self
    }
  }
}

extension Event {
  fileprivate var unsaved: Event { Event(topic, parameters.marked(unsaved: true)) }
}
