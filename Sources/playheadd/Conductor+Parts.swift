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
    settings.patchbay.connected = { [weak self] port in
      self?.releaseLeftOvers(of: port)
      self?.session.deviceCame(port)
      self?.tellPorts()
    }
    settings.patchbay.lost = { [weak self] port in self?.session.deviceLeft(port) }
    settings.patchbay.lastWords = { [weak self] port, start in
      guard let session = self?.session else { return [] }
      return start.map { session.offs(of: port, since: $0) } ?? session.lastWords(of: port)
    }
    outputs.place = { [weak self] message in self?.session.place(of: message) ?? message.port }
    outputs.arrived = { [weak self] sequencer in self?.use(sequencer) }
    if let sequencer = outputs.sequencer { use(sequencer) }
    log.relay { [subscribers] level, text in
      soon {
        subscribers.tell([
          Event(.log, ["level": .string(level.name), "message": .string(text)])
        ])
      }
    }
    obeySettings()
    turn { _ = session.follow(settings.sync.loss) }
  }

  /// Answers a change of the settings, once that is kept.
  func succeed(_ value: Value, _ reply: Reply) {
    settings.disk.whenKept { [self] in answer(Outcome(reply: value), reply) }
  }

  /// Takes the settings as they stand in their files by now, and the devices as they are.
  func readSettingsAgain(_ done: @escaping @MainActor () -> Void) {
    settings.disk.whenIdle { [self] in
      takeSettings()
      done()
    }
  }

  private func takeSettings() {
    let loss = settings.sync.loss
    settings.readAgain()
    obeySettings()
    // A leader that is followed already is not lost for that.
    if settings.sync.loss != loss { turn { _ = session.follow(settings.sync.loss) } }
    tellPorts()
  }

  private func obeySettings() {
    for port in settings.clocks.ports { settings.patchbay.openPort(port.name) }
    settings.setList.stand(at: songs.target)
    openNext()
    turn {
      _ = session.delay(ports: settings.delays.byPort)
      _ = sendClock()
      turnEnds()
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
      self?.settings.patchbay.refresh()
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
    settings.patchbay.use(sequencer.client)
    for port in session.song.ports { settings.patchbay.openPort(port) }
    for port in settings.clocks.ports { settings.patchbay.openPort(port.name) }
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
      guard let message = MachineControl(message), settings.sync.concern(message) else { break }
      subscribers.tell(session.obey(message))
    default: if !obeyBindings(message) { session.record(message, at: time) }
    }
    tell(message, at: time, on: PortName.input) {
      "\(PortName.input) \(message.words)"
    }
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
