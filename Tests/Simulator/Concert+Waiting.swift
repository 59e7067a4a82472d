import ControlProtocol
import Session
import Timeline
import Transport

/// A request that waits for its place.
struct Waiting {
  let number: Int64
  let line: String
  let milestone: Milestone
  /// Where it is to take effect; nil while that is not known.
  var place: Place?
  /// Where else it may be, by what was decided one after the other in this turn.
  var others: [Place] = []
}

/// Requests that wait for places ahead: each takes effect just there, and all of one place as one.
extension Concert {
  /// A turn of the daemon's thread: a fill, and what waits for the places that it has come to.
  mutating func takeTurn() {
    _ = session.advance()
    let outcomes = session.decidePending()
    guard !outcomes.isEmpty else { return }
    // It may have come to its end just now.
    if !session.isRolling { tell(until: now + 1) }
    survey()
    for outcome in outcomes {
      for event in outcome.events where event.topic == .pending {
        settle(event.parameters, isReplacement: outcome.isReplacement)
        survey()
      }
    }
    // It is over at once where nothing comes before that.
    if let turn, !session.isRolling { make(turn) }
    _ = session.advance()
    checkWaiting()
  }

  /// Something begins to wait.
  mutating func postpone(_ line: String, as number: Int64) {
    let text = line.split(separator: " ").last { $0.hasPrefix("when=") }?.dropFirst(5)
    guard let milestone = text.flatMap({ Milestone(String($0)) }) else {
      return complaints.append("what waits does not say for what: \(line)")
    }
    waiting.append(Waiting(number: number, line: line, milestone: milestone))
  }

  /// Notes where each thing that waits may be aimed at as things are.
  private mutating func survey() {
    for item in session.pendingList.array ?? [] {
      if let number = item["pending"]?.integer { _ = entry(number, item) }
    }
    for index in waiting.indices { waiting[index].others += places(for: waiting[index]) }
  }

  /// What waits is what should, and for the places that it should.
  mutating func checkWaiting() {
    guard !waiting.isEmpty || session.isRolling else { return }
    let list = session.pendingList.array ?? []
    for item in list {
      guard let number = item["pending"]?.integer else { continue }
      guard entry(number, item) != nil, let time = item["time"]?.number else { continue }
      aim(number, at: time, isTold: true)
    }
    let numbers = Set(list.compactMap { $0["pending"]?.integer })
    waiting.removeAll { !numbers.contains($0.number) && $0.line == "go" }
    for entry in waiting where !numbers.contains(entry.number) {
      complaints.append("\(entry.number) does not wait any more: \(entry.line)")
    }
    waiting.removeAll { !numbers.contains($0.number) }
    for index in waiting.indices { waiting[index].others = [] }
  }

  /// What waits under a number: what was asked to, or a section that follows another.
  private mutating func entry(_ number: Int64, _ members: Value) -> Waiting? {
    if let entry = waiting.first(where: { $0.number == number }) { return entry }
    guard let milestone = members["when"]?.string.flatMap({ Milestone($0) }),
      members["method"]?.string == "transport.go"
    else {
      complaints.append("\(number) waits and should not")
      return nil
    }
    let entry = Waiting(number: number, line: "go", milestone: milestone)
    waiting.append(entry)
    return entry
  }

