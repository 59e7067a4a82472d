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
    case "song.new": load(nil, client, reply)
    case "song.load":
      load((path, arguments.text("working") == "discard"), client, reply)
    case "song.save":
      guard let target = songs.target else {
        throw RequestError(
          .notAllowed, "the song has no file yet: give it one with song.saveAs", field: "path")
      }
      save(to: target, named: arguments.text("name"), arguments.flag("force"), client, reply)
    case "song.saveAs": save(to: path, named: nil, arguments.flag("force"), client, reply)
    case "song.revert": revert(to: arguments.text("name"), client, reply)
    case "song.import": importFile(path, arguments.text("into") ?? "new", client, reply)
    case "song.export": export(to: path, client, reply)
    default: preconditionFailure("\(request.method) stands in the table and nobody does it")
    }
  }

  /// Works for a client, whose further requests wait until that is done.
  private func perform<Result: Sendable>(
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

  private func load(
    _ source: (path: String, discard: Bool)?, _ client: ClientID, _ reply: Reply
  ) {
    let (copies, stateChanged) = (songs.copies, songs.stateChanged)
    if let source, songs.copies.path(for: source.path) == songs.copy.path {
      return reload(discarding: source.discard, client, reply)
    }
    perform(client, reply) { () throws(RequestError) in
      guard let source else { return try Songs.makeNew(Song(), in: copies, stateChanged) }
      return try Songs.open(
        source.path, discarding: source.discard, in: copies, stateChanged: stateChanged)
    } then: { [self] opened, done in
      use(opened, for: client.number, done)
    }
  }

  /// Loads the song that is open already: it goes on, or goes back to its file as one step.
  private func reload(discarding: Bool, _ client: ClientID, _ reply: Reply) {
    if discarding { return revert(to: nil, client, reply) }
    durability.whenDurable(session.ownRevision) { [self] _ in reply.succeed(songSummary(nil)) }
  }

  /// Makes a song that was opened the one that is played and edited, and runs its script.
  func use(
    _ opened: Songs.Opened, for client: Int64,
    _ done: @escaping (Result<Value, RequestError>) -> Void
  ) {
    let contents = opened.contents
    do throws(RequestError) {
      if let script = opened.script { try rehearse(script, on: contents.song) }
    } catch {
      // The song that is open goes on.
      opened.copy.close()
      return done(.failure(error))
    }
    let former = (session.song, session.history)
    largeEdits.songChanges()
    songs.use(opened)
    let events = session.open(
      contents.song, history: contents.history, revision: contents.revision)
    durability.change(to: opened.copy, revision: session.revision)
    subscribers.tell(events)
    work.release(former)
    for port in session.song.ports { patchbay.openPort(port) }
    do throws(RequestError) {
      if let script = opened.script { try run(script, client) }
    } catch {
      return done(.failure(error))
    }
    durability.whenDurable(session.revision, isPatient: true) { [self] _ in
      done(.success(songSummary(opened.report)))
    }
  }

  /// Does all that a script says where nobody hears it: what it refuses has changed nothing.
  func rehearse(_ script: Script, on song: Song) throws(RequestError) {
    let silence = Outputs(.none, hertz: 0, clock: clock, log: log)
    let stage = Session(
      song: song, history: History(), revision: 0, clock: clock, output: silence)
    for request in script.requests {
      guard Session.performs(request.command) else {
        throw RequestError(
          .notAllowed, "\(request.method) may not stand in a song's script")
      }
      _ = try stage.perform(request, for: 0)
    }
  }

  /// Does what a script that was rehearsed says: its edits as one, then the rest.
  func run(_ script: Script, _ client: Int64) throws(RequestError) {
    for request in script.requests {
      keep(try session.perform(request, for: client), isPatient: true) { _ in }
    }
  }

  private func save(
    to path: String, named name: String?, _ force: Bool?, _ client: ClientID, _ reply: Reply
  ) {
    let file = SongWriting(
      song: session.song, revision: session.ownRevision, path: path,
      place: songs.copies.path(for: path), version: name, force: force ?? false)
    let copy = songs.copy
    perform(client, reply) { () throws(RequestError) in
      try file.write(through: copy)
    } then: { [self] _, done in
      // Another client may have loaded another song meanwhile, which this path is not for.
      if songs.copy === copy { songs.saved(to: path) }
      done(.success(["path": .string(path), "revision": Value(session.revision)]))
    }
  }

  private func revert(to name: String?, _ client: ClientID, _ reply: Reply) {
    let (copy, target) = (songs.copy, songs.target)
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
          done(.success(songSummary(file.report, revision: value["revision"])))
        }
      }
      guard into == "append" else {
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
      guard path.hasPrefix("/") else {
        throw RequestError(.badText, "path is \"\(path)\": must be absolute", field: "path")
      }
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
  private func songSummary(_ report: ImportReport?, revision: Value? = nil) -> Value {
    var members = Members()
    members.append("revision", revision ?? Value(session.revision))
    members.append("title", .string(session.song.title))
    members.append("rows", Value(session.song.order.count))
    members.append("cells", Value(session.song.cellCount))
    members.append("end", Value(session.song.contentEnd))
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
