import ControlProtocol
import Timeline

extension Batch {
  mutating func addRow(_ arguments: Arguments) throws(RequestError) -> Row.ID {
    guard let name = arguments.text("name") else { preconditionFailure("name is required") }
    let fields = try Batch.fields(arguments, of: Row(id: Row.ID(0), name: name))
    let index = arguments.integer("index")
    try checkPlace(index, among: draft.song.order.count)
    return try refusing { draft throws(EditError) in
      try draft.addRow(named: name, fields, at: index)
    }
  }

  mutating func removeRows(_ arguments: Arguments) throws(RequestError) {
    guard let expression = arguments.rows("rows") else { return }
    let rows = try resolution.rows(expression, field: "rows").map(\.id)
    try refusing { draft throws(EditError) in try draft.removeRows(rows) }
  }

  mutating func setRows(_ arguments: Arguments) throws(RequestError) {
    guard let expression = arguments.rows("rows") else { return }
    for row in try resolution.rows(expression, field: "rows") {
      let fields = try Batch.fields(arguments, of: row)
      try refusing { draft throws(EditError) in try draft.set(fields, of: row.id) }
    }
  }

  /// Checks the place of a row among so many other rows, if one is given.
  func checkPlace(_ index: Int?, among others: Int) throws(RequestError) {
    guard let index, index > others else { return }
    throw RequestError(
      .outOfRange, "index is \(index): must be from 0 to \(others), the number of other rows",
      field: "index")
  }

  /// The settings that the arguments give, in the order of the table.
  static func fields(
    _ arguments: Arguments, of row: Row
  ) throws(RequestError) -> [RowField] {
    var fields: [RowField] = []
    if let name = arguments.text("name"), name != row.name { fields.append(.name(name)) }
    if let port = arguments.text("port") { fields.append(.port(port)) }
    if let number = arguments.integer("channel"), let channel = Channel(exactly: number) {
      fields.append(.channel(channel))
    }
    if arguments.has("program") { fields.append(.program(arguments.program("program"))) }
    if arguments.has("bank") { fields.append(.bank(arguments.bank("bank"))) }
    if let voices: Row.Voices = arguments.choice("voices") { fields.append(.voices(voices)) }
    if arguments.has("note") { fields.append(.note(arguments.pitch("note"))) }
    if let tags = arguments.texts("tags") { fields.append(.tags(tags)) }
    if let mute = arguments.toggle("mute") { fields.append(.mute(mute.applied(to: row.mute))) }
    if let solo = arguments.toggle("solo") { fields.append(.solo(solo.applied(to: row.solo))) }
    if let transpose = arguments.integer("transpose") { fields.append(.transpose(transpose)) }
    if let level = arguments.integer("level") { fields.append(.level(level)) }
    if let delay = arguments.milliseconds("delay") { fields.append(.delay(delay)) }
    if arguments.has("swing") { fields.append(.swing(arguments.swing("swing"))) }
    if arguments.has("colour") { fields.append(.colour(arguments.text("colour"))) }
    if arguments.has("data") { fields.append(.data(arguments.text("data"))) }
    return fields
  }
}
