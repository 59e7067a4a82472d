import Testing
import Timeline
import Transport

@Suite struct MachineControlTests {
  @Test(
    arguments: [
      ([0x02], .play), ([0x03], .play), ([0x01], .stop),
      // 01:02:03:04.50 at 24, 25 and 30 frames a second.
      ([0x44, 6, 1, 0x01, 2, 3, 4, 50], .locate(3_723_187_500_000)),
      ([0x44, 6, 1, 0x21, 2, 3, 4, 50], .locate(3_723_180_000_000)),
      ([0x44, 6, 1, 0x61, 2, 3, 4, 50], .locate(3_723_150_000_000)),
      // 00:01:00;02 at 29.97: the frame after the 1,800th.
      ([0x44, 6, 1, 0x40, 1, 0, 2, 0], .locate(60_060_000_000)),
      // 01:00:00;00 at 29.97: 3.6 ms less than an hour.
      ([0x44, 6, 1, 0x41, 0, 0, 0, 0], .locate(3_599_996_400_000)),
      // Flags in the place of hundredths, and the colour of a frame.
      ([0x44, 6, 1, 0x21, 0x42, 3, 0x24, 0x7F], .locate(3_723_160_000_000)),
    ] as [([UInt8], MachineControl.Command)])
  func `a command is read`(bytes: [UInt8], command: MachineControl.Command) throws {
    let message = try #require(control(bytes))
    #expect(message.device == 9)
    #expect(message.commands == [command])
  }

  @Test func `several commands stand in one message, others between them`() throws {
    let bytes: [UInt8] =
      [0x04, 0x01, 0x40, 3, 1, 2, 3] + [0x44, 6, 1, 0x60, 0, 1, 0, 0] + [0x7C, 0x03]
    #expect(try #require(control(bytes)).commands == [.stop, .locate(1_000_000_000), .play])
  }

  @Test(
    arguments: [
      [0x44, 6, 1, 0x18, 0, 0, 0, 0], [0x44, 6, 1, 0, 60, 0, 0, 0], [0x44, 6, 1, 0, 0, 60, 0, 0],
      [0x44, 6, 1, 0, 0, 0, 24, 0], [0x44, 6, 1, 0x20, 0, 0, 25, 0], [0x44, 6, 1, 0, 0, 0, 0, 100],
      [0x44, 6, 1, 0, 0, 0, 0x41, 0], [0x44, 5, 1, 0, 0, 0, 0], [0x44, 6, 0, 0, 0, 0, 0, 0],
      [0x44, 6, 1, 0, 0, 0, 0], [0x44, 127, 1, 0, 0, 0, 0, 0], [0x44], [0x00, 0x02], [0x06, 0x7F],
    ] as [[UInt8]])
  func `what is no place or no command of ours does nothing`(bytes: [UInt8]) throws {
    #expect(try #require(control(bytes)).commands == [])
  }

  @Test(
    arguments: [
      [0xF0, 0x7F, 9, 7, 2, 0xF7], [0xF0, 0x7E, 9, 6, 2, 0xF7], [0xF0, 0x7F, 9, 6, 0xF7],
      [0xF0, 0x43, 0xF7],
    ] as [[UInt8]])
  func `another message is none of machine control`(bytes: [UInt8]) throws {
    #expect(MachineControl(try #require(SystemExclusive(bytes))) == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `any bytes at all are read without harm`(seed: UInt64) {
    var random = SeededRandom(seed)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...24, using: &random)
      let bytes = (0..<count).map { index -> UInt8 in
        let isLocate = index < 2 && Bool.random(using: &random)
        return isLocate ? [0x44, 6][index] : UInt8.random(in: 0...127, using: &random)
      }
      for case .locate(let time) in control(bytes)?.commands ?? [] {
        #expect((0..<24 * 3_600 * 1_000_000_000).contains(time))
      }
    }
  }

  @Test func `a place is where the song's own tempo has it`() throws {
    let stage = try Stage(song([(60, 0, 4)], bpm: 120))
    #expect(stage.transport.place(after: 0) == .zero)
    #expect(stage.transport.place(after: 1_500_000_000) == Ticks(beats: 3))
    stage.set(.tempoScale(2_000_000))
    #expect(stage.transport.place(after: 1_500_000_000) == Ticks(beats: 6))
    #expect(stage.transport.place(after: 86_400_000_000_000) <= .maximum)
  }
}

/// A message to machine 9.
private func control(_ bytes: [UInt8]) -> MachineControl? {
  SystemExclusive([0xF0, 0x7F, 9, 6] + bytes + [0xF7]).flatMap { MachineControl($0) }
}
