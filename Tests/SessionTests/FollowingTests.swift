import ControlProtocol
import Session
import Testing
import Timeline

/// A decision that follows other edits is what deciding it anew would give.
struct FollowingTests {
  private static let large = [
    "move a by=1", "move a,b by=0.25", "cut a", "set a vel=9", "quantize a 1/4", "transpose a 2",
    "resize a by=1/16", "undo", "undo force=on", "move a by=1 history=none",
    "move a by=1 history=join", "pattern a x times=501", "copy a", "move a byRows=1",
    "move a position=A", "move all by=1", "insert 0 1bar rows=a", "move a by=-4 overlap=reject",
    "rows.set a mute=on; move a by=1",
  ]
  private static let small = [
    "add c 3 1", "add d 8 0.5 41 history=none", "move d by=1 history=none",
    "cut d@0..2 history=none", "set c vel=3 history=none", "add c 900 4 history=none",
    "add b 2 1 history=none", "undo", "tempo 90", "rows.set d mute=on", "section A 4 8",
    "add d 12 1; add d 13 1", "range.set 0 64", "move c byRows=1 history=none",
    "add a 1000 1 history=none",
  ]

  private static func stage() throws -> Stage {
    try Stage(
      "row a note=40", "row b note=41", "row c note=42", "row d note=43", "section A 0 16",
      "add b 0 1", "add c 0 1", "add d 0 1", "add d 1 1", "pattern a x times=600", "set a vel=50")
  }

  /// What others do meanwhile; most of it of a kind that leaves the large edit alone.
  private static func lines(_ random: inout SplitMix) -> [String] {
    let kinds = random.next() % 3 == 0 ? small : Array(small[1...5])
    return (0...Int(random.next() % 5)).map { _ in kinds[Int(random.next() % UInt64(kinds.count))] }
  }

  @Test(arguments: large.indices) func `following comes to what deciding anew does`(
    index: Int
  ) throws {
    let line = FollowingTests.large[index]
    var random = SplitMix(state: UInt64(index + 1))
    for _ in 0..<6 {
      let others = FollowingTests.lines(&random)
      let (stage, other) = (try FollowingTests.stage(), try FollowingTests.stage())
      guard case .tooLarge(let edit) = try stage.session.begin(try stage.request(line), for: 1),
        case .tooLarge(let again) = try other.session.begin(try other.request(line), for: 1)
      else { throw RequestError(.notAllowed, "\(line) was decided at once") }
      let basis = stage.session.basis
      guard let decision = try? edit.decide(on: basis) else { return }
      var records: [Record] = []
      for small in others {
        guard let record = try? stage.perform(small).record else { continue }
        records.append(record)
        try other.perform(small)
      }
      guard let followed = decision.following(records, concerning: edit.scope(on: basis)) else {
        continue
      }
      let outcome = try #require(stage.session.commit(followed))
      let expected = try #require(other.session.commit(try again.decide(on: other.session.basis)))
      #expect(outcome.reply == expected.reply && outcome.events == expected.events, "\(others)")
      let (song, wanted) = (stage.session.song, other.session.song)
      #expect(song.hasSameContent(as: wanted) && song.nextCell == wanted.nextCell, "\(others)")
      #expect(stage.session.history.steps.map(\.name) == other.session.history.steps.map(\.name))
      #expect(stage.session.history.position == other.session.history.position)
    }
  }

  @Test(arguments: ["move a by=1", "cut a", "set a vel=9", "undo", "move a,b by=1"])
  func `an edit follows what happens in other rows`(line: String) throws {
    let others = ["add d 8 0.5 history=none", "set c vel=3 history=none"]
    #expect(try FollowingTests.follows(line, others))
  }

  @Test(arguments: [
    ("move a by=1", "add a 1000 1"), ("move a by=1", "tempo 90"), ("undo", "add d 8 1"),
    ("move a by=1", "rows.set a mute=on"), ("pattern a x times=501", "add d 8 1"),
    ("move a by=1 history=join", "add d 8 1"), ("move a by=1", "section B 0 4"),
    ("move all by=1", "add d 8 1"), ("move a by=1", "range.set 0 64"),
    ("move a by=1", "add d 2000 1"),
  ])
  func `an edit is decided anew after what it may depend on`(line: String, other: String) throws {
    #expect(try !FollowingTests.follows(line, [other]))
  }

  private static func follows(_ line: String, _ others: [String]) throws -> Bool {
    let stage = try stage()
    guard case .tooLarge(let edit) = try stage.session.begin(try stage.request(line), for: 1) else {
      throw RequestError(.notAllowed, "\(line) was decided at once")
    }
    let basis = stage.session.basis
    let decision = try edit.decide(on: basis)
    let records = try others.compactMap { try stage.perform($0).record }
    return decision.following(records, concerning: edit.scope(on: basis)) != nil
  }
}

/// The same seed gives the same test.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    let z = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return z ^ (z >> 31)
  }
}
