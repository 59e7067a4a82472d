import ALSASequencer
import ControlProtocol
import ControlServer
import LinuxSystem
import Session
import Storage
import Timeline
import Transport

extension Conductor {
  /// Lets the parts call each other.
  func connectParts() {
    work.tell = { [subscribers] in subscribers.tell($0) }
    session.names[ClientID.binding.number] = "binding"
    session.names[ClientID.startup.number] = "startup"
    durability.caughtUp = { [subscribers] revision in
      subscribers.tell([Event(.edit, ["saved": true, "revision": Value(revision)])])
    }
    patchbay.connected = { [weak self] port in
      self?.releaseLeftOvers(of: port)
      self?.session.deviceCame(port)
      self?.tellPorts()
    }
    patchbay.lost = { [weak self] port in self?.session.deviceLeft(port) }
    // What sounds there could not be ended any more.
    patchbay.parting = { [weak self] port in self?.session.silence(port: port) }
    outputs.place = { [weak self] message in self?.session.place(of: message) ?? message.port }
    outputs.arrived = { [weak self] sequencer in self?.use(sequencer) }
    if let sequencer = outputs.sequencer { use(sequencer) }
    setList.stand(at: songs.target)
    openNext()
    turn {
      _ = session.delay(ports: portDelays.byPort)
      _ = sendClock()
      _ = session.follow(syncSettings.loss)
    }
  }

  /// Ends, once for each port, what a daemon that was killed may have left sounding.
  private func releaseLeftOvers(of port: String) {
    let channels = leftOvers.filter { $0.port == port }.map(\.channel).sorted()
    guard !channels.isEmpty else { return }
    leftOvers = leftOvers.filter { $0.port != port }
    session.release(channels, of: port)
  }

  /// The sequencer is there: makes its ports and connections, and plays on there.
  private func use(_ sequencer: SequencerOutput) {
    sequencer.client.onPortsChanged = { [weak self] in
      self?.patchbay.refresh()
      self?.tellPorts()
    }
    sequencer.client.onMessage = { [weak self] message, time, source in
      self?.receive(message, at: time, from: source)
    }
    let descriptor = SharedDescriptor(FileDescriptor(duplicating: sequencer.client.descriptor))
    let number = descriptor.descriptor.number
    let news = Readiness(of: number, ownedBy: descriptor, to: .read) { [weak self] in
      self?.takeIn(from: sequencer.client)
    }
    news.resume()
    portNews = news
    patchbay.use(sequencer.client)
    for port in session.song.ports { patchbay.openPort(port) }
    for port in clockSettings.ports { patchbay.openPort(port.name) }
    session.playOn()
  }

  /// Takes in what has come from the sequencer, a little at a turn: the fill comes first.
  private func takeIn(from client: SequencerClient) {
    turn {
      let isMore = client.handleInput()
      turnEnds()
      guard isMore else { return }
      soon { [weak self] in
        guard let self, let client = outputs.sequencer?.client else { return }
        takeIn(from: client)
      }
    }
  }

  private func receive(_ message: MIDIMessage, at time: HostTime, from source: PortAddress) {
    switch message {
    case .sync(let message):
      if session.transport.isLeaderSilent { leading = source }
      if leading == source { subscribers.tell(session.hear(message, at: time)) }
    case .sysex(let message):
      guard let message = MachineControl(message), syncSettings.concern(message) else { break }
      subscribers.tell(session.obey(message))
    default: if !obeyBindings(message) { session.record(message, at: time) }
    }
    tell(message, at: time, on: PortName.input) {
      "\(PortName.input) \(message.words)"
    }
  }

  /// Makes the ports of changed rows and of the metronome; closes the others a little later.
  func openPorts(of outcome: Outcome) {
    guard outcome.record?.changesPorts ?? false else { return }
    for port in session.song.ports { patchbay.openPort(port) }
    closeUnusedPorts()
  }

  /// Closes the ports that nobody needs once nothing sounds there, and after a change of mind.
  func closeUnusedPorts() {
    guard !isClosingPorts, patchbay.hasUnused(besides: session.portsInUse) else { return }
    isClosingPorts = true
    later(1_000_000_000) { [weak self] in
      guard let self else { return }
      isClosingPorts = false
      patchbay.closePorts(besides: session.portsInUse)
      closeUnusedPorts()
    }
  }

