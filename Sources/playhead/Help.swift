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
      wait  Wait for the next beat, bar or loop, or for a position.
      -     Run the lines of standard input.

    exit status: 0 done, 1 refused, 64 wrong usage, 69 no daemon
    """

  static func manual(of name: String) throws(Failure) -> String {
    do throws(RequestError) { return try Command.verb(name).manual } catch {
      let hint = error.hint.map { " (did you mean \($0)?)" } ?? ""
      throw .usage(error.message + hint)
    }
  }
}
