import Testing
import Timeline
import Transport

@Suite struct CableTests {
  /// Plays this many notes a second for two seconds, each 3 bytes on and 3 off.
  private func cable(notesPerSecond rate: Int) throws -> Cable? {
    let stage = Stage(
      try song((0..<2 * rate).map { (30 + $0 % 60, Double($0) / Double(rate), 0.5 / Double(rate)) })
    )
    _ = stage.transport.play()
    stage.run(milliseconds: 5_000)
    return stage.transport.cables.first
  }

  @Test func `a port that plays what a cable carries has no lag to speak of`() throws {
    let cable = try #require(try cable(notesPerSecond: 500))
    #expect(cable.worstLag < 1_000_000)
    #expect(!cable.isOverloaded)
  }

  @Test func `a port that plays more than a cable carries lags by what is too much`() throws {
    // 6,000 bytes in a second, of which 3,125 go.
    let cable = try #require(try cable(notesPerSecond: 1_000))
    #expect(abs(cable.worstLag - 2 * 920_000_000) < 10_000_000)
    #expect(cable.isOverloaded)
  }

  @Test func `a chord is late by its own notes, and no fault`() throws {
    let stage = Stage(try song((0..<10).map { (60 + $0, 0, 1) }))
    _ = stage.transport.play()
    stage.run(milliseconds: 2_000)
    #expect(stage.transport.cables.map(\.worstLag) == [9 * 960_000])
    #expect(stage.transport.cables.map(\.isOverloaded) == [false])
  }
}
