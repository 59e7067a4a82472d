import ControlProtocol
import Session
import Timeline
import Transport

extension Conductor {
  /// Makes the ports of changed rows and of the metronome; closes the others a little later.
  func openPorts(of outcome: Outcome) {
    guard outcome.record?.changesPorts ?? false else { return }
    for port in session.song.ports { settings.patchbay.openPort(port) }
    closeUnusedPorts()
  }

  /// Closes the ports that nobody needs once nothing sounds there, and after a change of mind.
  func closeUnusedPorts() {
    guard !isClosingPorts, settings.patchbay.hasUnused(besides: session.portsInUse) else { return }
    isClosingPorts = true
    later(1_000_000_000) { [weak self] in
      guard let self else { return }
      isClosingPorts = false
      settings.patchbay.closePorts(besides: session.portsInUse)
      closeUnusedPorts()
    }
  }

  func tellPorts() {
    if subscribers.want(.ports) { subscribers.tell([Event(.ports, portList)]) }
  }

  var portList: Value {
    guard case .object(var members) = settings.patchbay.value else {
      preconditionFailure("no object")
    }
    members.append("clocks", settings.clocks.value)
    members.append("sync", session.syncState)
    members.append("mmc", settings.sync.machine)
    members.append("delays", settings.delays.value)
    members.append(settings.bindings.members)
    members.append("output", .string(outputs.name))
    members.append("trouble", ifPresent: outputs.trouble.map { .string("\($0)") })
    return .object(members)
  }

  /// Refuses to play by hand on a port that nobody knows: more than a few would be opened by
  /// mistake.
  func checkPort(of request: Request) throws(RequestError) {
    guard request.method.hasPrefix("midi."), let port = request.arguments.text("port") else {
      return
    }
    let known = session.portsInUse.union(settings.patchbay.knownPorts)
    guard !known.contains(port) else { return }
    throw RequestError(
      .notFound, "port is \(port): no row plays there, and no connection or clock does",
      field: "port", hint: suggestion(for: port, among: known.sorted()))
  }

  func connect(_ arguments: Arguments) throws(RequestError) -> Value {
    let port = arguments.text("port") ?? ""
    let isConnected = try settings.patchbay.connect(port, with: arguments.text("to") ?? "")
    return [
      "port": .string(port), "connected": .bool(isConnected),
      "connections": settings.patchbay.connectionList,
    ]
  }

  func disconnect(_ arguments: Arguments) throws(RequestError) -> Value {
    let port = arguments.text("port") ?? ""
    try settings.patchbay.disconnect(port, from: arguments.text("to"))
    tellPorts()
    return ["port": .string(port), "connections": settings.patchbay.connectionList]
  }

  func forbid(_ arguments: Arguments) throws(RequestError) -> Value {
    let port = arguments.text("port") ?? ""
    try settings.patchbay.forbid(port, arguments.text("to") ?? "")
    tellPorts()
    return ["port": .string(port), "connections": settings.patchbay.connectionList]
  }

  func obey(_ request: Request) -> Value {
    settings.sync.change(request)
    tellPorts()
    return ["mmc": settings.sync.machine]
  }

  func follow(_ request: Request) -> Value {
    settings.sync.change(request)
    let commit = session.follow(settings.sync.loss)
    tellPorts()
    var members = Members()
    members.append("sync", session.syncState)
    members.append("commit", ifPresent: commit.map { Value($0.nanoseconds) })
    return .object(members)
  }

  func setClock(_ arguments: Arguments) throws(RequestError) -> Value {
    try settings.clocks.change(arguments)
    for port in settings.clocks.ports { settings.patchbay.openPort(port.name) }
    let commit = sendClock()
    tellPorts()
    var members = Members()
    members.append("clocks", settings.clocks.value)
    members.append("commit", ifPresent: commit.map { Value($0.nanoseconds) })
    return .object(members)
  }

  /// Plays on a port earlier or later from now on, its clock too.
  func setPort(_ arguments: Arguments) throws(RequestError) -> Value {
    try settings.delays.change(arguments)
    let commit = session.delay(ports: settings.delays.byPort)
    _ = sendClock()
    tellPorts()
    var members = Members()
    members.append("delays", settings.delays.value)
    members.append("commit", ifPresent: commit.map { Value($0.nanoseconds) })
    return .object(members)
  }

  func sendClock() -> HostTime? {
    session.sendClock(to: settings.clocks.ports(later: settings.delays.byPort))
  }
}
