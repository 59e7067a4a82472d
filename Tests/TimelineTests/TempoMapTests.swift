import Testing
import Timeline

struct TempoMapTests {
  private func random(events: Int, _ random: inout SeededRandom) throws -> TempoMap {
    var steps: [(Ticks, Tempo)] = []
    for _ in 0..<events {
      let position = Ticks(count: .random(in: 0..<Ticks.maximum.count, using: &random))
      let tempo = Tempo(beatsPerMinute: .random(in: 1...1_000, using: &random))
      steps.append((position, try #require(tempo)))
    }
    return TempoMap(steps: steps)
  }

  @Test func `a position comes back from its time, and the next only later`() throws {
    var seeded = SeededRandom(3)
    let map = try random(events: 5_000, &seeded)
    for _ in 0..<5_000 {
      let position = Ticks(count: .random(in: 0...Ticks.maximum.count, using: &seeded))
      let time = map.time(at: position)
      #expect(map.position(at: time) == position)
      #expect(map.position(at: SongTime(units: time.units + 1)) == position + Ticks(count: 1))
    }
    for event in map.events { #expect(map.position(at: event.time) == event.position) }
  }

  @Test func `time is the plain sum of what each tempo took`() throws {
    var seeded = SeededRandom(4)
    let map = try random(events: 200, &seeded)
    for _ in 0..<100 {
      let position = Ticks(count: .random(in: 0...Ticks.maximum.count, using: &seeded))
      var units: Int128 = 0
      for (index, event) in map.events.enumerated() where event.position < position {
        let next = index + 1 < map.events.count ? map.events[index + 1].position : .maximum
        let ticks = min(next, position) - event.position
        units += 2 * Int128(ticks.count) * Int128(event.tempo.picosecondsPerBeat)
      }
      #expect(map.time(at: position).units == units)
    }
  }

  @Test func `a hundred million beats are exact to the picosecond`() throws {
    let tempo = Tempo(picosecondsPerBeat: 448_765_432_101)
    let map = TempoMap(tempo).setting(tempo, at: beats(1.0 / 3)).setting(tempo, at: beats(77.7))
    let time = map.time(at: .maximum)
    #expect(
      time.units == Int128(448_765_432_101) * Int128(Limits.beats) * SongTime.perPicosecond)
    #expect(map.position(at: time) == .maximum)
  }

  @Test func `the first position at or after a time is the one given`() {
    // At one beat a picosecond tick lasts sixty thousand units and more: nothing is rounded down.
    let map = TempoMap()
    let one = map.time(at: Ticks(count: 1))
    #expect(map.position(at: .zero) == .zero)
    #expect(map.position(at: SongTime(units: 1)) == Ticks(count: 1))
    #expect(map.position(at: one) == Ticks(count: 1))
    #expect(map.position(at: SongTime(units: one.units + 1)) == Ticks(count: 2))
  }

  @Test func `a time just before a change belongs to the change, never beyond it`() throws {
    let slow = try #require(Tempo(beatsPerMinute: 60))
    let fast = try #require(Tempo(beatsPerMinute: 600))
    let map = TempoMap(steps: [(.zero, slow), (beats(1), fast)])
    let change = map.time(at: beats(1))
    #expect(map.position(at: SongTime(units: change.units - 1)) == beats(1))
    #expect(map.position(at: SongTime(units: change.units + 1)) == beats(1) + Ticks(count: 1))
  }

  @Test func `the last of several tempos at one position counts, and 120 until the first`() throws {
    let slow = try #require(Tempo(beatsPerMinute: 60))
    let fast = try #require(Tempo(beatsPerMinute: 600))
    let map = TempoMap(steps: [(beats(8), slow), (beats(4), slow), (beats(4), fast)])
    #expect(map.events.map(\.position) == [.zero, beats(4), beats(8)])
    #expect(map.event(at: beats(3)).tempo == .standard)
    #expect(map.event(at: beats(4)).tempo == fast)
    #expect(map.setting(slow, at: .zero).event(at: .zero).tempo == slow)
    #expect(map.setting(slow, at: .zero).event(at: beats(4)).tempo == fast)
  }

  @Test func `the fastest tempo is that of the segments inside, the first included`() throws {
    let tempos = try [60.0, 240, 90].map { try #require(Tempo(beatsPerMinute: $0)) }
    let map = TempoMap(
      steps: [(.zero, tempos[0]), (beats(4), tempos[1]), (beats(8), tempos[2])])
    #expect(map.fastest(from: .zero, to: beats(4)) == tempos[0])
    #expect(map.fastest(from: .zero, to: beats(5)) == tempos[1])
    #expect(map.fastest(from: beats(7), to: beats(9)) == tempos[1])
    #expect(map.fastest(from: beats(8), to: beats(9)) == tempos[2])
  }

  @Test(arguments: [0.0, 2, 4, 6, 8, 9])
  func `a tempo set in between is as if the map had been made with it`(at: Double) throws {
    let tempos = try [60.0, 240, 90].map { try #require(Tempo(beatsPerMinute: $0)) }
    let steps = [(beats(4), tempos[0]), (beats(8), tempos[1])]
    let map = TempoMap(steps: steps).setting(tempos[2], at: beats(at))
    #expect(map == TempoMap(steps: steps + [(beats(at), tempos[2])]))
  }
}
