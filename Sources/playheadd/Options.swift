import LinuxSystem

/// What the command line asks of the daemon.
struct Options: Equatable {
  enum OutputChoice: String {
    /// The kernel's sequencer; the monitor while there is none.
    case alsa
    /// Lines that say what would sound.
    case monitor
    /// Silence.
    case none
  }

  enum RealtimeChoice: String {
    case auto
    case on
    case off
  }

  enum ResumeChoice: String {
    case stop
    case `continue`
  }

  static let usage = """
    usage: playheadd [--socket PATH] [--song FILE] [--script FILE] [--output alsa|monitor|none]
                     [--realtime auto|on|off] [--resolution HZ] [--on-resume stop|continue]
                     [--log-level LEVEL] [--test-timing] [--version] [--help]

    The sequencer daemon; it stays in the foreground. Talk to it with playhead.

      --socket PATH      the control socket (default: $PLAYHEAD_SOCKET, or playhead/control.sock
                         in $XDG_RUNTIME_DIR)
      --song FILE        a song, a script or a MIDI file; without it the last song goes on
      --script FILE      lines of the language that are done at start, such as connections and
                         play (default: startup in $XDG_CONFIG_HOME/playhead, if it is there)
      --output WHERE     alsa, the kernel's sequencer (the default); monitor, which prints what
                         would sound; none
      --realtime HOW     auto, on or off: real-time scheduling where it is allowed
      --resolution HZ    ticks of the sequencer's timer in a second, 10 to 6250 (the default);
                         fewer save power
      --on-resume WHAT   after a suspend of the machine: stop (the default), or continue from
                         where the playhead was
      --log-level LEVEL  error, warning, notice (the default), info or debug
      --test-timing      play to itself through the sequencer, print how late that comes, and exit
    """

  private(set) var socket: String
  private(set) var song: String?
  private(set) var script: String?
  private(set) var output = OutputChoice.alsa
  private(set) var realtime = RealtimeChoice.auto
  private(set) var resolution = 6_250
  private(set) var onResume = ResumeChoice.stop
  private(set) var level = Log.Level.notice
  private(set) var wantsHelp = false
  private(set) var wantsVersion = false
  private(set) var wantsTimingTest = false

  /// From the arguments after the program's name; the error is one line for a person.
  init(_ arguments: [String], folders: Folders) throws(UsageError) {
    socket = Environment["PLAYHEAD_SOCKET"] ?? folders.runtime + "/control.sock"
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      var inline = parts.count == 2 ? String(parts[1]) : nil
      func value() throws(UsageError) -> String {
        guard let value = inline ?? rest.popFirst() else {
          throw UsageError("\(argument) needs a value")
        }
        inline = nil
        return value
      }
      try read(String(parts[0]), value)
      if inline != nil { throw UsageError("\(parts[0]) takes no value") }
    }
  }

  private mutating func read(
    _ name: String, _ value: () throws(UsageError) -> String
  ) throws(UsageError) {
    switch name {
    case "--help", "-h": wantsHelp = true
    case "--version": wantsVersion = true
    case "--test-timing": wantsTimingTest = true
    case "--socket": socket = try value()
    case "--song": song = try value()
    case "--script": script = try value()
    case "--output": output = try choice(name, try value(), "alsa, monitor or none")
    case "--realtime": realtime = try choice(name, try value(), "auto, on or off")
    case "--on-resume": onResume = try choice(name, try value(), "stop or continue")
    case "--resolution":
      guard let hertz = Int(try value()), (10...6_250).contains(hertz) else {
        throw UsageError("--resolution must be a whole number from 10 to 6250")
      }
      resolution = hertz
    case "--log-level":
      let word = try value()
      guard let level = Log.Level.allCases.first(where: { $0.name == word }) else {
        throw UsageError(
          "--log-level is \(word): must be error, warning, notice, info or debug")
      }
      self.level = level
    default: throw UsageError("there is no option \(name)")
    }
  }

  private func choice<Choice: RawRepresentable<String>>(
    _ name: String, _ word: String, _ allowed: String
  ) throws(UsageError) -> Choice {
    guard let choice = Choice(rawValue: word) else {
      throw UsageError("\(name) is \(word): must be \(allowed)")
    }
    return choice
  }
}

/// A command line that makes no sense, in one line.
struct UsageError: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
