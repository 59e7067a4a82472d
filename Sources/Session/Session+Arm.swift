import ControlProtocol
import Timeline
import Transport

extension Session {
  /// Records what comes in on a row from now on, and on no other.
  func arm(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    let arguments = request.arguments
    guard let reference = arguments.row("row") else { preconditionFailure("row is required") }
    let row = try resolution.row(reference, field: "row")
    var settings = Recorder.Settings(row: row.id, client: client)
    if let grid = arguments.snap("quantize"), grid != .off {
      settings.groove = Groove(grid, strength: Int64(arguments.integer("strength") ?? 100))
    }
    settings.replaces = arguments.text("mode") == "replace"
    settings.latency = Int64(((arguments.number("latency") ?? 0) * 1e6).rounded())
    endRecording()
    begin(Recorder(settings, since: transport.now))
    return armedOutcome
  }

  func disarm(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    endRecording()
    return armedOutcome
  }

  private var armedOutcome: Outcome {
    Outcome(
      reply: ["armed": armed ?? .null], events: [Event(.transport, transportState(cause: "armed"))])
  }

  /// The row that is armed, and how.
  var armed: Value? {
    guard let settings = recorders.last(where: { $0.over == nil })?.settings,
      let row = song.row(settings.row)
    else { return nil }
    var members = Members()
    members.append("row", Value(row.id))
    members.append("name", .string(row.name))
    members.append("mode", .string(settings.replaces ? "replace" : "overdub"))
    members.append("quantize", ifPresent: settings.groove.map { .string($0.grid.noteText) })
    members.append("strength", ifPresent: settings.groove.map { Value($0.strength) })
    members.append("latency", Value(Double(settings.latency) / 1e6))
    return .object(members)
  }
}
