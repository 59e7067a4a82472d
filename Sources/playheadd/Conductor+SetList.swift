import ControlProtocol
import ControlServer
import LinuxSystem
import Session
import Storage

/// What was found where the set list leads.
private enum Found: Sendable {
  case song(Songs.Opened)
  /// The one that is open already.
  case here
}

extension Conductor {
  func performSetList(
    _ request: Request, _ client: ClientID, _ reply: Reply
  ) throws(RequestError) {
    let arguments = request.arguments
    switch request.method {
    case "setlist.go":
      if let word = arguments.text("song") { return try go(to: word, request, client, reply) }
    case "setlist.set":
      let paths = arguments.texts("paths") ?? []
      for path in paths { try SongSource.checkIsAbsolute(path, field: "paths") }
      settings.setList.set(paths.map(SetList.plain))
    case "setlist.add":
      let path = arguments.text("path") ?? ""
      try SongSource.checkIsAbsolute(path)
      try settings.setList.add(SetList.plain(path), at: arguments.integer("number"))
    case "setlist.remove": try settings.setList.remove(arguments.text("song") ?? "")
    default: break
    }
    settings.setList.stand(at: songs.target)
    openNext()
    settings.disk.whenKept { [self] in tellSetList(client, reply) }
  }

  /// Opens the song that the set list leads to next, so that it can come at any moment.
  func openNext() {
    let path = settings.setList.next.flatMap { path in
      let isOpen = songs.awaits(path) || songs.copies.path(for: path) == songs.copy.path
      return isOpen ? nil : path
    }
    guard path != songs.ready.path else { return }
    let (copies, stateChanged, ready) = (songs.copies, songs.stateChanged, songs.ready)
    work.submit { () throws(RequestError) in
      guard ready.path != path else { return }
      ready.put(nil)
      // Scripts and MIDI files are opened anew each time, and soon.
      guard let path, (try? SongFile.isOne(path)) == true else { return }
      ready.put(try Songs.open(path, in: copies, stateChanged: stateChanged))
    } then: { _ in
    }
  }

  /// Goes to a song, or to the next one after it that can be opened.
  private func go(
    to word: String, _ request: Request, _ client: ClientID, _ reply: Reply
  ) throws(RequestError) {
    _ = try session.waits(request)
    let choices = try settings.setList.choices(word)
    let paths = choices.map { settings.setList.paths[$0] }
    for path in paths.prefix(1) { try songs.checkAwaits(no: path) }
    let (copies, stateChanged, current) = (songs.copies, songs.stateChanged, songs.copy.path)
    let (ready, author) = (songs.ready, author(client))
    perform(client, reply) { _ throws(RequestError) in
      var skipped: [String] = []
      while true {
        let path = paths[skipped.count]
        do throws(RequestError) {
          if copies.path(for: path) == current { return (Found.here, skipped) }
          guard FileStatus(ofLink: path) != nil else {
            throw RequestError(.notFound, "\(path) is missing", field: "song")
          }
          let opened = try Songs.open(
            path, for: author, or: ready, in: copies, stateChanged: stateChanged)
          return (Found.song(opened), skipped)
        } catch  where error.kind != .conflict {
          skipped.append("\(SetList.name(of: path)) is skipped: \(error.message)")
          guard skipped.count < paths.count else {
            throw paths.count == 1
              ? error : RequestError(.notFound, skipped.joined(separator: "; "), field: "song")
          }
        }
      }
    } then: { [self] found, done in
      let (song, skipped) = found
      for sentence in skipped { log.warning(sentence) }
      let index = choices[skipped.count]
      let entry = SetList.Entry(index: index, path: paths[skipped.count])
      let told = { (result: Result<Value, RequestError>) in
        done(result.map { $0.telling(number: index + 1, skipped) })
      }
      switch song {
      case .song(var opened):
        opened.entry = entry
        let named = request.naming(song: entry.path)
        come(opened, askedBy: named, client.number, told)
      case .here:
        settings.setList.stand(at: entry)
        returnToStart(request, client.number, told)
      }
      openNext()
    }
  }

  func returnToStart(
    _ request: Request, _ client: Int64, _ done: @escaping (Result<Value, RequestError>) -> Void
  ) {
    var parameters = Members()
    parameters.append("position", "start")
    if let when = request.arguments.boundary("when") {
      parameters.append("when", .string(when.text))
    }
    do {
      let seek = try Request(["method": "transport.seek", "params": .object(parameters)])
      keep(try session.perform(seek, for: client)) { done(.success($0)) }
    } catch let refusal as Refusal {
      done(.failure(refusal.error))
    } catch let error as RequestError {
      done(.failure(error))
    } catch { preconditionFailure("\(error)") }
  }

  private func tellSetList(_ client: ClientID, _ reply: Reply) {
    let paths = settings.setList.paths
    perform(client, reply) { _ throws(RequestError) in
      paths.map { FileStatus(ofLink: $0) != nil }
    } then: { [self] areThere, done in
      let songs = zip(paths, areThere).enumerated().map { index, entry -> Value in
        let (path, isThere) = entry
        var members = Members()
        members.append("number", Value(index + 1))
        members.append("name", .string(SetList.name(of: path)))
        members.append("path", .string(path))
        if index == settings.setList.place, path == self.songs.target.map(SetList.plain) {
          members.append("state", "open")
        } else if !isThere {
          members.append("state", "missing")
        } else if path == self.songs.ready.path {
          members.append("state", "ready")
        }
        return .object(members)
      }
      done(.success(["songs": .array(songs)]))
    }
  }
}

extension Value {
  fileprivate func telling(number: Int, _ skipped: [String]) -> Value {
    guard case .object(var members) = self else { return self }
    members.append("number", Value(number))
    if !skipped.isEmpty { members.append("skipped", .array(skipped.map { .string($0) })) }
    return .object(members)
  }
}

extension Request {
  /// The same, for who asks what waits: of a song that a word like next has led to.
  fileprivate func naming(song path: String) -> Request {
    without(["song"]).with("song", SetList.name(of: path))
  }
}
