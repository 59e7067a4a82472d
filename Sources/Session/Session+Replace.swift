package import ControlProtocol
package import Timeline
import Transport

extension Session {
  /// Puts another song in the place of this one, as one undo step.
  package func replace(with song: Song, name: String, client: Int64) -> Outcome {
    let step = History.Step(
      command: name, name: StepName(name).text(of: Patch(), in: song), author: author(client),
      change: .replacement(before: self.song, after: song), since: revision + 1)
    return replaced(with: song, history: .append(step), cause: name, client)
  }

  /// Changes to another song, with its own history and revision, at the start of its range.
  package func open(
    _ song: Song, history: History, revision: Int64, cause: String = "song.load"
  ) -> [Event] {
    self.song = song
    self.history = history
    strays = StrayEdits(upTo: history.strayed)
    dropRecorders()
    // A client must not take the new song for an old revision of the one before.
    offset = max(0, self.revision + 1 - revision)
    self.revision = revision + offset
    _ = transport.replace(with: song, from: song.range.start)
    return [Event(.edit, outlineEvent(cause: cause, client: nil))] + deselect()
      + dropPendingOfFormerSong()
  }

  /// The edit that adds another song's rows and cells to this one, as one undo step.
  package func edit(appending other: Song, name: String, client: Int64) -> Edit {
    edit(.append(other), name, Arguments(), client)
  }

  func replaced(
    with song: Song, history change: Record.HistoryChange, cause: String, _ client: Int64,
    of step: History.Step? = nil
  ) -> Outcome {
    history.apply(change, in: revision + 1)
    dropRecorders()
    // Ids given by the song before are not given again.
    self.song = song.counting(fromRow: self.song.nextRow, cell: self.song.nextCell)
    revision += 1
    let commit = transport.replace(with: self.song)
    var reply = step?.members ?? Members()
    reply.append("revision", Value(revision))
    reply.append("counts", counts)
    if let commit { reply.append("commit", Value(commit.nanoseconds)) }
    return Outcome(
      reply: .object(reply),
      record: record(.song(self.song), change),
      events: [Event(.edit, outlineEvent(cause: cause, client: client, of: step))] + deselect(),
      leftovers: history.takeLeftovers())
  }

  /// The event of a change that no list of cells could tell: clients read the song again.
  private func outlineEvent(
    cause: String, client: Int64?, of step: History.Step? = nil
  ) -> Value {
    guard case .object(var members) = outline else { preconditionFailure("no object") }
    members.append("replaced", true)
    members.append("cause", .string(cause))
    members.append("client", ifPresent: client.map { Value($0) })
    if let step { members.append(step.members) }
    return .object(members)
  }
}
