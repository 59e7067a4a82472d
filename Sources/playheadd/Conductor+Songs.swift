import ControlProtocol
import ControlServer
import Glibc
import LinuxSystem
import MIDIFile
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
    case "song.import": importFile(path, arguments.text("into") ?? "new", client, reply)
    case "song.export": export(to: path, client, reply)
    default: preconditionFailure("\(request.method) stands in the table and nobody does it")
    }
  }

  /// Works for a client, whose further requests wait until that is done.
  func perform<Result: Sendable>(
    _ client: ClientID, _ reply: Reply,
    _ job: @escaping @Sendable () throws(RequestError) -> Result,
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
    perform(client, reply) { () throws(RequestError) in
      guard let path else { return try Songs.makeNew(Song(), in: copies, stateChanged) }
      return try Songs.open(
        path, discarding: discards, for: author, or: ready, in: copies,
        stateChanged: stateChanged)
    } then: { [self] opened, done in
      come(opened, askedBy: request, client.number, done)
    }
  }

  /// Loads the song that is open already: it goes on, or goes back to its file as one step.
  private func reload(
    _ request: Request, discarding: Bool, _ client: ClientID, _ reply: Reply
  ) throws(RequestError) {
    if discarding { return try revert(request, client, reply) }
    durability.whenDurable(session.ownRevision) { [self] _ in reply.succeed(songSummary(nil)) }
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
      for port in opened.contents.song.ports { patchbay.openPort(port) }
      if let number = outcome.reply["pending"]?.integer { songs.waiting[number] = opened }
      keep(outcome) { done(.success($0)) }
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
      done(.success(songSummary(opened.report)))
    }
  }

  /// Keeps, from now on, what becomes of the song that the session has changed to.
  func change(to opened: Songs.Opened, letGo former: some Sendable) {
    largeEdits.songChanges()
    songs.use(opened)
    durability.change(to: opened.copy, revision: session.revision, work)
    for port in session.song.ports { patchbay.openPort(port) }
    closeUnusedPorts()
    if let number = opened.number {
      setList.stand(at: number)
    } else {
      setList.stand(at: songs.target)
    }
    openNext()
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

  private func save(
    to path: String, named name: String?, _ force: Bool?, _ client: ClientID, _ reply: Reply
  ) {
    let file = SongWriting(
      song: session.song, revision: session.ownRevision, path: path,
      place: songs.copies.path(for: path), version: name, force: force ?? false)
    let (copy, ready) = (songs.copy, songs.ready)
    perform(client, reply) { () throws(RequestError) in
      ready.take(at: file.place)?.copy.close()
      try file.write(through: copy)
    } then: { [self] _, done in
      // Another client may have loaded another song meanwhile, which this path is not for.
      if songs.copy === copy { songs.saved(to: path) }
      done(.success(["path": .string(path), "revision": Value(session.revision)]))
    }
  }

  private func revert(
    _ request: Request, _ client: ClientID, _ reply: Reply
  ) throws(RequestError) {
    let name = request.method == "song.revert" ? request.arguments.text("name") : nil
    let (copy, target) = (songs.copy, songs.target)
    _ = try session.waits(request)
    perform(client, reply) { () throws(RequestError) -> Song in
      do throws(StorageError) {
        if let name { return try copy.song(version: name) }
        guard let target else { throw .missing(path: "a file of this song") }
        return try SongFile.load(target).0
      } catch {
        throw RequestError(error)
      }
    } then: { [self] song, done in
      guard songs.copy === copy else {
        return done(.failure(RequestError(.busy, "another song has been loaded meanwhile")))
      }
      do throws(RequestError) {
        let coming = ComingSong(stepTo: song)
        if let outcome = try session.expect(coming, askedBy: request, for: client.number) {
          return keep(outcome) { done(.success($0)) }
        }
      } catch {
        return done(.failure(error))
      }
      concludeRecording()
      let outcome = session.replace(with: song, name: "song.revert", client: client.number)
      keep(outcome, isPatient: true) { done(.success($0)) }
    }
  }

  private func importFile(
    _ path: String, _ into: String, _ client: ClientID, _ reply: Reply
  ) {
    perform(client, reply) { () throws(RequestError) in
      try SongSource.importing(path)
    } then: { [self] file, done in
      let finish = { [self] (outcome: Outcome) in
        keep(outcome, isPatient: true) { [self] value in
          done(.success(songSummary(file.report, revision: value["revision"]?.integer)))
        }
      }
      guard into == "append" else {
        concludeRecording()
        return finish(
          session.replace(with: file.song, name: "song.import", client: client.number))
      }
      let edit = session.edit(
        appending: file.song, name: "song.import", client: client.number)
      largeEdits.decide(edit) { result in
        do throws(RequestError) { finish(try result.get()) } catch { done(.failure(error)) }
      }
    }
  }

  private func export(to path: String, _ client: ClientID, _ reply: Reply) {
    let song = session.song
    perform(client, reply) { () throws(RequestError) -> [Export.Loss: Int] in
      try SongSource.checkIsAbsolute(path)
      try SongSource.checkMayReplace(path)
      let export = Export(song)
      do throws(FileError) { try Files.write(export.file.bytes, to: path) } catch {
        throw RequestError(error)
      }
      return export.losses
    } then: { losses, done in
      var lost = Members()
      for (loss, count) in losses.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        lost.append(loss.rawValue, Value(count))
      }
      done(.success(["path": .string(path), "losses": .object(lost)]))
    }
  }

  /// What a song that has just come is, and what an import found in its file.
  private func songSummary(_ report: ImportReport?, revision: Int64? = nil) -> Value {
    var members = session.summary(revision: revision)
    guard let report else { return .object(members) }
    members.append("warnings", .array(report.warnings.prefix(100).map { .string($0.sentence) }))
    var findings = Members()
    for (finding, count) in report.findings.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      findings.append(finding.rawValue, Value(count))
    }
    members.append("findings", .object(findings))
    var dropped = Members()
    for (kind, count) in report.dropped.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      dropped.append(kind.rawValue, Value(count))
    }
    members.append("dropped", .object(dropped))
    return .object(members)
  }
}
