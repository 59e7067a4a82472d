import ControlProtocol
import Glibc
import LinuxSystem

/// The command line client: one command, a script, or a wait, over the daemon's socket.
@main
struct Client {
  static func main() {
    StandardStreams.secure()
    do throws(Failure) {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      try Client.run(options)
    } catch {
      if let message = error.message { Terminal.complain(message) }
      exit(error.code)
    }
  }

  private static func run(_ options: Options) throws(Failure) {
    switch options.task {
    case .version:
      let version = "\(Release.version) (protocol \(Release.protocolVersion))"
      try Terminal.print("playhead \(version)")
    case .help(nil): try Terminal.print(Help.text)
    case .help(let name?): try Terminal.print(Help.manual(of: name))
    case .reference(.man): try Terminal.write(Reference.manualPage)
    case .reference(.markdown): try Terminal.write(Reference.markdown)
    case .reference(.json): try Terminal.print(Reference.json.json)
    case .render(let path, let soundFont):
      try Rendering(socket: options.socket, path: path, soundFont: soundFont).run()
    case .checkup(let measuresTiming):
      try Doctor(socket: options.socket).run(measuringTiming: measuresTiming)
    case .command(let words):
      let commands = Commands(words)
      let line = try commands.line()
      var desk = try Desk(options)
      try desk.perform(line, method: commands.method())
      if commands.isSubscription { try desk.printEvents() }
    case .script:
      var script = Script(desk: try Desk(options))
      try script.run()
    case .complete(let words):
      var names = KnownNames(socket: options.socket)
      let found = Completion.candidates(after: words.dropLast(), beginning: words.last ?? "") {
        names.names(of: $0, beginning: $1)
      }
      for candidate in found {
        try Terminal.print(
          [candidate.word, candidate.about].compactMap { $0 }.joined(separator: "\t"))
      }
    case .wait(let boundary):
      var wait = Wait(connection: try Connection(path: options.socket), boundary: boundary)
      try wait.run()
    }
  }
}
