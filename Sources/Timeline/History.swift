/// The steps that can be taken back, and those that can be taken again.
package struct History: Sendable {
  /// What a step did to the song.
  package enum Change: Sendable {
    /// The undoable part of an edit.
    case patch(Patch)
    /// The whole song at once; both share their structure.
    case replacement(before: Song, after: Song)
  }

  /// Who made a step.
  package struct Author: Hashable, Sendable {
    /// The client's number; nil for one of an earlier run.
    package let client: Int64?
    /// What it calls itself, if anything.
    package let name: String?

    package init(client: Int64?, name: String? = nil) {
      self.client = client
      self.name = name
    }
  }

  /// What one undo takes back.
  ///
  /// Shared by history, storage and whoever tells of it, for the price of a reference.
  package final class Step: Sendable {
    /// The method that made it.
    package let command: String
    /// What it did, for people, such as `move 3 cells`.
    package let name: String
    package let author: Author?
    package let change: Change
    /// The revision in which it was made, or last taken back or again; 0 when it is not known.
    package let since: Int64
    /// About how much memory it takes.
    package let bytes: Int

    package convenience init(
      command: String, name: String, author: Author? = nil, change: Change, since: Int64 = 0
    ) {
      self.init(command, name, author, change, since, bytes: change.bytes + 128)
    }

    private init(
      _ command: String, _ name: String, _ author: Author?, _ change: Change, _ since: Int64,
      bytes: Int
    ) {
      self.command = command
      self.name = name
      self.author = author
      self.change = change
      self.since = since
      self.bytes = bytes
    }

    /// Whether letting go of it takes longer than a turn may.
    fileprivate var isLarge: Bool {
      switch change {
      case .patch(let patch): patch.cells.count > Limits.cellsAtOnce
      case .replacement: true
      }
    }

    /// The same step with another change.
    package func with(_ change: Change) -> Step {
      Step(command: command, name: name, author: author, change: change, since: since)
    }

    /// The same step, taken back or again in a revision.
    fileprivate func taken(in revision: Int64) -> Step {
      Step(command, name, author, change, revision, bytes: bytes)
    }
  }

  /// A slice, since forgetting the oldest of a full history must not move the others.
  package private(set) var steps: ArraySlice<Step> = []
  /// How many of the steps are in effect; the rest can be redone.
  package private(set) var position = 0
  /// About how much memory the steps take; at most `Limits.historyBytes`, but for a single step.
  package private(set) var bytes = 0
  /// The newest revision of an earlier run whose edit was no step though it changed cells.
  package let strayed: Int64
  /// Large steps that were given up, until somebody takes them to let go of them elsewhere.
  private var leftovers: [Step] = []
  /// How many steps are kept; 0 keeps none.
  package var limit: Int {
    didSet { trim() }
  }

  package init(limit: Int = Limits.history) {
    precondition(limit >= 0)
    self.limit = limit
    strayed = 0
  }

  /// From steps read from storage, of which the first `position` are in effect.
  package init(steps: [Step], position: Int, limit: Int, strayed: Int64 = 0) {
    precondition((0...steps.count).contains(position))
    self.steps = steps[...]
    self.position = position
    self.limit = limit
    self.strayed = strayed
    bytes = steps.reduce(0) { $0 + $1.bytes }
    trim()
  }

  package var canUndo: Bool { position > 0 }
  package var canRedo: Bool { position < steps.count }
  /// The step that undo takes back.
  package var newest: Step? { canUndo ? steps[steps.startIndex + position - 1] : nil }
  /// The step that redo takes again.
  package var next: Step? { canRedo ? steps[steps.startIndex + position] : nil }

  /// Records a step; what could be redone is gone.
  package mutating func append(_ step: Step) {
    dropRedo()
    steps.append(step)
    bytes += step.bytes
    position = steps.count
    trim()
  }

  /// Adds a patch to the newest step if that is the same client's; else records a step.
  ///
  /// `name` names what they come to together. Returns what that is, for storage to do the same.
  @discardableResult
  package mutating func join(
    _ step: Step, named name: (Patch) -> String
  ) -> Record.HistoryChange {
    let change = joining(step, named: name)
    apply(change, in: step.since)
    return change
  }

  /// What joining a step would come to.
  ///
  /// O(cells of both).
  package func joining(_ step: Step, named name: (Patch) -> String) -> Record.HistoryChange {
    guard let newest, newest.author?.client == step.author?.client, !canRedo,
      case .patch(let before) = newest.change, case .patch(let patch) = step.change
    else { return .append(step) }
    let both = before.followed(by: patch).undoable
    if both.isEmpty { return .dropNewest }
    return .replaceNewest(
      Step(
        command: newest.command == step.command ? step.command : "edit", name: name(both),
        author: newest.author, change: .patch(both), since: newest.since))
  }

  /// Makes a change that was worked out for this history, in a revision.
  ///
  /// O(steps), however large these are.
  package mutating func apply(_ change: Record.HistoryChange, in revision: Int64) {
    switch change {
    case .none: break
    case .append(let step): append(step)
    case .replaceNewest(let step):
      replace(position - 1, by: step)
      trim()
    case .dropNewest:
      forgetLast(1)
      position -= 1
    case .undone(let step): stepBack(as: step, in: revision)
    case .redone(let step): stepForward(as: step, in: revision)
    case .dropRedo: dropRedo()
    case .limit(let limit): self.limit = limit
    }
  }

  /// The large steps that were given up since the last call.
  package mutating func takeLeftovers() -> [Step] {
    defer { leftovers = [] }
    return leftovers
  }

  /// Drops what could be redone.
  package mutating func dropRedo() {
    forgetLast(steps.count - position)
  }

  /// Counts the newest step as taken back, and keeps it as `step` if that is given; the song is
  /// the caller's to change.
  package mutating func stepBack(as step: Step? = nil, in revision: Int64) {
    precondition(canUndo)
    position -= 1
    take(position, as: step, in: revision)
  }

  /// Counts the next step as taken again, and keeps it as `step` if that is given.
  package mutating func stepForward(as step: Step? = nil, in revision: Int64) {
    precondition(canRedo)
    take(position, as: step, in: revision)
    position += 1
  }

  private mutating func take(_ place: Int, as step: Step?, in revision: Int64) {
    if let step { replace(place, by: step) }
    let index = steps.startIndex + place
    steps[index] = steps[index].taken(in: revision)
  }

  private mutating func replace(_ place: Int, by step: Step) {
    let former = steps[steps.startIndex + place]
    giveUp([former])
    bytes += step.bytes
    steps[steps.startIndex + place] = step
  }

  /// Forgets what is too much, of steps or of memory.
  private mutating func trim() {
    forget(steps.count - limit)
    while bytes > Limits.historyBytes, steps.count > 1 { forget(1) }
  }

  /// Forgets the oldest steps; and, when none of those is in effect, the last to be redone.
  private mutating func forget(_ count: Int) {
    guard count > 0 else { return }
    let oldest = min(count, position)
    giveUp(steps.prefix(oldest))
    // A slice of a slice: `removeFirst` would move all that stay.
    steps = steps.dropFirst(oldest)
    position -= oldest
    forgetLast(count - oldest)
  }

  private mutating func forgetLast(_ count: Int) {
    giveUp(steps.suffix(count))
    steps.removeLast(count)
  }

  /// Counts steps that are about to go, and keeps the large ones for whoever lets go of them.
  private mutating func giveUp(_ gone: ArraySlice<Step>) {
    for step in gone {
      bytes -= step.bytes
      if step.isLarge { leftovers.append(step) }
    }
  }
}

extension History.Change {
  /// About how much memory it takes; a song is counted with what it shares with others.
  fileprivate var bytes: Int {
    switch self {
    case .patch(let patch): patch.bytes
    case .replacement(let before, _): before.cellCount * 100
    }
  }
}
