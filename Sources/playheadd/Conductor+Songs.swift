import ControlProtocol
import ControlServer
import Session
import Storage
import Timeline

extension Conductor {
  /// Does what concerns song files.
  ///
  /// Takes its time on the worker.
  func performSong(
    _ request: Request, _ client: ClientID, _ reply: Reply
  ) throws(RequestError) {
    let arguments = request.arguments
    let path = arguments.text("path") ?? ""
    switch request.method {
    case "song.versions": reply.succeed(versions)
    case "song.new", "song.load": try load(request, client, reply)
    case "song.save":
      guard let target = songs.target else {
        throw RequestError(
          .notAllowed, "the song has no file yet: give it one with song.saveAs", field: "path")
      }
      save(to: target, named: arguments.text("name"), arguments.flag("force"), client, reply)
    case "song.saveAs": save(to: path, named: nil, arguments.flag("force"), client, reply)
    case "song.revert": try revert(request, client, reply)
    case "song.import": importFile(path, arguments, client, reply)
    case "song.export" where path.hasSuffix(".json"):
      try exportDocument(to: path, arguments, client, reply)
    case "song.export": try export(to: path, arguments, client, reply)
    default: preconditionFailure("\(request.method) stands in the table and nobody does it")
    }
  }

  /// Works for a client, whose further requests wait until that is done.
  func perform<Result: Sendable>(
    _ client: ClientID, _ reply: Reply,
    _ job: @escaping @Sendable (JobProgress) throws(RequestError) -> Result,
    then finish: @escaping (Result, @escaping (Swift.Result<Value, RequestError>) -> Void) -> Void
  ) {
    hold(client)
    work.perform(reply, ended: { [weak self] in self?.release(client) }, job, finish: finish)
  }

  private var versions: Value {
    let list = songs.copy.versions.map { version -> Value in
      ["name": .string(version.name), "time": Value(version.time)]
    }
    return ["versions": .array(list)]
  }

  /// Opens a song, or makes a new one, and has it come when the request says.
  private func load(
    _ request: Request, _ client: ClientID, _ reply: Reply
  ) throws(RequestError) {
    let path = request.arguments.text("path")
    let discards = request.arguments.text("working") == "discard"
    let (copies, stateChanged, author) = (songs.copies, songs.stateChanged, author(client))
    if let path, copies.path(for: path) == songs.copy.path {
      return try reload(request, discarding: discards, client, reply)
    }
    _ = try session.waits(request)
    if let path { try songs.checkAwaits(no: path) }
    let ready = songs.ready
    perform(client, reply) { _ throws(RequestError) in
      guard let path else { return try Songs.makeNew(Song(), in: copies, stateChanged) }
      return try Songs.open(
        path, discarding: discards, for: author, or: ready, in: copies,
        stateChanged: stateChanged)
    } then: { [self] opened, done in
      come(opened, askedBy: request, client.number, done)
    }
  }

  /// Loads the song that is open already: it begins anew, or goes back to its file as one step.
  private func reload(
    _ request: Request, discarding: Bool, _ client: ClientID, _ reply: Reply
  ) throws(RequestError) {
    if discarding { return try revert(request, client, reply) }
    durability.whenDurable(session.ownRevision) { [self] _ in
      returnToStart(request, client.number) { [self] result in
        do throws(RequestError) {
          let value = try result.get()
          reply.succeed(value["pending"] == nil ? songSummary(nil) : value)
        } catch {
          reply.fail(error)
        }
      }
    }
  }

  func author(_ client: ClientID) -> History.Author {
    History.Author(client: client.number, name: session.names[client.number])
  }

  /// Has a song that was opened come when a request says.
  func come(
    _ opened: Songs.Opened, askedBy request: Request, _ client: Int64,
    _ done: @escaping (Result<Value, RequestError>) -> Void
  ) {
    do throws(RequestError) {
      guard let outcome = try session.expect(opened.coming, askedBy: request, for: client) else {
        return use(opened, for: client, done)
      }
      // What is to be heard there leaves before it comes.
      for port in opened.contents.song.ports { settings.patchbay.openPort(port) }
      if let number = outcome.reply["pending"]?.integer { songs.waiting[number] = opened }
      keep(outcome) { done(.success($0.telling(isNew: opened.isNew))) }
    } catch {
      // The song that is open goes on.
      dismiss(opened)
      done(.failure(error))
    }
  }

  /// Makes a song that was opened the one that is played and edited, now.
  private func use(
    _ opened: Songs.Opened, for client: Int64,
    _ done: @escaping (Result<Value, RequestError>) -> Void
  ) {
    let contents = opened.contents
    concludeRecording()
    let former = (session.song, session.history)
    let events = session.open(
      contents.song, history: contents.history, revision: contents.revision)
    change(to: opened, letGo: former)
    subscribers.tell(events)
    do throws(RequestError) { try perform(opened.motions, client) } catch {
      return done(.failure(error))
    }
    durability.whenDurable(session.revision, isPatient: true) { [self] _ in
      done(.success(songSummary(opened.report).telling(isNew: opened.isNew)))
    }
  }

  /// Keeps, from now on, what becomes of the song that the session has changed to.
  func change(to opened: Songs.Opened, letGo former: some Sendable) {
    largeEdits.songChanges()
    // Ahead of the former copy's end, which everybody waits for who is told of this one.
    songs.use(opened, lead: session.revision - session.ownRevision, work)
    durability.change(to: opened.copy, revision: session.revision, work)
    for port in session.song.ports { settings.patchbay.openPort(port) }
    closeUnusedPorts()
    if let entry = opened.entry {
      settings.setList.stand(at: entry)
    } else {
      settings.setList.stand(at: songs.target)
    }
    openNext()
    changed()
    // What is being played holds it a little longer.
    later(1_000_000_000) { [work] in work.release(former) }
  }

  /// Closes a song that does not come after all.
  func dismiss(_ opened: Songs.Opened) {
    work.submit { () throws(RequestError) in
      opened.copy.close()
    } then: { _ in
    }
  }

  /// Does what is left of a script.
  func perform(_ motions: [Request], _ client: Int64) throws(RequestError) {
    for request in motions {
      keep(try session.perform(request, for: client), isPatient: true) { _ in }
    }
  }
}

extension Value {
  /// The same, and that there was nothing where the song was looked for.
  fileprivate func telling(isNew: Bool) -> Value {
    guard isNew, case .object(var members) = self else { return self }
    members.append("new", true)
    return .object(members)
  }
}
