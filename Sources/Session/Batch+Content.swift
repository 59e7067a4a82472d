import ControlProtocol
import Timeline

extension Batch {
  /// What a new cell holds that is neither notes nor a label; nil when the request says nothing.
  ///
  /// A ramp takes as long as its cell unless the request says otherwise.
  func content(
    _ arguments: Arguments, at position: Ticks, lasting duration: Ticks
  ) throws(RequestError) -> CellContent? {
    try Batch.checkOwners(in: arguments, ["loop": ["clip"], "offset": ["clip", "to"]])
    guard var content = try content(arguments, at: position) else { return nil }
    if case .control(let control) = content, !arguments.has("over") {
      content = .control(control.lasting(duration))
    }
    if case .clip(let clip) = content, let loop = arguments.length("loop") {
      do throws(Clip.Unusable) {
        content = .clip(try clip.looping(resolution.length(loop, at: position)))
      } catch {
        throw RequestError(.outOfRange, "a clip must have \(error.allowed)", field: "loop")
      }
    }
    let offset = arguments.length("offset").map { resolution.length($0, at: position) }
    return .other(content, offset: offset ?? .zero)
  }

  /// The fields that make cells hold what the request says, other than notes and a label.
  func contentFields(
    _ arguments: Arguments, at position: Ticks
  ) throws(RequestError) -> [CellField] {
    var fields: [CellField] = []
    switch try content(arguments, at: position) {
    case .control(let control) where control.ramp != nil && !arguments.has("over"):
      fields.append(.ramp(control))
    case let content?: fields.append(.content(content))
    case nil: break
    }
    if arguments.has("loop") {
      let loop = arguments.length("loop").map { resolution.length($0, at: position) }
      fields.append(.loop(loop))
    }
    if let offset = arguments.length("offset") {
      fields.append(.offset(resolution.length(offset, at: position)))
    }
    return fields
  }

  private func content(
    _ arguments: Arguments, at position: Ticks
  ) throws(RequestError) -> Cell.Content? {
    let owners = ["value": ["control"], "to": ["control"], "over": ["to"], "bank": ["program"]]
    try Batch.checkOwners(in: arguments, owners)
    var content: Cell.Content?
    if let clip = arguments.clip("clip") { content = .clip(clip) }
    if let message = arguments.sysex("sysex") { content = .sysex(message) }
    if let event = arguments.meta("meta") { content = .meta(event) }
    if let program = arguments.program("program") {
      content = .program(ProgramChange(program, bank: arguments.bank("bank")))
    }
    if let target = arguments.control("control") {
      content = .control(try control(target, arguments, at: position))
    }
    if content != nil, let field = ["velocity", "release"].first(where: arguments.has) {
      throw RequestError(
        .notAllowed, "\(field) belongs to notes; those of a clip have their own", field: field)
    }
    return content
  }

  /// A ramp without a length of its own is one tick long.
  private func control(
    _ target: Control.Target, _ arguments: Arguments, at position: Ticks
  ) throws(RequestError) -> Control {
    let range = "from \(target.range.lowerBound) to \(target.range.upperBound)"
    guard let value = arguments.integer("value") else {
      throw RequestError(
        .missing, "value is missing: \(target.text) takes \(range)", field: "value")
    }
    var ramp: Control.Ramp?
    if let last = arguments.integer("to") {
      let length = arguments.length("over").map { resolution.length($0, at: position) }
      guard length ?? .zero <= .maximum else {
        throw RequestError(
          .outOfRange, "over must be at most \(Limits.beats) beats", field: "over")
      }
      ramp = Control.Ramp(to: last, over: length ?? Ticks(count: 1))
    }
    guard let control = Control(target, value: value, ramp: ramp) else {
      let field = target.range.contains(value) ? "to" : "value"
      let wrong = target.range.contains(value) ? ramp?.value ?? value : value
      throw RequestError(
        .outOfRange, "\(field) is \(wrong): \(target.text) takes \(range)", field: field)
    }
    return control
  }

  /// Refuses what says more about something that the request does not have.
  private static func checkOwners(
    in arguments: Arguments, _ owners: [String: [String]]
  ) throws(RequestError) {
    for field in arguments.names {
      guard let owners = owners[field], !owners.contains(where: arguments.has) else { continue }
      throw RequestError(
        .notAllowed, "\(field) says more about \(owners.joined(separator: " or ")): give that too",
        field: field)
    }
  }
}
