import ALSASequencer
import ControlProtocol
import ControlServer
import LinuxSystem
import Session
import Storage
import Timeline
import Transport

/// Does what clients ask: brings together the song being played, its storage, ports and clients.
///
/// Lives on the main actor; every turn begins with the fill.
final class Conductor: RequestHandler {
  let session: Session
  let songs: Songs
  let durability: Durability
  let outputs: Outputs
  let patchbay: Patchbay
  let clockSettings: ClockSettings
  let syncSettings: SyncSettings
  let portDelays: PortDelays
  let setList: SetList
  let bindingSettings: BindingSettings
  let subscribers = Subscribers()
  let work = Worklist()
  /// What long questions are answered on, so that they do not wait for long work.
  private let inquiries = Worklist()
  lazy var largeEdits = LargeEdits(session, work, subscribers)
  let clock: any TransportClock
  let log: Log
  let started: HostTime
  /// How many clients are connected.
  var clientCount: () -> Int = { 0 }

  private var defaults: [ClientID: Arguments] = [:]
  /// Requests that wait for work of their client to end.
  private var waiting: [ClientID: [(request: Request, reply: Reply)]] = [:]
  /// Where notes may still sound that a daemon before this one began.
  var leftOvers: Set<Storage.Destination>
  /// Tells that devices came or went, or that something came in.
  var portNews: Readiness?
  /// The port whose clock leads, the first that was heard: a second one would make none of both.
  var leading: PortAddress?
  /// Whether a look at the ports that nobody needs any more has been asked for.
  var isClosingPorts = false
  /// When a binding's trouble was told last.
  var lastComplaint: HostTime?
  private var maySound = false
  /// When a label will have been entered or left, if a turn has been asked for to tell it.
  private var nextCrossing: HostTime?
  /// When a pass that is recorded will be over, if a turn has been asked for to keep it.
  var nextTake: HostTime?
  private var calibrated: HostTime
  /// The ports that were said to play too much for a cable.
  private var overloaded: Set<String> = []
  private lazy var fill = Heartbeat(period: Health.period) { [weak self] in self?.turnBegins() }

  init(
    session: Session, songs: Songs, durability: Durability, outputs: Outputs, patchbay: Patchbay,
    clockSettings: ClockSettings, syncSettings: SyncSettings, portDelays: PortDelays,
    setList: SetList, bindingSettings: BindingSettings, leftOvers: Set<Storage.Destination>,
    clock: any TransportClock, log: Log
  ) {
    self.leftOvers = leftOvers
    self.session = session
    self.songs = songs
    self.durability = durability
    self.outputs = outputs
    self.patchbay = patchbay
    self.clockSettings = clockSettings
    self.syncSettings = syncSettings
    self.portDelays = portDelays
    self.setList = setList
    self.bindingSettings = bindingSettings
    self.clock = clock
    self.log = log
    started = clock.now()
    calibrated = started
    connectParts()
  }

  func turn(_ work: () -> Void) {
    Turns.measure {
      turnBegins()
      work()
    }
  }

  /// The fill, and what it tells.
  func turnBegins() {
    subscribers.tell(session.advance())
    decidePending()
    keepTakes()
    let now = clock.now()
    outputs.advance(to: now)
    let isBusy = session.isBusy
    fill.isOn = isBusy
    let maySound = session.maySound
    if maySound != self.maySound {
      self.maySound = maySound
      durability.setRolling(maySound)
    }
    awaitCrossing(now)
    if session.isRolling, now - calibrated > 1_000_000_000 {
      calibrated = now
      outputs.sequencer?.recalibrate()
      warnOfCables()
    }
  }

  /// Keeps and tells what has waited for a place that the fill has come to.
  private func decidePending() {
    let outcomes = session.decidePending()
    guard !outcomes.isEmpty else { return }
    for outcome in outcomes { keep(outcome) { _ in } }
    subscribers.tell(session.advance())
  }

  /// Says once of each port that it plays more than a cable carries.
  private func warnOfCables() {
    for cable in session.transport.cables where cable.isOverloaded {
      guard overloaded.insert(cable.port).inserted else { continue }
      log.warning(
        "port \(cable.port) plays more than the 3,125 bytes a second of a MIDI cable: "
          + "a device on one hears it late")
    }
  }

