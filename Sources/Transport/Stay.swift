package import Timeline

/// The playhead in a cell that has a label: from entering it to leaving it.
struct Stay {
  let cell: Cell.ID
  let row: Row.ID
  let label: String?
  let data: String?
  let entry: Moment
  /// How late it is, in nanoseconds; negative when it is early.
  let delay: Int64
  /// Where the cell ends, in ticks travelled since play.
  var due: Int64
  var exit: Moment?
  /// Whether subscribers know that it has begun.
  var isTold = false

  struct Moment: Hashable {
    let position: Ticks
    let time: HostTime
  }
}

/// The playhead enters or leaves a cell that has a label.
package struct Crossing: Hashable, Sendable {
  package let cell: Cell.ID
  package let row: Row.ID
  package let label: String?
  package let data: String?
  package let enters: Bool
  /// Where the playhead is then.
  package let position: Ticks
  package let time: HostTime

  fileprivate init(_ stay: Stay, _ moment: Stay.Moment, enters: Bool) {
    cell = stay.cell
    row = stay.row
    label = stay.label
    data = stay.data
    self.enters = enters
    position = moment.position
    time = moment.time
  }
}

/// The stays that are not over, or not told: each begins once and ends once.
struct Stays {
  private(set) var stays: [Stay] = []

  /// A stay that begins again the moment it began and ended goes on: each is known by its entry.
  mutating func begin(_ stay: Stay) {
    guard let index = stays.firstIndex(where: { $0.cell == stay.cell && $0.entry == stay.entry })
    else { return stays.append(stay) }
    (stays[index].due, stays[index].exit) = (stay.due, nil)
  }

  /// Ends the open stays for which `exit` says when.
  mutating func end(_ exit: (Stay) -> Stay.Moment?) {
    for index in stays.indices where stays[index].exit == nil {
      stays[index].exit = exit(stays[index])
    }
  }

  /// The open stay in a cell; its end may move.
  mutating func move(_ cell: Cell.ID, to due: Int64) -> Bool {
    guard let index = stays.firstIndex(where: { $0.cell == cell && $0.exit == nil }) else {
      return false
    }
    stays[index].due = due
    return true
  }

  /// As if nothing at a moment or later had been decided.
  mutating func rewind(to time: HostTime) {
    stays.removeAll { $0.entry.time >= time }
    for index in stays.indices {
      if let exit = stays[index].exit, exit.time >= time { stays[index].exit = nil }
    }
  }

  /// As they were before something was decided that is taken back; what has been told since then
  /// stays told.
  mutating func takeBack(to former: Stays) {
    let later = stays
    // Those that are gone have been told to their end.
    stays = former.stays.compactMap { stay in
      guard let known = later.first(where: { $0.cell == stay.cell && $0.entry == stay.entry })
      else { return nil }
      var stay = stay
      stay.isTold = known.isTold
      return stay
    }
  }

  /// When something is to be told next.
  var nextTime: HostTime? {
    stays.lazy.compactMap { $0.isTold ? $0.exit?.time : $0.entry.time }.min()
  }

  /// What is to be told by now, in order; each is told once.
  mutating func tell(upTo now: HostTime) -> [Crossing] {
    guard !stays.isEmpty else { return [] }
    var told: [Crossing] = []
    for index in stays.indices {
      let stay = stays[index]
      if !stay.isTold, stay.entry.time <= now {
        told.append(Crossing(stay, stay.entry, enters: true))
        stays[index].isTold = true
      }
      if let exit = stay.exit, exit.time <= now {
        told.append(Crossing(stay, exit, enters: false))
      }
    }
    stays.removeAll { stay in stay.exit.map { $0.time <= now } ?? false }
    return told.enumerated().sorted {
      // One ends before another begins, but after it has begun itself.
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }
}
