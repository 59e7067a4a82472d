import Testing
import Timeline

struct LoosenessTests {
  private let ids = (1...200).map { cell(Int64($0)) }
  private let straight = song((1...200).map { (Double($0), 0.5) })

  @Test func `a seed decides, whatever is loosened with a cell and in whatever order`() throws {
    let looseness = Looseness(time: 10_000_000, velocity: 20, seed: 5)
    let all = try humanized(straight, ids, looseness)
    #expect(try humanized(straight, ids.reversed(), looseness) == all)
    let some = try humanized(straight, Array(ids[50..<60]), looseness)
    #expect(some[50..<60] == all[50..<60])
    #expect(some[..<50] == straight.cells(of: row(1))[..<50])
    let other = try humanized(straight, ids, Looseness(time: 10_000_000, velocity: 20, seed: 6))
    #expect(zip(all, other).count { $0 == $1 } < 5)
  }

  @Test func `the generator is as documented, today and in years`() throws {
    let cells = try humanized(straight, Array(ids[..<3]), Looseness(velocity: 20, seed: 1))
    var wanted: [Int] = []
    for id: UInt64 in 1...3 {
      let bits = mix(mix(mix(1) &+ id) &+ 2 &* 0x9E37_79B9_7F4A_7C15)
      wanted.append(80 + Int(bits.multipliedFullWidth(by: 41).high))
    }
    #expect(cells[..<3].map { Int($0.velocity.number) } == wanted)
  }

  @Test func `no cell strays further than it may, and they stray both ways`() throws {
    let before = straight.cells(of: row(1))
    let after = try humanized(straight, ids, Looseness(time: 10_000_000, velocity: 20))
    // At 120 beats per minute 10 ms are 0.02 beats.
    let ways = zip(before, after).map { ($1.position - $0.position).beats }
    #expect(ways.allSatisfy { $0.magnitude <= 0.02 })
    #expect((ways.max() ?? 0) > 0.018 && (ways.min() ?? 0) < -0.018)
    let changes = after.map { Int($0.velocity.number) - 100 }
    #expect(changes.min() == -20 && changes.max() == 20)
    #expect(after.allSatisfy { $0.duration == beats(0.5) })
  }

  @Test func `milliseconds are as long as the tempo says at the cell`() throws {
    let slow = try #require(Tempo(beatsPerMinute: 60))
    let song = straight.with(.tempo(TempoMap().setting(slow, at: beats(100.5))))
    let looseness = Looseness(time: 10_000_000)
    let fast = try humanized(straight, ids, looseness)
    let half = try humanized(song, ids, looseness)
    for (index, start) in straight.cells(of: row(1)).map(\.position).enumerated() {
      let (way, other) = (fast[index].position - start, half[index].position - start)
      let factor: Int64 = index < 100 ? 1 : 2
      #expect((way.count - other.count * factor).magnitude <= 2)
    }
  }

  @Test func `on a ramp a cell strays by so much time, whatever the tempo is there`() throws {
    let slow = try #require(Tempo(beatsPerMinute: 40))
    let map = TempoMap(TempoCurve(from: .standard, to: slow, over: beats(150)))
    let after = try humanized(straight.with(.tempo(map)), ids, Looseness(time: 10_000_000))
    let milliseconds = zip(straight.cells(of: row(1)), after).map { before, after in
      let time = map.time(at: after.position) - map.time(at: before.position)
      return Double(time.units) / Double(SongTime.perPicosecond) / 1e9
    }
    #expect(milliseconds.allSatisfy { $0.magnitude <= 10.0001 })
    #expect((milliseconds.max() ?? 0) > 9 && (milliseconds.min() ?? 0) < -9)
  }

  @Test func `none starts before 0, nor before the range if it did not`() throws {
    var range = PlayRange()
    range.start = beats(4)
    let crowded = song([(0, 0.1)], [(0.001, 0.1)], [(4, 0.1)], [(4.001, 0.1)], [(3.99, 0.1)])
      .with(.range(range))
    for seed: UInt64 in 0..<100 {
      var draft = Draft(of: crowded)
      try draft.humanize(
        (1...5).map { cell($0) }, Looseness(time: 50_000_000, seed: seed), .overwrite)
      let starts = (1...5).compactMap { draft.song.cell(cell($0))?.cell.position }
      #expect(starts.allSatisfy { $0 >= .zero })
      #expect(starts[2] >= beats(4) && starts[3] >= beats(4))
    }
  }

  @Test func `velocities stay between 1 and 127`() throws {
    let after = try humanized(straight, ids, Looseness(velocity: 126))
    let numbers = after.map(\.velocity.number)
    #expect(numbers.contains(127) && numbers.contains(1))
  }

  @Test func `nothing asked changes nothing`() throws {
    #expect(try straight.patch { try $0.humanize(ids, Looseness(seed: 9), .reject) }.isEmpty)
  }

  @Test func `notes that touch keep their starts apart from their tails`() throws {
    let legato = song((0..<50).map { (Double($0), 1.0) })
    let some = Array(ids[..<50])
    let after = try humanized(legato, some, Looseness(time: 20_000_000, seed: 2))
    let free = try legato.after {
      try $0.humanize(some, Looseness(time: 20_000_000, seed: 2), .allow)
    }
    #expect(after.map(\.position) == free.cells(of: row(1)).map(\.position))
    for (a, b) in zip(after, after.dropFirst()) { #expect(a.end <= b.position) }
  }

  private func humanized(
    _ song: Song, _ ids: [Cell.ID], _ looseness: Looseness
  ) throws -> [Cell] {
    try song.after { try $0.humanize(ids, looseness, .overwrite) }.cells(of: row(1))
  }

  /// The finalizer of SplitMix64, written anew.
  private func mix(_ bits: UInt64) -> UInt64 {
    let first = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    let second = (first ^ (first >> 27)) &* 0x94D0_49BB_1331_11EB
    return second ^ (second >> 31)
  }
}
