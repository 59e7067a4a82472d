import ALSASequencer
import ControlProtocol
import ControlServer
import Glibc
import LinuxSystem
import Session
import Storage
import Timeline
import Transport

/// The sequencer daemon: options, wiring, signals.
@main
struct Daemon {
  static func main() {
    Memory.returnLargeBlocks()
    Memory.keepResident()
    let folders = Folders()
    let options = readOptions(folders)
    StandardStreams.secure()
    let log = Log(level: options.level)
    if options.wantsTimingTest { testTiming(options, log) }
    do throws(StartError) {
      let daemon = try Daemon(options, folders, log)
      daemon.serve()
    } catch {
      log.error(error.message)
      exit(error.code)
    }
    MainLoop.run()
  }

  private let conductor: Conductor
  private let server: Server
  private let signals: Signals
  private let notification = ServiceNotification()

  private static func readOptions(_ folders: Folders) -> Options {
    do throws(UsageError) {
      let options = try Options(Array(CommandLine.arguments.dropFirst()), folders: folders)
      if options.wantsHelp {
        print(Options.usage)
        exit(0)
      }
      if options.wantsVersion {
        print("playheadd \(Release.version) (protocol \(Release.protocolVersion))")
        exit(0)
      }
      return options
    } catch {
      StandardStreams.complain("playheadd: \(error.message)\n\n\(Options.usage)\n")
      exit(EX_USAGE)
    }
  }

  /// Says how late the sequencer plays, and exits: with 0 if that is not to be heard.
  private static func testTiming(_ options: Options, _ log: Log) -> Never {
    requestRealtime(options.realtime, log)
    do throws(SequencerError) {
      var test = try TimingTest(hertz: options.resolution)
      let lateness = test.run()
      print(lateness.text)
      exit(lateness.isGood ? 0 : 1)
    } catch {
      log.error("\(error)")
      exit(EX_UNAVAILABLE)
    }
  }

  private init(_ options: Options, _ folders: Folders, _ log: Log) throws(StartError) {
    signals = try Daemon.catchSignals()
    Daemon.requestRealtime(options.realtime, log)
    // The socket first: it decides who serves, before a song is touched.
    let socket = try Daemon.listen(options.socket)
    let relay = StorageRelay()
    let copies: WorkingCopies
    do throws(StorageError) { copies = try WorkingCopies(state: folders.state) } catch {
      throw StartError("the state folder cannot be used: \(error)", code: EX_CANTCREAT)
    }
    let opened = try Daemon.open(options.song, in: copies, relay, log)
    let clock = MonotonicClock()
    let outputs = Outputs(options.output, hertz: options.resolution, clock: clock, log: log)
    let contents = opened.contents
    let songs = Songs(opened, in: copies, stateChanged: relay.changed)
    let session = Session(
      song: contents.song, history: contents.history, revision: contents.revision,
      lead: songs.lead, clock: clock, output: outputs)
    conductor = Conductor(
      session: session, songs: songs,
      durability: Durability(opened.copy, revision: session.revision, log: log),
      outputs: outputs, settings: Settings(folder: folders.state, log: log),
      leftOvers: contents.wasClean ? [] : contents.destinations, clock: clock, log: log)
    conductor.session.stopsOnResume = options.onResume == .stop
    server = Server(handler: conductor, log: log)
    connect(relay)
    do throws(RequestError) { try conductor.perform(opened.motions, 0) } catch {
      throw StartError(error.message, code: EX_DATAERR)
    }
    Daemon.startupScript(options.script, folders, log)?.run(conductor)
    server.open(socket)
  }

  private func connect(_ relay: StorageRelay) {
    let (conductor, server) = (conductor, server)
    relay.listener = { conductor.durability.stateChanged($0) }
    conductor.subscribers.send = { line, client in server.send(line, to: client) }
    conductor.clientCount = { server.clientCount }
    conductor.outputs.monitored = { message, line in conductor.monitored(message, line) }
  }

  /// Begins to serve; from here on the main loop runs everything.
  private func serve() {
    let (conductor, notification) = (conductor, notification)
    signals.deliver { [self] signal in
      if signal == SIGHUP { return reload() }
      end()
    }
    notification.ready(status: conductor.summary)
    conductor.changed = { notification.status(conductor.summary) }
    guard let interval = ServiceManager.watchdogInterval() else { return }
    // Often enough that one look in the middle of a stall does no harm.
    Heartbeat.forever(period: interval / 4) {
      if conductor.session.transport.isUpToDate { notification.watchdog() }
    }
  }

  private func reload() {
    notification.reloading()
    let (conductor, notification) = (conductor, notification)
    conductor.readSettingsAgain { notification.ready(status: conductor.summary) }
  }

  /// Ends what sounds, keeps what waits, and exits.
  private func end() {
    notification.stopping()
    let conductor = conductor
    let server = server
    conductor.silence { rest in
      later(rest) {
        server.close()
        conductor.settings.disk.finish()
        conductor.durability.close(conductor.work)
        exit(0)
      }
    }
  }

  private static func catchSignals() throws(StartError) -> Signals {
    do throws(SystemError) { return try Signals(catching: [SIGTERM, SIGINT, SIGHUP]) } catch {
      throw StartError("\(error)", code: EX_OSERR)
    }
  }

  private static func requestRealtime(_ choice: Options.RealtimeChoice, _ log: Log) {
    guard choice != .off, case .refused(let error) = Realtime.request() else { return }
    let text = "no real-time scheduling: \(error)"
    if choice == .on { log.warning(text) } else { log.info(text) }
  }

  private static func listen(_ path: String) throws(StartError) -> ControlSocket {
    do throws(ControlSocketError) {
      if let passed = ServiceManager.takeSocket() { return try ControlSocket.adopt(passed) }
      return try ControlSocket.listen(path: path)
    } catch {
      throw StartError("\(error)", code: EX_UNAVAILABLE)
    }
  }

  /// Opens the song that was asked for; without one, the last if it can be read, else a new one.
  private static func open(
    _ path: String?, in copies: WorkingCopies, _ relay: StorageRelay, _ log: Log
  ) throws(StartError) -> Songs.Opened {
    do throws(RequestError) {
      return try Songs.open(
        path.map(Daemon.absolute), in: copies, stateChanged: relay.changed)
    } catch {
      guard path == nil else {
        let code = [.environment, .conflict].contains(error.kind) ? EX_NOINPUT : EX_DATAERR
        throw StartError(error.message, code: code)
      }
      log.error("the last song cannot be opened: \(error.message); beginning a new one")
    }
    do throws(RequestError) {
      return try Songs.makeNew(Song(), in: copies, relay.changed)
    } catch {
      throw StartError(error.message, code: EX_CANTCREAT)
    }
  }

  /// The script that was asked for, else the one among the settings, if there is one.
  private static func startupScript(
    _ path: String?, _ folders: Folders, _ log: Log
  ) -> StartupScript? {
    if let path { return StartupScript(path: absolute(path), log: log) }
    let usual = folders.config + "/startup"
    return FileStatus(ofLink: usual) == nil ? nil : StartupScript(path: usual, log: log)
  }

  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}

/// Why the daemon could not start, and its exit status from sysexits.
struct StartError: Error {
  let message: String
  let code: Int32

  init(_ message: String, code: Int32) {
    self.message = message
    self.code = code
  }
}

/// Brings storage's changes of state to the main actor, whoever listens there.
final class StorageRelay {
  var listener: (StorageError?) -> Void = { _ in }

  var changed: WorkingCopy.Completion {
    Durability.onMain { [self] error in listener(error) }
  }
}
