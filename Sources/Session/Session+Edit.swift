package import ControlProtocol
import Timeline
import Transport

extension Session {
  /// What became of a request.
  package enum Progress {
    case done(Outcome)
    /// An edit that would hold the thread for too long, to be decided elsewhere.
    case tooLarge(Edit)
    /// A question that would, to be answered elsewhere.
    case tooLong(Inquiry)
  }

  /// Does what a client asks at once, unless that is an edit of more than a few cells, or a
  /// question about more.
  ///
  /// A request that is refused has changed nothing.
  package func begin(
    _ request: Request, for client: Int64
  ) throws(RequestError) -> Progress {
    if let outcome = try postpone(request, client) { return .done(outcome) }
    guard let edit = try edit(askedBy: request, client) else {
      guard let inquiry = inquiry(of: request, client) else {
        return .done(try handle(request, client))
      }
      return try begin(inquiry)
    }
    return try begin(edit)
  }

  /// Does an edit at once, unless it touches more than a few cells.
  package func begin(_ edit: Edit) throws(RequestError) -> Progress {
    let decision: Decision
    do throws(RequestError) {
      decision = try edit.decide(on: basis, allowance: Limits.cellsAtOnce)
    } catch {
      if error == .exhausted { return .tooLarge(edit) }
      throw error
    }
    guard let outcome = commit(decision) else { preconditionFailure("decided on another song") }
    return .done(outcome)
  }

  private func begin(_ inquiry: Inquiry) throws(RequestError) -> Progress {
    do throws(RequestError) {
      return .done(try finish(try inquiry.answer(allowance: Limits.cellsAtOnce)))
    } catch {
      if error == .exhausted { return .tooLong(inquiry) }
      throw error
    }
  }

  /// The edit that a request asks for; nil when it asks for something else.
  func edit(askedBy request: Request, _ client: Int64) throws(RequestError) -> Edit? {
    guard let wish = wish(of: request) else { return nil }
    try checkBase(of: request)
    return edit(wish, request.method, request.arguments, client)
  }

  func wish(of request: Request) -> Edit.Wish? {
    if request.command.isEdit {
      return .operations([Operation(method: request.method, arguments: request.arguments)])
    }
    switch request.method {
    case "edit": return .operations(request.arguments.operations("ops") ?? [])
    case "history.undo":
      if case .replacement? = history.newest?.change { return nil }
      return .undo
    case "history.redo":
      if case .replacement? = history.next?.change { return nil }
      return .redo
    default: return nil
    }
  }

  func edit(_ wish: Edit.Wish, _ name: String, _ arguments: Arguments, _ client: Int64) -> Edit {
    Edit(
      wish: wish, name: name, arguments: arguments, author: author(client), client: client,
      playhead: transport.position, selection: selection)
  }

  /// Refuses a request that is based on another revision than the newest.
  func checkBase(of request: Request) throws(RequestError) {
    guard let base = request.arguments.integer("base"), Int64(base) != revision else { return }
    var details = Members()
    details.append("revision", Value(revision))
    throw RequestError(
      .conflict, "base is \(base): the song is at revision \(revision)", field: "base",
      details: details)
  }

  /// What an edit would be decided on now.
  package var basis: Basis {
    Basis(song: song, history: history, strays: strays, revision: revision)
  }

  /// Makes a decision come true; nil when the song is another by now than it was decided on.
  ///
  /// Takes no longer for a large edit than for a small one.
  package func commit(_ decision: Decision) -> Outcome? {
    let revision = decision.result.revision
    guard decision.isChange else {
      return Outcome(reply: decision.reply(commit: nil), revision: revision)
    }
    guard decision.base == self.revision else { return nil }
    let commit = accept(
      decision.song, by: decision.patch, sounding: decision.sounding, isLate: decision.isLate)
    switch decision.history {
    case .none, .dropRedo:
      strays.note(decision.patch.undoable, by: decision.author, in: revision)
    default: break
    }
    history.apply(decision.history, in: revision)
    return Outcome(
      reply: decision.reply(commit: commit), revision: revision,
      record: record(.patch(decision.patch), decision.history),
      events: [
        editEvent(decision.result, cause: decision.cause, decision.client, of: decision.step)
      ],
      leftovers: history.takeLeftovers())
  }

  /// Applies a patch to the song and to what is played; the new revision is counted.
  func apply(_ patch: Patch, rangeByHand: Bool = false) -> HostTime? {
    var song = song
    song.apply(patch)
    return accept(song, by: patch, rangeByHand: rangeByHand)
  }

  /// Goes on with the song that a patch has made; the new revision is counted.
  private func accept(
    _ song: Song, by patch: Patch, sounding: Sounding? = nil, rangeByHand: Bool = false,
    isLate: Bool = false
  ) -> HostTime? {
    self.song = song
    revision += 1
    return transport.change(
      to: song, patch, sounding: sounding, rangeByHand: rangeByHand, isLate: isLate)
  }

  /// The event of an edit; of undo and redo with the step that was taken.
  func editEvent(
    _ result: EditResult, cause: String, _ client: Int64?, of step: History.Step? = nil
  ) -> Event {
    Event(.edit) {
      var event = ObjectText()
      result.append(to: &event)
      event.append("cause", .string(cause))
      event.append("client", ifPresent: client.map { Value($0) })
      if let step { event.append(step.members) }
      return event.value
    }
  }
}
