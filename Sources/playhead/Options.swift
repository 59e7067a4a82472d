import LinuxSystem

/// What the command line asks of the client itself.
struct Options: Equatable {
  enum Task: Equatable {
    case version
    /// Of everything, or of one command.
    case help(String?)
    /// Each argument is one word.
    case command([String])
    /// Lines from standard input.
    case script
    case wait(String)
    /// What may come next, for a shell: the last of the words is begun.
    case complete([String])
    /// The reference of the protocol.
    case reference(Form)
    /// A sound file of the song, with the instruments of a sound font.
    case render(to: String, soundFont: String?)
    /// What is wrong with the machine, the installation or the daemon, and what mends it.
    case checkup(measuresTiming: Bool)
  }

  /// How the reference is written.
  enum Form: String, CaseIterable {
    case man, markdown, json
  }

  /// The path of the daemon's socket.
  private(set) var socket: String
  /// Whether replies are printed as they come.
  private(set) var isJSON = false
  private(set) var task = Task.help(nil)

  /// From the arguments after the program's name.
  init(_ arguments: [String]) throws(Failure) {
    socket = Environment["PLAYHEAD_SOCKET"] ?? Folders().runtime + "/control.sock"
    var rest = arguments[...]
    while let option = rest.first, option.hasPrefix("-"), option != "-" {
      rest.removeFirst()
      switch option {
      case "--json": isJSON = true
      case "--version":
        task = .version
        return
      case "--help", "-h": return
      case "--socket":
        guard let path = rest.popFirst() else { throw .usage("--socket needs a path") }
        socket = path
      case _ where option.hasPrefix("--socket="): socket = String(option.dropFirst(9))
      default: throw .usage("there is no option \(option)")
      }
    }
    task = try Options.task(of: rest)
  }

  private static func task(of words: ArraySlice<String>) throws(Failure) -> Task {
    switch words.first {
    case nil: throw .usage("what shall it do?")
    case "-":
      guard words.count == 1 else { throw .usage("a script comes from standard input alone") }
      return .script
    case "__complete": return .complete(Array(words.dropFirst()))
    case "help": return .help(words.dropFirst().first)
    case "protocol":
      guard words.count == 2, let form = words.last.flatMap(Form.init) else {
        throw .usage("protocol needs one of man, markdown or json")
      }
      return .reference(form)
    case "render":
      let fonts = words.dropFirst(2)
      guard words.count == 2 || (words.count == 3 && fonts.first?.hasPrefix("soundfont=") == true)
      else { throw .usage("render needs a FILE.wav, and perhaps soundfont=FILE") }
      return .render(
        to: words[words.startIndex + 1],
        soundFont: fonts.first.map { String($0.dropFirst("soundfont=".count)) })
    case "doctor":
      guard words.count == 1 || words.dropFirst() == ["--timing"] else {
        throw .usage("doctor takes --timing or nothing")
      }
      return .checkup(measuresTiming: words.count == 2)
    case "wait":
      guard words.count == 2, let boundary = words.last else {
        throw .usage("wait needs one of beat, bar, loop, section or a position")
      }
      return .wait(boundary)
    default: return .command(Array(words))
    }
  }
}
