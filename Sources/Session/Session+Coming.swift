package import ControlProtocol
import Timeline
import Transport

extension Session {
  /// Whether a request is to wait for a place ahead, which must be one that the playhead comes to.
  package func waits(_ request: Request) throws(RequestError) -> Bool {
    guard let when = request.arguments.boundary("when"), when != .now, transport.isPlaying else {
      return false
    }
    guard try place(of: when) != nil else { throw .notAhead }
    return true
  }

  /// Has a song come at the next place that a request means; nil when nothing is to be waited for.
  ///
  /// The outcome of `decidePending` that brings another song has an `arrival` with the number under
  /// which it waits; that of a cancellation has this among `departed`.
  package func expect(
    _ coming: ComingSong, askedBy request: Request, for client: Int64
  ) throws(RequestError) -> Outcome? {
    guard try waits(request), let when = request.arguments.boundary("when") else { return nil }
    guard let place = try place(of: when) else { throw .notAhead }
    let entry = try pending.add(request.without(["when"]), client, when, at: place, coming)
    return Outcome(reply: .object(entry.members), events: [entry.event("waiting")])
  }

  /// Lets a song that has waited come.
  func bring(_ coming: ComingSong, _ entry: Pending.Entry) -> Outcome {
    guard case .another(let history, let revision) = coming.kind else {
      return replace(with: coming.song, name: "song.revert", client: entry.client)
    }
    let former = (song, history)
    let events = open(
      coming.song, history: history, revision: revision, cause: entry.request.method)
    return Outcome(
      reply: .object(summary()), events: events,
      arrival: Arrival(number: entry.number, former: former))
  }

  /// Drops what waits for a song that is gone: its cells and rows would be others in the next one.
  func dropPendingOfFormerSong() -> [Event] {
    let dropped = pending.takeAll { !$0.concernsAnySong }
    let error = RequestError(.busy, "another song has been loaded meanwhile")
    return dropped.map { $0.event("dropped", ("error", error.value)) }
  }

  /// What a song that has just come is.
  package func summary(revision: Int64? = nil) -> Members {
    var members = Members()
    members.append("revision", Value(revision ?? self.revision))
    members.append("title", .string(song.title))
    members.append("rows", Value(song.order.count))
    members.append("cells", Value(song.cellCount))
    members.append("end", Value(song.contentEnd))
    return members
  }

  /// The ports that rows name, or those of a song that waits, or on which something still sounds.
  package var portsInUse: Set<String> {
    pending.entries.reduce(into: transport.portsInUse.union(song.ports)) { ports, entry in
      if let coming = entry.coming { ports.formUnion(coming.song.ports) }
    }
  }
}

extension Pending.Entry {
  /// Whether it does to any song what it was to do to the one that it was asked of.
  fileprivate var concernsAnySong: Bool {
    if case .another = coming?.kind { return true }
    return request.method == "transport.stop"
  }
}