  /// Has labels told at once, not only when the next fill is due.
  private func awaitCrossing(_ now: HostTime) {
    if let awaited = nextCrossing, awaited <= now { nextCrossing = nil }
    guard let next = session.nextCrossing, subscribers.want(.cells),
      nextCrossing.map({ next < $0 }) ?? true
    else { return }
    nextCrossing = next
    later(next - now) { [weak self] in self?.turnBegins() }
  }

  func handle(_ request: Request, from client: ClientID, reply: Reply) {
    guard waiting[client] == nil else {
      waiting[client]?.append((request, reply))
      return
    }
    perform(request, from: client, reply: reply)
  }

  func resync(for client: ClientID) -> Value {
    ["revision": Value(session.revision)]
  }

  func clientLeft(_ client: ClientID) {
    subscribers.leave(client)
    defaults[client] = nil
    session.names[client.number] = nil
    // What it has asked for is done all the same: a shell closes its pipe and goes.
  }

  private func perform(_ request: Request, from client: ClientID, reply: Reply) {
    if largeEdits.isBusy, let scope = scope(of: request), largeEdits.delay(scope) {
      hold(client)
      waiting[client]?.append((request, reply))
      return largeEdits.whenOver { [weak self] in self?.release(client) }
    }
    do throws(RequestError) {
      try session.checkLed(request)
      try checkPort(of: request)
      if Session.performs(request.command) {
        return try edit(withDefaults(request, client), client, reply)
      }
      switch request.method {
      case "hello": reply.succeed(greet(client, request.arguments.text("name")))
      case "help": reply.succeed(try help(request.arguments.text("command")))
      case "status": reply.succeed(status)
      case "subscribe": subscribe(client, request.arguments, reply)
      case "unsubscribe": unsubscribe(client, request.arguments, reply)
      case "defaults": reply.succeed(setDefaults(request.arguments, of: client))
      case "ports.list": reply.succeed(portList)
      case "ports.connect": reply.succeed(try connect(request.arguments))
      case "ports.disconnect": reply.succeed(try disconnect(request.arguments))
      case "ports.forbid": reply.succeed(try forbid(request.arguments))
      case "transport.follow": answer(Outcome(reply: follow(request)), reply)
      case "transport.machine": reply.succeed(obey(request))
      case "bindings.set", "bindings.remove", "bindings.learn":
        reply.succeed(try changeBindings(request))
      case "bindings.list": reply.succeed(.object(bindingSettings.members))
      case "ports.set": answer(Outcome(reply: try setPort(request.arguments)), reply)
      case "clock.set": answer(Outcome(reply: try setClock(request.arguments)), reply)
      case "setlist.go", "setlist.set", "setlist.add", "setlist.remove", "setlist.list":
        try performSetList(request, client, reply)
      default: try performSong(request, client, reply)
      }
    } catch {
      reply.fail(error)
    }
  }

  /// Does what concerns the song, in this turn or, when that would take too long, on the worker.
  private func edit(
    _ request: Request, _ client: ClientID, _ reply: Reply
  ) throws(RequestError) {
    switch try session.begin(request, for: client.number) {
    case .done(let outcome) where endsTake(request):
      answer(outcome, afterTakesOf: client, reply)
    case .done(let outcome): answer(outcome, reply)
    case .tooLong(let inquiry):
      hold(client)
      inquiries.submit { () throws(RequestError) in
        try inquiry.answer().written
      } then: { [self] result in
        // The song of before, and the selection, are large.
        inquiries.release(inquiry)
        inquiries.release(result)
        do throws(RequestError) {
          answer(try session.finish(try result.get()), reply)
        } catch {
          reply.fail(error)
        }
        release(client)
      }
    case .tooLarge(let edit):
      hold(client)
      largeEdits.decide(edit) { [self] result in
        do throws(RequestError) {
          keep(try result.get(), isPatient: true) { reply.succeed($0) }
        } catch {
          reply.fail(error)
        }
        release(client)
      }
    }
  }

  /// What a request may change about the song; nil when nothing.
  private func scope(of request: Request) -> Scope? {
    switch request.method {
    case "song.new", "song.load", "song.revert", "song.import", "setlist.go": .everything
    default: session.scope(of: request)
    }
  }

  /// Keeps what must be kept, then answers, then tells the others.
  func answer(_ outcome: Outcome, _ reply: Reply) {
    keep(outcome) { [clock, settled = outcome.settled] value in
      guard let settled else { return reply.succeed(value) }
      // The output's grid, and a moment for the message to arrive.
      let rest = settled + 2_000_000 - clock.now()
      guard rest > 0 else { return reply.succeed(value) }
      later(rest) { reply.succeed(value) }
    }
  }