  /// The place that something is said to take effect at; it must be one that it waits for.
  @discardableResult
  private mutating func aim(_ number: Int64, at time: Double, isTold: Bool = false) -> Place? {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return nil }
    var places = places(for: waiting[index])
    // Before the turn is made, what is behind it is told as things are.
    if isTold, turn != nil, let place = waiting[index].place {
      places += reckoning?.lead(to: place, in: song).map { [$0] } ?? []
    }
    if case .nowhere? = turn?.course { return nil }
    let place = places.first { abs($0.time - time) < Ear.exact }
    waiting[index].place = place
    if place == nil {
      complaints.append(
        "\(number) waits for \(Int64(time)), not for "
          + "\(places.map { "\(Int64($0.time)) at \($0.tick.beats)" }): "
          + waiting[index].line)
    }
    return place
  }

  /// The places where something may take effect: the one that it waits for already, if the playhead
  /// still comes there, the first of its kind that is ahead, or what is decided just now.
  private func places(for entry: Waiting) -> [Place] {
    guard let reckoning else { return [] }
    var (places, soon): ([Place], Double) = ([], max(now + 1e6, lastCommit))
    if let turn {
      places.append(turn.place)
      soon = max(soon, turn.time)
    }
    let song = turn?.song ?? song
    guard let way = turn.map({ $0.way(from: reckoning, in: self.song) }) ?? reckoning else {
      return places
    }
    places += ([entry.place].compactMap { $0 } + entry.others).compactMap {
      way.lead(to: $0, in: song)
    }
    // What lies just there may count or not.
    for moment in [soon - Ear.exact, soon + Ear.exact] {
      if let ahead = way.place(of: entry.milestone, after: moment, in: song) {
        places.append(ahead)
      }
    }
    return places
  }

  /// Something that waited has been decided.
  private mutating func settle(_ event: Value, isReplacement: Bool) {
    guard event["state"] != "waiting", let number = event["pending"]?.integer,
      let entry = entry(number, event)
    else { return }
    defer { waiting.removeAll { $0.number == number } }
    let result = event["result"]
    let commit = result?["commit"]?.number
    trace("\(Int64(now)) \(number) \(event["state"]?.string ?? "") → \(Int64(commit ?? 0))")
    guard let result else { return }
    guard let commit else {
      // Nothing moves, or nothing changes.
      guard !session.isRolling else { return }
      if isReplacement { return hasReplaced(nil) }
      return follow(entry.line, wasRolling: false, commit: nil, result)
    }
    if let turn, !turn.follows(commit - 1) { make(turn) }
    if turn == nil {
      guard var place = aim(number, at: commit) else { return }
      place.time = commit
      turn = Turn(place: place, song: session.song)
    }
    if isReplacement { turn?.isAnotherSong = true }
    join(entry.line, at: commit, result)
  }

  /// What is decided for a place becomes part of the turn there.
  mutating func join(_ line: String, at commit: Double, _ result: Value) {
    guard var turn else { preconditionFailure("nothing to join") }
    defer { self.turn = turn }
    if turn.isVague { (turn.place.time, turn.isVague) = (commit, false) }
    if abs(turn.time - commit) > Ear.exact {
      complaints.append("\(line) comes at \(commit), not at \(turn.time)")
    }
    let words = line.split(separator: " ")
    turn.song = session.song
    turn.isRangeByHand = turn.isRangeByHand || ["loop", "range.set", "go"].contains(words[0])
    switch words[0] {
    case "stop": turn.course = .nowhere
    case "seek":
      guard let tick = Double(words[1]).flatMap({ Ticks(beats: $0) }) else { return }
      let head = result["range"]?["end"]?.number.flatMap { Ticks(beats: $0) }
      let isHead = tick == head && result["range"]?["on"]?.bool == true
      let target = isHead ? Concert.start(of: result) ?? tick : tick
      turn.course = .elsewhere(target, cuts: true)
    case "go": turn.course = .elsewhere(Concert.start(of: result) ?? .zero, cuts: false)
    default: break
    }
    if words.contains("sounding=swap") { turn.swaps = true }
    if !line.contains("sounding=") { turn.gone.formUnion(result.removals) }
  }

  /// Where the range begins that a reply tells.
  static func start(of reply: Value) -> Ticks? {
    reply["range"]?["start"]?.number.flatMap { Ticks(beats: $0) }
  }
}

extension Value {
  /// The cells that an edit has removed.
  var removals: Set<Cell.ID> {
    Set((self["removals"]?.array ?? []).compactMap { $0.integer.map { Cell.ID($0) } })
  }
}

extension Outcome {
  /// Whether another song has taken the place of this one.
  var isReplacement: Bool {
    events.contains { $0.topic == .edit && $0.parameters["replaced"] != nil }
  }
}