  func tellPorts() {
    if subscribers.want(.ports) { subscribers.tell([Event(.ports, portList)]) }
  }

  var portList: Value {
    guard case .object(var members) = patchbay.value else { preconditionFailure("no object") }
    members.append("clocks", clockSettings.value)
    members.append("sync", session.syncState)
    members.append("mmc", syncSettings.machine)
    members.append("delays", portDelays.value)
    members.append(bindingSettings.members)
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
    let known = session.portsInUse.union(patchbay.knownPorts)
    guard !known.contains(port) else { return }
    throw RequestError(
      .notFound, "port is \(port): no row plays there, and no connection or clock does",
      field: "port", hint: suggestion(for: port, among: known.sorted()))
  }

  func connect(_ arguments: Arguments) throws(RequestError) -> Value {
    let port = arguments.text("port") ?? ""
    let isConnected = try patchbay.connect(port, with: arguments.text("to") ?? "")
    return [
      "port": .string(port), "connected": .bool(isConnected),
      "connections": patchbay.connectionList,
    ]
  }

  func disconnect(_ arguments: Arguments) throws(RequestError) -> Value {
    let port = arguments.text("port") ?? ""
    try patchbay.disconnect(port, from: arguments.text("to"))
    tellPorts()
    return ["port": .string(port), "connections": patchbay.connectionList]
  }

  func forbid(_ arguments: Arguments) throws(RequestError) -> Value {
    let port = arguments.text("port") ?? ""
    try patchbay.forbid(port, arguments.text("to") ?? "")
    tellPorts()
    return ["port": .string(port), "connections": patchbay.connectionList]
  }

  func obey(_ request: Request) -> Value {
    syncSettings.change(request)
    tellPorts()
    return ["mmc": syncSettings.machine]
  }

  func follow(_ request: Request) -> Value {
    syncSettings.change(request)
    let commit = session.follow(syncSettings.loss)
    tellPorts()
    var members = Members()
    members.append("sync", session.syncState)
    members.append("commit", ifPresent: commit.map { Value($0.nanoseconds) })
    return .object(members)
  }

  func setClock(_ arguments: Arguments) throws(RequestError) -> Value {
    try clockSettings.change(arguments)
    for port in clockSettings.ports { patchbay.openPort(port.name) }
    let commit = sendClock()
    tellPorts()
    var members = Members()
    members.append("clocks", clockSettings.value)
    members.append("commit", ifPresent: commit.map { Value($0.nanoseconds) })
    return .object(members)
  }

  /// Plays on a port earlier or later from now on, its clock too.
  func setPort(_ arguments: Arguments) throws(RequestError) -> Value {
    try portDelays.change(arguments)
    let commit = session.delay(ports: portDelays.byPort)
    _ = sendClock()
    tellPorts()
    var members = Members()
    members.append("delays", portDelays.value)
    members.append("commit", ifPresent: commit.map { Value($0.nanoseconds) })
    return .object(members)
  }

  private func sendClock() -> HostTime? {
    session.sendClock(to: clockSettings.ports(later: portDelays.byPort))
  }

  /// What the monitor says: on standard output, and to those who subscribed.
  func monitored(_ message: ScheduledMessage, _ line: String) {
    // A reader that is gone or slow loses lines; the daemon goes on. Clock would bury the rest.
    if outputs.prints, message.message != .sync(.clock) { StandardStreams.offer(line) }
    tell(message.message, at: message.time, on: message.port) { line }
  }

  private func tell(
    _ message: MIDIMessage, at time: HostTime, on port: String, _ line: () -> String
  ) {
    guard subscribers.want(.midi) else { return }
    subscribers.tell([
      Event(
        .midi,
        [
          "time": Value(time.nanoseconds), "port": .string(port),
          "bytes": .array(message.bytes.map { Value($0) }), "line": .string(line()),
        ])
    ])
  }

  /// Stops what is playing, and says how many nanoseconds its last notes need to leave.
  func silence(_ then: (Int64) -> Void) {
    let settled = session.halt()
    concludeRecording()
    outputs.advance(to: clock.now())
    then(max(0, settled - clock.now()) + 5_000_000)
  }
}
