/// Looks at what can keep the daemon from being heard, in time, and from keeping what is edited.
package struct Checkup {
  /// Below this a long night of edits may fill the disk.
  private static let enoughBytes: Int64 = 100 << 20

  private let facts: Facts

  package init(of facts: Facts) {
    self.facts = facts
  }

  /// From the machine up to what is heard.
  package var findings: [Finding] {
    [
      .ok("playhead \(Release.version), protocol \(Release.protocolVersion), on \(facts.kernel)"),
      node, priority, unit, state,
    ] + daemon
  }

  private var node: Finding {
    switch facts.node {
    case .open: .ok("the sequencer, /dev/snd/seq, is there and may be opened")
    case .missing:
      .fail(
        "there is no /dev/snd/seq",
        mend: "sudo modprobe snd-seq; to a container, give the device: --device /dev/snd")
    case .forbidden:
      .fail(
        "/dev/snd/seq is not yours to open",
        mend: "sudo usermod -aG audio $USER, and log in again")
    }
  }

  private var priority: Finding {
    guard facts.priorityLimit == 0 else {
      return .ok("real-time scheduling is allowed, up to priority \(facts.priorityLimit)")
    }
    return .warn(
      "real-time scheduling is not allowed: a busy machine is heard",
      mend: "echo '@audio - rtprio 95' | sudo tee /etc/security/limits.d/audio.conf, "
        + "and log in again")
  }

  private var unit: Finding {
    switch facts.unit {
    case .enabled: .ok("the service starts by itself")
    case .installed:
      .warn(
        "the service is installed, and does not start by itself",
        mend: "systemctl --user enable --now playheadd.socket")
    case .none:
      .warn("no service is installed: playheadd has to be started by hand", mend: "Service/install")
    }
  }

  private var state: Finding {
    let (folder, free) = (facts.state, facts.state.freeBytes >> 20)
    guard folder.isWritable else {
      return .fail(
        "\(folder.path) cannot be written: no edit is kept", mend: "ls -ld \(folder.path)")
    }
    guard folder.freeBytes >= Checkup.enoughBytes else {
      return .warn("\(folder.path) has \(free) MiB left", mend: "df -h \(folder.path)")
    }
    return .ok("\(folder.path) can be written, with \(free) MiB left")
  }

  private var daemon: [Finding] {
    switch facts.daemon {
    case .absent(let why):
      [
        .fail(
          "no daemon answers: \(why)", mend: "systemctl --user start playheadd, or playheadd &")
      ]
    case .there(let status, let ports):
      [release(status), output(status), health(status), disk(status)] + connections(ports)
    }
  }

  private func release(_ status: Value) -> Finding {
    let version = status["version"]?.string ?? "?"
    let restart = "systemctl --user restart playheadd"
    guard status["protocol"]?.string == Release.protocolVersion else {
      return .fail(
        "the daemon, \(version), speaks protocol \(status["protocol"]?.string ?? "?")",
        mend: restart)
    }
    guard version == Release.version else {
      return .warn("the daemon is \(version) still", mend: restart)
    }
    return .ok("the daemon answers, up for \(status["uptime"]?.integer ?? 0) s")
  }

  private func output(_ status: Value) -> Finding {
    if let trouble = status["trouble"]?.string {
      return .fail("the daemon plays nothing: \(trouble)", mend: nil)
    }
    guard status["output"]?.string == "alsa" else {
      return .warn("the daemon was told to play to \(status["output"]?.string ?? "?")", mend: nil)
    }
    if let warning = status["timer"]?["warning"]?.string {
      return .warn(warning, mend: "sudo modprobe snd-hrtimer")
    }
    return .ok("the daemon plays on a timer of \(status["timer"]?["hertz"]?.integer ?? 0) Hz")
  }

  private func health(_ status: Value) -> Finding {
    let health = status["health"]
    let (stalls, missed) = (health?["stalls"]?.integer ?? 0, health?["missed"]?.integer ?? 0)
    let lag = health?["worstLag"]?.number ?? 0
    guard stalls == 0, missed == 0 else {
      return .warn(
        "it was held up \(stalls) times and left out \(missed) notes; by \(lag) ms at worst",
        mend: facts.priorityLimit == 0 ? "allow real-time scheduling, as above" : nil)
    }
    return .ok("it was never held up; a turn came \(lag) ms late at worst")
  }

  private func disk(_ status: Value) -> Finding {
    guard status["unsaved"] == true else { return .ok("all edits are on disk") }
    return .fail(
      "the disk refuses what is edited; it stands in memory alone",
      mend: "df -h \(facts.state.path)")
  }

  private func connections(_ ports: Value) -> [Finding] {
    let rules = (ports["connections"]?.array ?? []).filter { $0["forbidden"] != true }
    let devices = (ports["devices"]?.array ?? []).compactMap { $0["client"]?.string }
    guard !rules.isEmpty else {
      let example = devices.first.map { "playhead connect out '\($0)'" }
      return [
        .warn(
          "no port is connected to a synth",
          mend: example
            ?? "start one, such as: fluidsynth -a pulseaudio -m alsa_seq -o midi.autoconnect=1")
      ]
    }
    return rules.map { rule in
      let text = "\(rule["port"]?.string ?? "?") → \(rule["to"]?.string ?? "?")"
      if let trouble = rule["trouble"]?.string { return .warn("\(text): \(trouble)", mend: nil) }
      guard rule["connected"] == true else {
        return .warn("\(text) waits for that device", mend: "playhead ports, to see what there is")
      }
      return .ok("\(text) is connected")
    }
  }
}