  /// Keeps what must be kept, then hands out the reply's value, then tells the others.
  func keep(_ outcome: Outcome, isPatient: Bool = false, _ answer: @escaping (Value) -> Void) {
    let revision = outcome.reply["revision"]?.integer
    if let arrival = outcome.arrival, let opened = songs.waiting.removeValue(forKey: arrival.number)
    {
      change(to: opened, letGo: arrival.former)
    }
    for number in outcome.departed { songs.waiting.removeValue(forKey: number).map(dismiss) }
    if let record = outcome.record {
      durability.keep(record, as: revision ?? session.revision)
      largeEdits.note(record)
    }
    openPorts(of: outcome)
    work.release(outcome.leftovers)
    turnEnds()
    // Not the record: what is large must not wait here to be let go of.
    let (events, isChange) = (outcome.events, outcome.record != nil)
    // While storage writes there is time to write the reply.
    let reply = isChange && !isPatient ? outcome.reply.written : outcome.reply
    let awaited = revision ?? 0
    if isPatient {
      // Its reply may wait longer than what is told of later edits.
      durability.whenSaved(awaited) { answer(reply.marked(unsaved: !$0 && isChange)) }
    }
    durability.whenDurable(awaited, isPatient: isPatient) { [subscribers] isSaved in
      let mark = !isSaved && isChange
      if !isPatient { answer(reply.marked(unsaved: mark)) }
      subscribers.tell(mark ? events.map(\.unsaved) : events)
    }
  }

  /// Holds back the client's further requests while its work is under way.
  func hold(_ client: ClientID) {
    if waiting[client] == nil { waiting[client] = [] }
  }

  /// Whether so many requests of a client wait that no more should come.
  func isOverburdened(_ client: ClientID) -> Bool {
    (waiting[client]?.count ?? 0) >= Conductor.mostWaiting
  }

  /// As many as the server lets wait.
  private static let mostWaiting = 64

  /// Lets the client's requests go on, until one of them begins other work.
  func release(_ client: ClientID) {
    guard var queue = waiting.removeValue(forKey: client) else { return }
    while !queue.isEmpty, waiting[client] == nil {
      let next = queue.removeFirst()
      perform(next.request, from: client, reply: next.reply)
    }
    waiting[client]?.append(contentsOf: queue)
  }

  func turnEnds() {
    decidePending()
    outputs.advance(to: clock.now())
    fill.isOn = session.isBusy
  }

  private func withDefaults(_ request: Request, _ client: ClientID) -> Request {
    guard request.command.makesStep, let defaults = defaults[client] else { return request }
    return Request(
      envelope: request.envelope, command: request.command,
      arguments: request.arguments.inheriting(Conductor.defaultNames, from: defaults))
  }

  private static let defaultNames = ["snap", "overlap", "mode", "when"]

  private func setDefaults(_ arguments: Arguments, of client: ClientID) -> Value {
    let former = defaults[client] ?? Arguments()
    defaults[client] = arguments.inheriting(Conductor.defaultNames, from: former)
    return [:]
  }

  private func subscribe(_ client: ClientID, _ arguments: Arguments, _ reply: Reply) {
    let topics = Set((arguments.texts("topics") ?? []).compactMap { Event.Topic(rawValue: $0) })
    // From this turn on, and the snapshot of this turn: nothing is missed in between.
    subscribers.subscribe(client, to: topics)
    answer(Outcome(reply: session.outline), reply)
  }

  private func unsubscribe(_ client: ClientID, _ arguments: Arguments, _ reply: Reply) {
    let names = arguments.texts("topics") ?? Event.Topic.allCases.map(\.rawValue)
    subscribers.unsubscribe(client, from: Set(names.compactMap { Event.Topic(rawValue: $0) }))
    reply.succeed([:])
  }
}

extension Value {
  fileprivate func marked(unsaved: Bool) -> Value {
    guard unsaved else { return self }
    switch self {
    case .object(var members):
      members.append("unsaved", true)
      return .object(members)
    case .encoded(let object): return .encoded(object.dropLast() + #","unsaved":true}"#.utf8)
    default: return self
    }
  }
}

extension Event {
  fileprivate var unsaved: Event { Event(topic, parameters.marked(unsaved: true)) }
}
