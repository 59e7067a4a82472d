/// The lines that one client is owed, in the order in which it will get them.
///
/// A request holds its place from its arrival until its answer, and what was queued after it waits
/// behind it.
struct ReplyQueue {
  /// The place of a request's reply.
  typealias Place = Int

  private enum Entry {
    case unanswered
    case line([UInt8])
  }

  private var entries: [Entry] = []
  /// The place of the first entry.
  private var first: Place = 0

  /// How many requests have no answer.
  private(set) var unanswered = 0

  /// The bytes of the lines that wait here.
  private(set) var count = 0

  var isEmpty: Bool { entries.isEmpty }

  mutating func hold() -> Place {
    entries.append(.unanswered)
    unanswered += 1
    return first + entries.count - 1
  }

  /// Puts the answer in its place.
  mutating func answer(_ place: Place, with line: Line) {
    entries[place - first] = .line(line.bytes)
    unanswered -= 1
    count += line.bytes.count
  }

  /// Adds a line that follows all that is owed at this moment.
  mutating func append(_ line: Line) {
    entries.append(.line(line.bytes))
    count += line.bytes.count
  }

  /// Moves every line that waits for no answer to `output`.
  mutating func drain(into output: inout Outbox) {
    var drained = 0
    while drained < entries.count, case .line(let bytes) = entries[drained] {
      output.append(bytes)
      count -= bytes.count
      drained += 1
    }
    entries.removeFirst(drained)
    first += drained
  }
}
