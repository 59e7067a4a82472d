import ControlProtocol
import ControlServer
import LinuxSystem
import MIDIFile
import Session
import Storage
import Timeline

extension Conductor {
  func save(
    to path: String, named name: String?, _ force: Bool?, _ client: ClientID, _ reply: Reply
  ) {
    let file = SongWriting(
      song: session.song, revision: session.ownRevision, path: path,
      place: songs.copies.path(for: path), version: name, force: force ?? false)
    let (copy, ready) = (songs.copy, songs.ready)
    if file.place != copy.path { songs.keepLast(movingTo: file.place, work) }
    perform(client, reply) { _ throws(RequestError) in
      ready.take(at: file.place)?.copy.close()
      try file.write(through: copy)
    } then: { [self] _, done in
      let finish = { [self] in
        done(.success(["path": .string(path), "revision": Value(session.revision)]))
      }
      // Another client may have loaded another song meanwhile, which this path is not for.
      guard songs.copy === copy else { return finish() }
      songs.saved(to: path, work, then: finish)
    }
  }

  func revert(
    _ request: Request, _ client: ClientID, _ reply: Reply
  ) throws(RequestError) {
    let name = request.method == "song.revert" ? request.arguments.text("name") : nil
    let (copy, target) = (songs.copy, songs.target)
    _ = try session.waits(request)
    perform(client, reply) { _ throws(RequestError) -> Song in
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

  func importFile(
    _ path: String, _ arguments: Arguments, _ client: ClientID, _ reply: Reply
  ) {
    let into = arguments.text("into") ?? "new"
    var options = Import.Options()
    options.isStrict = arguments.flag("strict") ?? false
    options.joinsDrums = arguments.text("drums") == "together"
    options.cells = arguments.text("cells") == "bars" ? .bars : .notes
    options.sequence = arguments.integer("sequence") ?? 1
    let given = ["strict", "drums", "cells", "sequence"].filter(arguments.has)
    perform(client, reply) { [options] progress throws(RequestError) in
      try ForeignSong(path, options, given: given) { progress.tell("reading", $0) }
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

  func export(
    to path: String, _ arguments: Arguments, _ client: ClientID, _ reply: Reply
  ) throws(RequestError) {
    let song = session.song
    var options = Export.Options()
    options.isOneTrack = arguments.integer("format") == 0
    options.ticksPerBeat = arguments.integer("resolution")
    (options.rows, options.range) = try session.choice(of: arguments)
    options.shiftJIS = ShiftJIS.text
    let isRunning = arguments.flag("running") ?? false
    perform(client, reply) { [options] _ throws(RequestError) -> Export in
      try SongSource.checkIsAbsolute(path)
      try SongSource.checkMayReplace(path, by: .midi)
      let export = Export(song, options)
      let bytes = export.file.bytes(runningStatus: isRunning)
      do throws(FileError) { try Files.write(bytes, to: path) } catch {
        throw RequestError(error)
      }
      return export
    } then: { export, done in
      var lost = Members()
      for (loss, count) in export.losses.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        lost.append(loss.rawValue, Value(count))
      }
      done(
        .success([
          "path": .string(path), "losses": .object(lost), "seconds": Value(export.seconds),
        ]))
    }
  }

  /// What a song that has just come is, and what an import found in its file.
  func songSummary(_ report: ImportReport?, revision: Int64? = nil) -> Value {
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
