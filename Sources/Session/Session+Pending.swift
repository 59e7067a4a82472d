package import ControlProtocol
import Timeline
import Transport

extension Session {
  /// Puts a request off to the place that it says, once it is clear that it could be done now.
  ///
  /// Nil when it is to be done at once: it does not say when, or nothing moves.
  func postpone(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome? {
    guard let when = request.arguments.boundary("when"), when != .now, transport.isPlaying,
      request.arguments.flag("dryRun") != true
    else { return nil }
    guard let place = try place(of: when) else { throw .notAhead }
    try checkBase(of: request)
    let request = request.without(["when", "base"])
    try rehearse(request, client, at: place)
    let entry = try pending.add(request, client, when, at: place)
    return Outcome(reply: .object(entry.members), events: [entry.event("waiting")])
  }

  /// Decides what waits for places that the fill has come to, and everything once nothing moves.
  ///
  /// What waits for one place is one commit point. To be called after `advance`, and after
  /// whatever was asked.
  package func decidePending() -> [Outcome] {
    guard !pending.isEmpty else { return [] }
    var outcomes: [Outcome] = []
    guard transport.isPlaying else {
      pending.aim { _ in nil }
      while let entry = pending.takeFirstUnplanned() { outcomes += settle(entry) }
      return outcomes
    }
    while let place = nextPlace(), transport.isDecided(upTo: place) {
      transport.gather(at: place)
      // One by one: another song drops those after it.
      while let entry = pending.takeFirst(at: place) { outcomes += settle(entry) }
      transport.endGathering()
    }
    return outcomes
  }

  /// Does what has waited, after what another song must not take away.
  private func settle(_ entry: Pending.Entry) -> [Outcome] {
    (entry.coming == nil ? [] : concludeRecording()) + [decide(entry)]
  }

  /// Does what has waited; it is dropped where it no longer fits.
  private func decide(_ entry: Pending.Entry) -> Outcome {
    do throws(RequestError) {
      var outcome: Outcome
      if let coming = entry.coming {
        outcome = bring(coming, entry)
      } else {
        outcome = try performAtOnce(entry)
      }
      // Where the transport goes is told when it does.
      if transport.isPlaying { outcome.events.removeAll { $0.topic == .transport } }
      outcome.events.append(entry.event("done", ("result", outcome.reply)))
      return outcome
    } catch {
      return Outcome(reply: [:], events: [entry.event("dropped", ("error", error.value))])
    }
  }

  private func performAtOnce(_ entry: Pending.Entry) throws(RequestError) -> Outcome {
    guard let edit = try edit(askedBy: entry.request, entry.client) else {
      return try handle(entry.request, entry.client)
    }
    guard let outcome = commit(try decide(edit)) else {
      preconditionFailure("decided on another song")
    }
    return outcome
  }

  /// Decides an edit that is small enough to be decided where it has waited for.
  private func decide(_ edit: Edit) throws(RequestError) -> Decision {
    do throws(RequestError) {
      return try edit.decide(on: basis, allowance: Limits.cellsWaiting)
    } catch {
      guard error == .exhausted else { throw error }
      throw RequestError(
        .limit,
        "an edit that touches more than \(Limits.cellsWaiting) cells cannot wait: send it without "
          + "when", field: "when")
    }
  }

  /// Sets what waits on its way again where that leads elsewhere by now; returns the first place.
  private func nextPlace() -> PlaceAhead? {
    pending.aim { entry in
      if let place = entry.place, entry.when != .loops(1), transport.leads(to: place) {
        return transport.timed(place)
      }
      return (try? place(of: entry.when, beyond: entry.since)) ?? nil
    }
    return pending.next
  }

  /// The place ahead that an expression means; nil where the playhead does not come.
  func place(
    of boundary: BoundaryExpression, beyond: Int64 = .min, field: String = "when"
  ) throws(RequestError) -> PlaceAhead? {
    let milestone: Milestone
    switch boundary {
    case .now: return nil
    case .beat: milestone = .beat
    case .bars(let count): milestone = .bars(count)
    case .loops(let count): milestone = .passes(count)
    case .section: milestone = .sectionEnd
    case .position(let expression):
      milestone = .tick(try resolution.position(expression, field: field))
    }
    return transport.place(of: milestone, beyond: beyond)
  }

  /// Does a request as it would be done at a place, and takes all of it back.
  private func rehearse(
    _ request: Request, _ client: Int64, at place: PlaceAhead
  ) throws(RequestError) {
    let before = (song, history, revision, offset, selection, strays, pending, recorders)
    transport.gather(at: place)
    defer {
      transport.dropGathering(keeping: before.0)
      (song, history, revision, offset, selection, strays, pending, recorders) = before
      remember()
    }
    if let edit = try edit(askedBy: request, client) {
      _ = try decide(edit)
    } else {
      _ = try handle(request, client)
    }
  }

  // Requests.

  func listPending(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    Outcome(reply: ["pending": pendingList])
  }

  package var pendingList: Value { .array(pending.entries.map { .object($0.members) }) }

  func cancelPending(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let number = request.arguments.integer("pending").map { Int64($0) }
    let cancelled = pending.take(number)
    if let number, cancelled.isEmpty {
      throw RequestError(
        .notFound, "nothing that waits has the number \(number): it may be decided already",
        field: "pending")
    }
    return Outcome(
      reply: ["cancelled": .array(cancelled.map { Value($0.number) })],
      events: cancelled.map { $0.event("cancelled") }, departed: cancelled.map(\.number))
  }
}

extension RequestError {
  static var notAhead: RequestError {
    RequestError(.outOfRange, "when is not ahead of the playhead", field: "when")
  }
}
