import ControlProtocol
import Timeline
import Transport

extension Event {
  /// The playhead entered or left a cell that has a label.
  init(_ crossing: Crossing) {
    var members = Members(reservingCapacity: 6)
    members.append("cell", Value(crossing.cell.number))
    members.append("row", Value(crossing.row.number))
    members.append("label", ifPresent: crossing.label.map { .string($0) })
    members.append("data", ifPresent: crossing.data.map { Value(json: $0) })
    members.append("position", Value(crossing.position))
    members.append("time", Value(crossing.time.nanoseconds))
    let name = crossing.enters ? "cell.started" : "cell.ended"
    self.init(.cells, named: name, .object(members))
  }
}
