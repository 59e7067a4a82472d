import ALSASequencer
import ControlProtocol
import ControlServer
import LinuxSystem
import Session
import Storage
import Transport

/// Does what clients ask: brings together the song being played, its storage, ports and clients.
///
/// Lives on the main actor; every turn begins with the fill.
final class Conductor: RequestHandler {
  let session: Session
  let songs: Songs
  let durability: Durability
  let outputs: Outputs
  let settings: Settings
  let subscribers = Subscribers()
  let work = Worklist()
  /// What long questions are answered on, so that they do not wait for long work.
  let inquiries = Worklist()
  lazy var largeEdits = LargeEdits(session, work, subscribers)
  let clock: any TransportClock
  let log: Log
  let started: HostTime
  /// How many clients are connected.
  var clientCount: () -> Int = { 0 }
  /// Called when something begins or ends to sound, or another song is there.
  var changed: () -> Void = {}

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
  var maySound = false
  /// Whether what has waited is being decided and kept.
  var isDeciding = false
  /// When a label will have been entered or left, if a turn has been asked for to tell it.
  var nextCrossing: HostTime?
  /// When a pass that is recorded will be over, if a turn has been asked for to keep it.
  var nextTake: HostTime?
  var calibrated: HostTime
  /// The ports that were said to play too much for a cable.
  var overloaded: Set<String> = []
  lazy var fill = Heartbeat(period: Health.period) { [weak self] in self?.turnBegins() }

  init(
    session: Session, songs: Songs, durability: Durability, outputs: Outputs, settings: Settings,
    leftOvers: Set<Storage.Destination>, clock: any TransportClock, log: Log
  ) {
    self.leftOvers = leftOvers
    self.session = session
    self.songs = songs
    self.durability = durability
    self.outputs = outputs
    self.settings = settings
    self.clock = clock
    self.log = log
    started = clock.now()
    calibrated = started
    connectParts()
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
      case "ports.connect": succeed(try connect(request.arguments), reply)
      case "ports.disconnect": succeed(try disconnect(request.arguments), reply)
      case "ports.forbid": succeed(try forbid(request.arguments), reply)
      case "transport.follow": succeed(follow(request), reply)
      case "transport.machine": succeed(obey(request), reply)
      case "bindings.set", "bindings.remove", "bindings.learn":
        succeed(try changeBindings(request), reply)
      case "bindings.list": reply.succeed(.object(settings.bindings.members))
      case "ports.set": succeed(try setPort(request.arguments), reply)
      case "clock.set": succeed(try setClock(request.arguments), reply)
      case "setlist.go", "setlist.set", "setlist.add", "setlist.remove", "setlist.list":
        try performSetList(request, client, reply)
      default: try performSong(request, client, reply)
      }
    } catch {
      reply.fail(error)
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
