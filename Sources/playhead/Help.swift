import ControlProtocol

/// What the client says about itself, without a daemon.
enum Help {
  static let text = """
    playhead play 5:1                        # each argument is one word
    playhead add bass 5:1 1/8 'F#2' vel=100
    playhead ls bass@5:1..9:1
    playhead cut bass@5:1..9:1 ';' add bass 5:1 4bars F2     # one edit, one undo step
    playhead - < friday.script               # line by line, stops at the first error
    playhead wait bar && playhead play

    usage: playhead [--socket PATH] [--json] COMMAND...
      --socket PATH  the daemon's socket; else $PLAYHEAD_SOCKET, else
                     $XDG_RUNTIME_DIR/playhead/control.sock
      --json         print replies as they come
      --help, --version, help COMMAND

    commands:
    \(Command.overview)

    commands of this program alone:
      doctor    \(Help.purpose("doctor"))
      render    \(Help.purpose("render"))
      wait      \(Help.purpose("wait"))
      protocol  \(Help.purpose("protocol"))
      -         \(Help.purpose("-"))

    exit status: 0 done, 1 refused, 64 wrong usage, 69 no daemon
    """

  /// The commands of this program alone: how each is written, and what it does.
  private static let own: [String: (usage: String, purpose: String)] = [
    "doctor": (
      "doctor [--timing]", "Look for what is wrong, and say what mends it; --timing measures, too."
    ),
    "render": (
      "render FILE.wav [soundfont=FILE]", "Write a sound file of the song, through FluidSynth."
    ),
    "wait": (
      "wait beat|bar|loop|section|POSITION",
      "Wait for the next beat, bar or loop, the end of the section, or for a position."
    ),
    "protocol": (
      "protocol man|markdown|json", "Print the protocol's reference, as man, markdown or json."
    ),
    "-": ("- < FILE", "Run the lines of standard input."),
    "help": ("help [COMMAND]", "Say what there is to be said, of one command or of all."),
  ]

  private static func purpose(_ name: String) -> String { own[name]?.purpose ?? "" }

  static func manual(of name: String) throws(Failure) -> String {
    if let (usage, purpose) = own[name], (try? Command.verb(name)) == nil {
      return "\(usage)\n    \(purpose)"
    }
    do throws(RequestError) { return try Command.verb(name).manual } catch {
      let hint = error.hint.map { " (did you mean \($0)?)" } ?? ""
      throw .usage(error.message + hint)
    }
  }
}
