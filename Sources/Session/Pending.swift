import ControlProtocol
import Timeline
import Transport

/// Requests that wait for places ahead, in order of arrival.
///
/// What waits is not durable, and outlives the client that asked for it.
struct Pending {
  struct Entry {
    let number: Int64
    let request: Request
    let client: Int64
    let when: BoundaryExpression
    /// The song that it is to bring.
    var coming: ComingSong?
    /// Whether another request planned it: the next plan takes its place.
    var isPlanned = false
    /// How many ticks will have been travelled when it begins to wait.
    var since = Int64.min
    /// Where it is decided; nil while the playhead is not on its way to such a place.
    var place: PlaceAhead?
  }

  private(set) var entries: [Entry] = []
  private var last: Int64 = 0

  var isEmpty: Bool { entries.isEmpty }

  /// The place that the playhead comes to first.
  var next: PlaceAhead? {
    entries.lazy.compactMap(\.place).min { $0.travelled < $1.travelled }
  }

  mutating func add(
    _ request: Request, _ client: Int64, _ when: BoundaryExpression, at place: PlaceAhead,
    _ coming: ComingSong? = nil
  ) throws(RequestError) -> Entry {
    guard entries.count < Limits.pending else {
      throw RequestError(
        .limit,
        "\(Limits.pending) requests wait already: cancel some, or send this one without when",
        field: "when")
    }
    last += 1
    let entry = Entry(
      number: last, request: request, client: client, when: when, coming: coming, place: place)
    entries.append(entry)
    return entry
  }

  /// Puts what a request plans for later in the place of all that was planned; returns the events
  /// that tell this.
  mutating func plan(
    _ request: Request?, _ client: Int64, _ when: BoundaryExpression, since: Int64
  ) -> [Event] {
    let former = takeAll(\.isPlanned).map { $0.event("cancelled") }
    guard let request else { return former }
    last += 1
    let entry = Entry(
      number: last, request: request, client: client, when: when, isPlanned: true, since: since)
    entries.append(entry)
    return former + [entry.event("waiting")]
  }

  /// Takes out the first to be done at a place.
  mutating func takeFirst(at place: PlaceAhead) -> Entry? {
    takeFirst { $0.place?.travelled == place.travelled }
  }

  /// Takes out the first that nobody has planned.
  mutating func takeFirstUnplanned() -> Entry? { takeFirst { !$0.isPlanned } }

  /// Takes out one, or all without a number.
  mutating func take(_ number: Int64? = nil) -> [Entry] {
    takeAll { number == nil || $0.number == number }
  }

  /// Takes out all that are meant, in order of arrival.
  mutating func takeAll(_ isMeant: (Entry) -> Bool) -> [Entry] {
    let taken = entries.filter(isMeant)
    entries.removeAll(where: isMeant)
    return taken
  }

  private mutating func takeFirst(_ isMeant: (Entry) -> Bool) -> Entry? {
    entries.firstIndex(where: isMeant).map { entries.remove(at: $0) }
  }

  /// Sets each on its way to a place, as `aim` says for one whose place is no longer ahead.
  mutating func aim(_ aim: (Entry) -> PlaceAhead?) {
    for index in entries.indices { entries[index].place = aim(entries[index]) }
  }
}

extension Pending.Entry {
  /// As lists show it.
  var members: Members {
    var members = Members()
    members.append("pending", Value(number))
    members.append("method", .string(request.method))
    members.append("about", ifPresent: request.subject.map { .string($0) })
    members.append("client", Value(client))
    members.append("when", .string(when.text))
    members.append("position", ifPresent: place.map { Value($0.tick) })
    members.append("time", ifPresent: place.map { Value($0.time.nanoseconds) })
    return members
  }

  /// The event that tells what became of it.
  func event(_ state: String, _ details: (key: String, value: Value)...) -> Event {
    var members = members
    members.append("state", .string(state))
    for (key, value) in details { members.append(key, value) }
    return Event(.pending, .object(members))
  }
}
