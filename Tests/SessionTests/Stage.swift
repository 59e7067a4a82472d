import ControlProtocol
import Session
import Testing
import Timeline
import Transport

/// A clock that a test moves by hand.
final class HandClock: TransportClock {
  private(set) var time = HostTime(nanoseconds: 1_000_000_000)
  /// Nanoseconds for which the process is stopped after each reading.
  var pause: Int64 = 0

  func now() -> HostTime {
    defer { time = time + pause }
    return time
  }

  func advance(milliseconds: Int64) { time = time + milliseconds * 1_000_000 }
}

/// An output that holds messages until their time, and then lets them go by.
final class Queue: MIDIOutput {
  private var messages: [ScheduledMessage] = []
  private let clock: HandClock

  init(_ clock: HandClock) {
    self.clock = clock
  }

  var grid: Int64 { 100_000 }

  func start() {}

  func stop() { messages.removeAll { $0.time > clock.time } }

  /// What has gone by, in order.
  var heard: [ScheduledMessage] {
    messages.filter { $0.time <= clock.time }.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  func send(_ more: ArraySlice<ScheduledMessage>) -> Int {
    messages += more
    return more.count
  }

  func remove(tag: UInt8?, from time: HostTime) {
    messages.removeAll {
      $0.time > clock.time && $0.time >= time && (tag == nil || $0.tag == tag)
    }
  }

  func sendNow(_ messages: [(port: String, message: MIDIMessage)]) {}
}

/// A session that is spoken to in words.
final class Stage {
  let clock = HandClock()
  let session: Session
  let queue: Queue
  /// What came of the takes that were recorded.
  var kept: [Outcome] = []

  /// An empty song, and these lines done to it.
  init(_ lines: String..., song: Song = Song()) throws {
    queue = Queue(clock)
    session = Session(
      song: song, history: History(), revision: 0, clock: clock, output: queue)
    for line in lines { try perform(line) }
  }

  @discardableResult
  func perform(_ line: String, for client: Int64 = 1) throws -> Outcome {
    try session.perform(try request(line), for: client)
  }

  /// The request of a line.
  func request(_ line: String) throws -> Request {
    try #require(try Request(words: line))
  }

  /// The reply to a line.
  @discardableResult
  func ask(_ line: String, for client: Int64 = 1) throws -> Value {
    try perform(line, for: client).reply
  }

  /// Why a line is refused, which must have changed nothing.
  func refusal(_ line: String) throws -> RequestError {
    let (song, revision) = (session.song, session.revision)
    let (steps, position) = (session.history.steps.count, session.history.position)
    let error = #expect(throws: (any Error).self) { try perform(line) }
    #expect(session.song.hasSameContent(as: song))
    #expect(session.revision == revision)
    #expect(session.history.steps.count == steps && session.history.position == position)
    return try #require(error as? RequestError ?? (error as? Refusal)?.error)
  }

  /// Lets time pass as a daemon does: a fill every 10 ms.
  @discardableResult
  func run(milliseconds: Int64) -> [Event] {
    var events: [Event] = []
    for _ in 0..<(milliseconds / 10) {
      events += turn()
      clock.advance(milliseconds: 10)
    }
    if milliseconds % 10 > 0 {
      events += turn()
      clock.advance(milliseconds: milliseconds % 10)
    }
    return events + turn()
  }

  /// What a turn of the daemon's thread begins with.
  func turn() -> [Event] {
    session.advance() + session.decidePending().flatMap(\.events) + session.advance()
  }

  /// When the playhead is at a position of the pass under way.
  func time(of position: Ticks) throws -> HostTime {
    let place = session.transport.place(of: .tick(position))
    return try #require(place).time
  }

  /// The notes that were struck, on one channel or on all: milliseconds after the first tick of a
  /// play with which the clock's time began.
  func onsets(_ channel: Int? = nil) -> [(pitch: Int, milliseconds: Double)] {
    queue.heard.compactMap { message in
      guard case .noteOn(let on, let pitch, _) = message.message,
        channel.map({ $0 == on.number }) ?? true
      else { return nil }
      return (Int(pitch.number), Double(message.time.sinceStart) / 1e6)
    }
  }

  /// Each note has one off, and none ends before it has begun.
  func expectBalance() {
    var sounding: Set<Int> = []
    for message in queue.heard {
      switch message.message {
      case .noteOn(let channel, let pitch, _):
        #expect(sounding.insert(Int(channel.number) * 128 + Int(pitch.number)).inserted)
      case .noteOff(let channel, let pitch, _):
        #expect(sounding.remove(Int(channel.number) * 128 + Int(pitch.number)) != nil)
      default: break
      }
    }
  }

  /// All cells as "id row position duration".
  func cells() throws -> [String] {
    try (ask("ls all")["cells"]?.array ?? []).map { cell in
      let numbers = ["cell", "row", "position", "duration"].map { cell[$0]?.number ?? .nan }
      return numbers.map { "\($0)" }.joined(separator: " ").replacing(".0", with: "")
    }
  }
}

extension Value {
  /// The elements of a list under a key.
  func list(_ key: String) -> [Value] { self[key]?.array ?? [] }
}
