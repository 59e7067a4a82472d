import ControlProtocol
import Timeline

extension PlayRange {
  func with(_ arguments: Arguments) -> PlayRange {
    var range = self
    range.start = arguments.ticks("start") ?? start
    range.end = arguments.ticks("end") ?? end
    range.loops = arguments.flag("on") ?? loops
    range.auto = arguments.choice("auto") ?? auto
    range.tails = arguments.choice("tails") ?? tails
    return range
  }
}

extension Swing {
  func with(_ arguments: Arguments) -> Swing {
    Swing(amount: arguments.swing("amount") ?? amount, step: arguments.choice("step") ?? step)
  }
}

extension Section {
  init(_ arguments: Arguments) throws(RequestError) {
    let name = arguments.text("name") ?? ""
    if let position = arguments.ticks("position") {
      self.init(name: name, at: position)
      return
    }
    guard let start = arguments.ticks("from"), let end = arguments.ticks("to") else {
      throw RequestError(.missing, "a section needs from and to, a marker its position")
    }
    guard start < end else {
      throw RequestError(
        .outOfRange, "to is \(end.beats): must be after from, which is \(start.beats)")
    }
    self.init(name: name, start: start, end: end)
  }
}

extension Scene {
  init(_ members: Members) throws(RequestError) {
    let lists = ["rows", "muted", "soloed"]
    let own = try Value.object(members.without(lists)).arguments(of: Command.scenePart)
    var ids: [Set<Row.ID>] = []
    for key in lists {
      var rows: Set<Row.ID> = []
      try members.each(key, atMost: Limits.rows) { value throws(RequestError) in
        guard let number = value.integer, (1..<Int64.max).contains(number) else {
          throw RequestError(.badType, "must be a row's id")
        }
        rows.insert(Row.ID(number))
      }
      ids.append(rows)
    }
    guard ids[1].union(ids[2]).isSubset(of: ids[0]) else {
      throw RequestError(.notFound, "muted and soloed must be among its rows")
    }
    self.init(
      name: own.text("name") ?? "", rows: ids[0].sorted(), muted: ids[1], soloed: ids[2])
  }
}
