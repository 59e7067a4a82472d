import ControlProtocol
import Glibc
import LinuxSystem

/// Gathers what a checkup wants to know, prints what it finds, and what to do about it.
struct Doctor {
  let socket: String

  /// Prints a line for each finding; fails when anything does not work.
  func run(measuringTiming: Bool) throws(Failure) {
    let findings = Checkup(of: facts).findings
    for finding in findings { try Terminal.print(finding.lines) }
    if measuringTiming { try measureTiming() }
    guard !findings.contains(where: { $0.grade == .fail }) else {
      throw Failure(message: nil, code: 1)
    }
  }

  private var facts: Facts {
    Facts(
      kernel: kernel, node: node, priorityLimit: Realtime.limit, unit: unit, state: state,
      daemon: daemon)
  }

  private var kernel: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: name.release) { bytes in
      "Linux " + String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private var node: Facts.Node {
    let number = open("/dev/snd/seq", O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard number < 0 else {
      close(number)
      return .open
    }
    return errno == EACCES || errno == EPERM ? .forbidden : .missing
  }

  private var unit: Facts.Unit {
    let folders = Folders()
    let user = folders.config.dropLast("playhead".count) + "systemd/user"
    let wants = ["sockets.target.wants/playheadd.socket", "default.target.wants/playheadd.service"]
    let enabled = [String(user), "/etc/systemd/user", "/etc/systemd/system"].contains { folder in
      wants.contains { FileStatus(ofLink: "\(folder)/\($0)") != nil }
    }
    if enabled { return .enabled }
    let places =
      folders.data.map { $0.dropLast("playhead".count) + "systemd/user" }
      + ["/usr/lib/systemd/user", "/etc/systemd/user"]
    return places.contains { FileStatus(ofLink: "\($0)/playheadd.service") != nil }
      ? .installed : .none
  }

  private var state: Facts.Folder {
    // The daemon makes it: before that, what is above it decides.
    var path = Folders().state
    while FileStatus(ofLink: path) == nil, let slash = path.lastIndex(of: "/"),
      slash > path.startIndex
    {
      path = String(path[..<slash])
    }
    var system = statvfs()
    let free = statvfs(path, &system) == 0 ? Int64(system.f_bavail) * Int64(system.f_frsize) : 0
    return Facts.Folder(path: path, isWritable: access(path, W_OK) == 0, freeBytes: free)
  }

  private var daemon: Facts.Daemon {
    do throws(Failure) {
      var connection = try Connection(path: socket)
      let status = try connection.ask("status".utf8).value
      let ports = try connection.ask("ports.list".utf8).value
      return .there(status: status["result"] ?? .null, ports: ports["result"] ?? .null)
    } catch {
      // What to do about it is for the checkup to say.
      let why = (error.message ?? "").split(separator: ";").first
      return .absent(String(why ?? "it has gone away"))
    }
  }

  /// Has the daemon's program play to itself, and print how late that comes.
  private func measureTiming() throws(Failure) {
    try Terminal.print("")
    let own = CommandLine.arguments[0]
    let beside = own.contains("/") ? own + "d" : "playheadd"
    let process: pid_t
    do throws(SystemError) { process = try ChildProcess.start([beside, "--test-timing"]) } catch {
      throw .unavailable("\(error), which does the test")
    }
    var status: Int32?
    while status == nil { status = ChildProcess.status(of: process, within: 1_000) }
    guard status == 0 else { throw Failure(message: nil, code: 1) }
  }
}
