import ControlProtocol
import LinuxSystem
import Session
import Timeline
import Transport

/// A script done to a new song where nobody hears it.
///
/// Takes as long as that takes, on the caller's thread.
nonisolated struct Rehearsal: Sendable {
  /// What the script makes of an empty song.
  let song: Song
  /// Its edits, as one step.
  let history: History
  /// What changed nothing in the song, and is still to be done where it is heard: a `play`.
  let motions: [Request]

  /// What it refuses, a song's script may not say.
  init(of script: Script, by author: History.Author) throws(RequestError) {
    let client = author.client ?? 0
    let stage = Session(
      song: Song(), history: History(), revision: 0, clock: MonotonicClock(), output: Silence())
    stage.names[client] = author.name
    var motions: [Request] = []
    for request in script.requests {
      guard Session.performs(request.command) else {
        throw RequestError(
          .notAllowed, "\(request.method) may not stand in a song's script")
      }
      if try stage.perform(request, for: client).record == nil { motions.append(request) }
    }
    // The working copy that begins with it counts from 0.
    let steps = stage.history.steps.map { step in
      History.Step(
        command: step.command, name: step.name, author: step.author, change: step.change)
    }
    song = stage.song
    history = History(
      steps: steps, position: stage.history.position, limit: stage.history.limit)
    self.motions = motions
  }
}

/// Where nothing is heard.
private nonisolated struct Silence: MIDIOutput {
  var grid: Int64 { 0 }

  func start() {}
  func stop() {}
  func send(_ messages: ArraySlice<ScheduledMessage>) -> Int { messages.count }
  func remove(tag: UInt8?, from time: HostTime) {}
  func sendNow(_ messages: [(port: String, message: MIDIMessage)]) {}
}
