import Testing
import Timeline

struct MeterMapTests {
  private let seven = Meter(beats: 7, noteValue: 8)
  private let three = Meter(beats: 3, noteValue: 4)

  @Test(arguments: [
    (4, 4, 4.0), (7, 8, 3.5), (6, 8, 3), (3, 4, 3), (1, 64, 0.0625), (64, 1, 256), (5, 16, 1.25),
  ])
  func `a bar is its beats, and a quarter is one beat of the song`(
    count: Int, noteValue: Int, length: Double
  ) {
    #expect(Meter(beats: count, noteValue: noteValue).bar == beats(length))
  }

  @Test func `what is no meter is refused`() {
    #expect(Meter(exactly: 0, over: 4) == nil && Meter(exactly: 65, over: 4) == nil)
    #expect(Meter(exactly: 4, over: 3) == nil && Meter(exactly: 4, over: 128) == nil)
    #expect(Meter(exactly: 7, over: 8, grouping: [2, 2, 2]) == nil)
    #expect(Meter(exactly: 7, over: 8, grouping: [8, -1]) == nil)
    #expect(Meter(exactly: 7, over: 8, grouping: [2, 2, 3])?.grouping == [2, 2, 3])
  }

  @Test func `a change off a bar line starts a bar there and leaves a short one`() {
    let map = MeterMap(changes: [(beats(6), three)])
    #expect(map.event(at: beats(6)).bar == 2)
    #expect(map.bar(at: beats(5.9)) == (1, beats(4)))
    #expect(map.bar(at: beats(6)) == (2, beats(6)))
    #expect(map.bar(at: beats(9)) == (3, beats(9)))
    #expect(map.barLine(after: beats(4)) == beats(6))
    #expect(map.barLine(after: beats(6)) == beats(9))
    #expect(map.barLine(atOrAfter: beats(6)) == beats(6))
    #expect(map.barLine(atOrAfter: beats(6.1)) == beats(9))
  }

  @Test func `bars are numbered without a gap, and each number finds its start`() throws {
    var random = SeededRandom(5)
    var changes: [(Ticks, Meter)] = []
    for _ in 0..<200 {
      let meter = Meter(
        beats: .random(in: 1...13, using: &random),
        noteValue: Meter.noteValues.randomElement(using: &random) ?? 4)
      changes.append((Ticks(count: .random(in: 0..<(400 * Ticks.perBeat), using: &random)), meter))
    }
    let map = MeterMap(changes: changes)
    var position = Ticks.zero
    for number in Int64(0)..<1_500 {
      #expect(map.bar(at: position) == (number, position))
      #expect(map.start(ofBar: number) == position)
      #expect(map.barLine(atOrAfter: position) == position)
      let next = map.barLine(after: position)
      #expect(map.bar(at: next - Ticks(count: 1)) == (number, position))
      position = next
    }
  }

  @Test func `a bar that begins nowhere in a song has no start`() {
    let map = MeterMap(changes: [(beats(99_999_999), seven)])
    #expect(map.start(ofBar: -1) == nil)
    #expect(map.start(ofBar: .max) == nil)
    #expect(map.start(ofBar: 24_999_999) == beats(99_999_996))
    #expect(map.start(ofBar: 25_000_000) == beats(99_999_999))
    #expect(map.start(ofBar: 25_000_001) == nil)
  }

  @Test func `the last of several meters at one position counts, and 4/4 until the first`() {
    let map = MeterMap(changes: [(beats(8), three), (beats(8), seven)])
    #expect(map.events.map(\.meter) == [.common, seven])
    #expect(map.setting(three, at: .zero).events.map(\.meter) == [three, seven])
    #expect(map.setting(three, at: .zero).event(at: beats(8)).bar == 3)
  }

  @Test(arguments: [0.0, 2, 4, 6, 8, 9])
  func `a meter set in between is as if the map had been made with it`(at: Double) {
    let changes = [(beats(4), seven), (beats(8), three)]
    let map = MeterMap(changes: changes).setting(.common, at: beats(at))
    #expect(map == MeterMap(changes: changes + [(beats(at), .common)]))
  }
}
