package import Timeline

extension Transport {
  /// Ends every note and resets every channel that the song uses; playing goes on.
  package mutating func panic() {
    if performance != nil {
      _ = commit { performance, time in
        performance.silence(at: time) + performance.rest(at: time)
      }
    }
    releaseHeld()
    var messages: [(port: String, message: MIDIMessage)] = []
    var done: Set<String> = []
    let rows = song.rowList + (song.metronome.isOn ? [song.metronome.row] : [])
    for row in rows where done.insert("\(row.channel.number) \(row.port)").inserted {
      for controller: UInt8 in [64, 123, 120] {
        messages.append((row.port, .control(row.channel, controller: controller, value: 0)))
      }
    }
    output.sendNow(messages)
  }

  /// What ends on a device all that a port has begun there; for one that is to be disconnected.
  ///
  /// The offs of what sounds, on the port's channels the pedal up and the bend in the middle, and
  /// a stop for who follows its clock. Nothing is decided: other devices of the port play on.
  package func lastWords(of port: String) -> [MIDIMessage] {
    let knobs = performance?.console.restless.filter { $0.port == port } ?? []
    let channels =
      song.rowList.filter { $0.port == port }.map(\.channel) + knobs.map(\.channel)
    let isClocked = performance != nil && clockPorts.contains { $0.name == port }
    return offs(of: port)
      + Set(channels).sorted().flatMap { channel in
        [.control(channel, controller: 64, value: 0), .bend(channel, 0)]
      } + (isClocked ? [.sync(.stop)] : [])
  }

  /// The offs of what sounds on a port, or of what has begun there since a moment.
  package func offs(of port: String, since start: HostTime? = nil) -> [MIDIMessage] {
    let (now, moment) = (clock.now(), output.grid)
    return voices.filter { voice in
      voice.port == port && voice.sounds(since: now - moment, until: now + moment)
        && start.map { voice.on > $0 - moment } ?? true
    }.map(\.offMessage)
  }

  /// What sounds, and what has sounded a moment ago.
  private var voices: [Voice] { faded + (performance?.ledger.voices ?? held.map(\.voice)) }

  /// Goes on where the playhead is on an output that holds nothing yet.
  package mutating func useFreshOutput() {
    mirror = Mirror()
    guard performance != nil else { return output.sendNow(allPrograms) }
    performance?.clocks.lose()
    _ = seek(to: position, pass: nil)
  }

  /// Ends whatever may sound on channels of a port, key by key, when nobody knows what does.
  package func release(_ channels: [Channel], of port: String) {
    var messages: [(port: String, message: MIDIMessage)] = []
    for channel in channels {
      for key: UInt8 in 0...127 {
        messages.append((port, .noteOff(channel, Pitch(key), velocity: 64)))
      }
      messages.append((port, .control(channel, controller: 64, value: 0)))
    }
    output.sendNow(messages)
  }

  /// Remembers what sounds on a port whose device has gone: it may sound on when that returns.
  package mutating func deviceLeft(_ port: String) {
    let now = clock.now()
    orphans[port, default: []] += voices.filter {
      $0.port == port && $0.sounds(since: now - Transport.newsDelay, until: now)
    }
  }

  /// For how many nanoseconds a device may have been gone when the news of it comes.
  static var newsDelay: Int64 { 50_000_000 }

  /// Sets up a device that has just come to a port.
  ///
  /// One that returns first gets the offs that it has missed, and the pedal up; then all get the
  /// programs, and while rolling whatever else is set.
  package mutating func deviceCame(_ port: String) {
    var messages: [(port: String, message: MIDIMessage)] = []
    if let missed = orphans.removeValue(forKey: port) {
      messages += missed.map { (port, $0.offMessage) }
      let channels = song.rowList.filter { $0.port == port }.map(\.channel) + missed.map(\.channel)
      messages += Set(channels).sorted().map { (port, .control($0, controller: 64, value: 0)) }
    }
    let settings = performance?.console.messages ?? allPrograms
    output.sendNow(messages + settings.filter { $0.port == port })
    guard performance != nil, clockPorts.contains(where: { $0.name == port }) else { return }
    _ = commit { performance, _ in
      performance.clocks.lose(port)
      return []
    }
  }

  /// The ports that send clock, or on which something sounds or is about to.
  package var portsInUse: Set<String> {
    Set(mirror.queued.map(\.port)).union(performance?.ledger.voices.map(\.port) ?? [])
      .union(clockPorts.map(\.name)).union(held.map(\.note.port))
  }

  /// The programs of all rows, by port.
  var allPrograms: [(port: String, message: MIDIMessage)] {
    song.rowList.flatMap(\.programMessages)
  }

  /// The programs of rows that a patch added or gave another program or place.
  func programs(changedIn patch: Patch) -> [(port: String, message: MIDIMessage)] {
    guard !patch.rows.isEmpty else { return [] }
    var changed: Set<Row.ID> = []
    for change in patch.rows {
      switch change {
      case .added(let row, _): changed.insert(row.id)
      case .set(let id, _, .program), .set(let id, _, .bank), .set(let id, _, .channel),
        .set(let id, _, .port):
        changed.insert(id)
      case .removed, .moved, .set: break
      }
    }
    return changed.sorted().compactMap { song.row($0) }.flatMap(\.programMessages)
  }
}

extension Row {
  /// What makes a synthesizer play this row's program; nothing when it has none.
  fileprivate var programMessages: [(port: String, message: MIDIMessage)] {
    guard let program else { return [] }
    let knob = Knob(port: port, channel: channel, target: .program)
    return knob.messages(.program(program, bank)).map { (port, $0) }
  }
}
