import ControlProtocol
import Testing

struct CheckupTests {
  private static let status: Value = [
    "version": .string(Release.version), "protocol": .string(Release.protocolVersion),
    "uptime": 5, "unsaved": false, "output": "alsa", "timer": ["hertz": 6_250],
    "health": ["stalls": 0, "missed": 0, "worstLag": 0.5],
  ]
  private static let ports: Value = [
    "connections": [["port": "out", "to": "Minitaur", "connected": true]], "devices": [],
  ]

  private func findings(
    node: Facts.Node = .open, priorityLimit: Int = 95, unit: Facts.Unit = .enabled,
    isWritable: Bool = true, freeBytes: Int64 = 1 << 40,
    daemon: Facts.Daemon = .there(status: status, ports: ports)
  ) -> [Finding] {
    let state = Facts.Folder(path: "/s", isWritable: isWritable, freeBytes: freeBytes)
    let facts = Facts(
      kernel: "Linux 6.1", node: node, priorityLimit: priorityLimit, unit: unit, state: state,
      daemon: daemon)
    return Checkup(of: facts).findings
  }

  /// What is not well.
  private func troubles(_ findings: [Finding]) -> [String] {
    findings.filter { $0.grade != .ok }.map(\.lines)
  }

  private func there(_ changes: [(String, Value)], ports: Value = ports) -> Facts.Daemon {
    guard case .object(var status) = CheckupTests.status else { preconditionFailure() }
    for (name, value) in changes {
      if status[name] != nil { status.replace(name, by: value) } else { status.append(name, value) }
    }
    return .there(status: .object(status), ports: ports)
  }

  @Test func `where all is well nothing has to be mended`() {
    #expect(troubles(findings()) == [])
    #expect(findings().allSatisfy { $0.mend == nil })
  }

  @Test func `what does not play or keep is a failure, and what mends it is said`() {
    let cases: [([Finding], String)] = [
      (findings(node: .missing), "modprobe snd-seq"),
      (findings(node: .forbidden), "usermod -aG audio"),
      (findings(isWritable: false), "ls -ld /s"),
      (findings(daemon: .absent("nobody listens")), "systemctl --user start"),
      (findings(daemon: there([("protocol", "0.1")])), "restart playheadd"),
      (findings(daemon: there([("unsaved", true)])), "df -h /s"),
    ]
    for (findings, mend) in cases {
      let failures = findings.filter { $0.grade == .fail }
      #expect(failures.count == 1)
      #expect(failures.first?.mend?.contains(mend) == true)
    }
  }

  @Test func `a daemon that plays nothing is a failure with its own words`() {
    let lines = troubles(findings(daemon: there([("trouble", "cannot open the sequencer")])))
    #expect(lines == ["fail  the daemon plays nothing: cannot open the sequencer"])
  }

  @Test func `what could be better is a warning, and what mends it is said`() {
    let slow: Value = ["hertz": 250, "warning": "a timer of 4 ms"]
    let held: Value = ["stalls": 2, "missed": 7, "worstLag": 90.5]
    let waiting: Value = [
      "connections": [["port": "out", "to": "Minitaur", "connected": false]], "devices": [],
    ]
    let none: Value = ["connections": [], "devices": [["client": "FLUID Synth"]]]
    let cases: [([Finding], String)] = [
      (findings(priorityLimit: 0), "limits.d"),
      (findings(unit: .installed), "enable --now"), (findings(unit: .none), "Service/install"),
      (findings(freeBytes: 1 << 20), "df -h"),
      (findings(daemon: there([("version", "0.0.9")])), "restart"),
      (findings(daemon: there([("timer", slow)])), "snd-hrtimer"),
      (findings(daemon: there([], ports: waiting)), "playhead ports"),
      (findings(daemon: there([], ports: none)), "playhead connect out 'FLUID Synth'"),
      (findings(priorityLimit: 0, daemon: there([("health", held)])), "as above"),
    ]
    for (findings, mend) in cases {
      let troubles = findings.filter { $0.grade != .ok }
      #expect(troubles.allSatisfy { $0.grade == .warn })
      #expect(troubles.last?.mend?.contains(mend) == true)
    }
  }
}
