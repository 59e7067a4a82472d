import ControlProtocol
import Glibc
import LinuxSystem

/// Turns the song, as it is written, into a sound file: FluidSynth, another program, plays it.
struct Rendering {
  /// Frames in a second of the sound file.
  private static let rate = 48_000
  /// Sixteen bits, stereo.
  private static let frameBytes = 4
  private static let soundFonts = [
    "default-GM.sf2", "FluidR3_GM.sf2", "TimGM6mb.sf2",
  ].map { "/usr/share/sounds/sf2/\($0)" }

  let socket: String
  /// The sound file.
  let path: String
  /// Its instruments; nil for those that the system has.
  let soundFont: String?

  /// Says on a terminal how far it is; the file is there once it is whole.
  func run() throws(Failure) {
    guard let soundFont = soundFont ?? Rendering.soundFonts.first(where: { access($0, R_OK) == 0 })
    else {
      throw .unavailable("there is no sound font: sudo apt install timgm6mb-soundfont")
    }
    // FluidSynth would render silence.
    guard Rendering.isSoundFont(soundFont) else {
      throw Failure(message: "\(soundFont) is no sound font that can be read", code: 66)
    }
    let place = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard access(place, W_OK | X_OK) == 0 else {
      throw Failure(
        message: "\(path) cannot be written: there is no such folder, or it is not yours", code: 73)
    }
    let folder = try Rendering.makeFolder()
    let (tune, sound) = (folder + "/song.mid", path + ".part.wav")
    defer {
      unlink(tune)
      rmdir(folder)
      unlink(sound)
    }
    let seconds = try export(to: tune)
    let process = try Rendering.start(soundFont, tune, sound)
    try follow(process, sound, of: seconds)
    guard rename(sound, path) == 0 else {
      throw Failure(message: "\(path) cannot be written", code: 73)
    }
    try Terminal.print("rendered \(path)")
  }

  /// Has the daemon write a MIDI file; how many seconds it lasts.
  private func export(to tune: String) throws(Failure) -> Double {
    var connection = try Connection(path: socket)
    _ = try connection.ask("subscribe jobs".utf8)
    let line = Words.join([[Word(value: "song.export"), Word(value: tune)]])
    let outcome = try connection.outcome(of: try connection.ask(line.utf8))
    if let error = outcome["error"] { throw .refused(error) }
    return outcome["result"]?["seconds"]?.number ?? 0
  }

  /// Whether a file begins as sound fonts do; a pipe or a device is none.
  private static func isSoundFont(_ path: String) -> Bool {
    let number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { return false }
    let file = FileDescriptor(owning: number)
    guard FileStatus(of: file.number)?.kind == .regular else { return false }
    var bytes: [UInt8] = []
    return (try? file.read(4, appendingTo: &bytes)) != nil && bytes == Array("RIFF".utf8)
  }

  private static func makeFolder() throws(Failure) -> String {
    var name = Array("\(Environment["TMPDIR"] ?? "/tmp")/playhead-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw Failure(message: "no folder can be made for the work", code: 73)
    }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func start(
    _ soundFont: String, _ tune: String, _ sound: String
  ) throws(Failure) -> pid_t {
    let words = ["fluidsynth", "-niq", "-F", sound, "-r", "\(rate)", soundFont, tune]
    do throws(SystemError) { return try ChildProcess.start(words, quietly: true) } catch {
      throw .unavailable("FluidSynth cannot be run, \(error): sudo apt install fluidsynth")
    }
  }

  private func follow(
    _ process: pid_t, _ sound: String, of seconds: Double
  ) throws(Failure) {
    let isWatched = isatty(STDERR_FILENO) == 1
    let bytes = max(1, seconds * Double(Rendering.rate * Rendering.frameBytes))
    while true {
      if let status = ChildProcess.status(of: process, within: 200) {
        if isWatched { Terminal.remark("") }
        guard status == 0, FileStatus(ofLink: sound) != nil else {
          throw Failure(message: "FluidSynth ended with \(status) and no sound", code: 70)
        }
        return
      }
      let done = Double(FileStatus(ofLink: sound)?.size ?? 0) / bytes
      if isWatched { Terminal.remark("\(Int(min(done, 1) * 100)) %") }
    }
  }
}
