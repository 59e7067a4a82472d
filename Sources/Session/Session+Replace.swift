package import ControlProtocol
package import Timeline
import Transport

extension Session {
  /// Puts another song in the place of this one, as one undo step.
  package func replace(with song: Song, name: String, client: Int64) -> Outcome {
    let step = History.Step(
      command: name, name: StepName(name).text(of: Patch(), in: song), author: author(client),
      change: .replacement(before: self.song, after: song))
    history.append(step)
    return replaced(with: song, history: .append(step), cause: name, client)
  }

  /// Changes to another song, with its own history and revision.
  package func open(_ song: Song, history: History, revision: Int64) -> [Event] {
    self.song = song
    self.history = history
    strays = StrayEdits()
    // A client must not take the new song for an old revision of the one before.
    offset = max(0, self.revision + 1 - revision)
    self.revision = revision + offset
    _ = transport.replace(with: song)
    return [Event(.edit, outlineEvent(cause: "song.load", client: nil))] + deselect()
  }

  /// Adds another song's rows and cells to this one, as one undo step.
  package func append(
    _ other: Song, name: String, client: Int64
  ) throws(RequestError) -> Outcome {
    var draft = Draft(of: song)
    do throws(EditError) {
      for row in other.rowList {
        let fields = RowField.all(of: row)
        let id = try draft.addRow(named: draft.song.freeName(like: row.name), fields)
        var cells: [NewCell] = []
        other.visit(row.id, startingFrom: .zero) { cell in
          cells.append(NewCell(copying: other.placed(cell, in: row.id)))
          return true
        }
        try draft.add(cells, to: id, .allow)
      }
    } catch {
      var refusal = RequestError(error)
      refusal.field = "path"
      throw refusal
    }
    let (patch, song) = draft.result
    let commit = accept(song, by: patch)
    let step = History.Step(
      command: name, name: StepName(name).text(of: patch, in: song), author: author(client),
      change: .patch(patch.undoable))
    history.append(step)
    let result = EditResult(patch: patch, song: song, revision: revision)
    var reply = Members()
    if let commit { reply.append("commit", Value(commit.nanoseconds)) }
    return Outcome(
      reply: result.reply(with: reply),
      record: record(.patch(patch), .append(step)),
      events: [editEvent(result, cause: name, client)])
  }

  func replaced(
    with song: Song, history: Record.HistoryChange, cause: String, _ client: Int64,
    of step: History.Step? = nil
  ) -> Outcome {
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
      record: record(.song(self.song), history),
      events: [Event(.edit, outlineEvent(cause: cause, client: client, of: step))] + deselect())
  }

  /// The event of a change that no list of cells could tell: clients read the song again.
  private func outlineEvent(
    cause: String, client: Int64?, of step: History.Step? = nil
  ) -> Value {
    guard case .object(var members) = outline else { preconditionFailure("no object") }
    members.append("replaced", true)
    members.append("cause", .string(cause))
    members.append("client", ifPresent: client.map { Value($0) })
    for member in step?.members.list ?? [] { members.append(member.key, member.value) }
    return .object(members)
  }
}

extension Song {
  /// The name, with a number behind it if a row has it already.
  fileprivate func freeName(like name: String) -> String {
    guard row(named: name) != nil else { return name }
    var number = 2
    while row(named: "\(name) \(number)") != nil { number += 1 }
    return "\(name) \(number)"
  }
}

extension RowField {
  /// All settings of a row but its name.
  fileprivate static func all(of row: Row) -> [RowField] {
    [
      .port(row.port), .channel(row.channel), .program(row.program), .bank(row.bank),
      .voices(row.voices), .note(row.note), .tags(row.tags), .mute(row.mute), .solo(row.solo),
      .transpose(row.transpose), .level(row.level), .colour(row.colour), .data(row.data),
    ]
  }
}

extension NewCell {
  fileprivate init(copying placed: PlacedCell) {
    let cell = placed.cell
    let content: CellContent =
      if let content = placed.rare.content {
        .other(content, offset: placed.rare.offset)
      } else if cell.kind == .label {
        .label
      } else {
        .notes(placed.pitches, cell.velocity, offVelocity: cell.offVelocity)
      }
    self.init(
      position: cell.position, duration: cell.duration, content: content, chord: placed.rare.chord,
      label: placed.rare.label, data: placed.rare.data)
  }
}
