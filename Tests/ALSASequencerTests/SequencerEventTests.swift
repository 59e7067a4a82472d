@testable import ALSASequencer
import CALSA
import Testing
import Timeline
import Transport

@Suite struct SequencerEventTests {
  private static let messages: [MIDIMessage] = [
    .noteOn(Channel(3), Pitch(60), Velocity(1)), .noteOff(Channel(16), Pitch(127), velocity: 0),
    .control(Channel(1), controller: 64, value: 127), .program(Channel(2), 5),
    .bend(Channel(4), -8_192), .bend(Channel(4), 8_191), .pressure(Channel(5), 40),
    .keyPressure(Channel(6), Pitch(0), 9), .sync(.clock), .sync(.start), .sync(.continue),
    .sync(.stop), .sync(.position(sixteenths: 16_383)),
  ]

  private func event(_ message: MIDIMessage) -> snd_seq_event_t {
    sequencerEvent(message, port: 7, queue: 3, stamp: 2_000_000_005, tag: 9)
  }

  @Test(arguments: messages)
  func `the kernel is told each message as it is`(message: MIDIMessage) {
    #expect(MIDIMessage(event(message)) == message)
  }

  @Test func `every field of an event is set, whatever went before`() throws {
    let long = try #require(SystemExclusive([0xF0, 0x7E, 0xF7]))
    for message in SequencerEventTests.messages + [.sysex(long)] + SequencerEventTests.messages {
      let event = event(message)
      #expect((event.queue, event.tag, event.source.port) == (3, 9, 7))
      #expect(event.dest.client == SND_SEQ_ADDRESS_SUBSCRIBERS)
      #expect(event.dest.port == SND_SEQ_ADDRESS_UNKNOWN)
      #expect((event.time.time.tv_sec, event.time.time.tv_nsec) == (2, 5))
      var flags = SND_SEQ_TIME_STAMP_REAL | SND_SEQ_TIME_MODE_ABS
      if case .sysex = message { flags |= SND_SEQ_EVENT_LENGTH_VARIABLE }
      #expect(Int32(event.flags) == flags, "\(message)")
    }
  }

  @Test func `only what precedes others of its stamp is of high priority`() {
    for message in SequencerEventTests.messages {
      let event = sequencerEvent(message, port: 7, queue: 3, stamp: 5, tag: 9, precedes: true)
      #expect(Int32(event.flags) & SND_SEQ_PRIORITY_MASK == SND_SEQ_PRIORITY_HIGH)
    }
  }

  @Test func `a stamp that is past is now, and one beyond the kernel's clock its last`() {
    #expect(sequencerTime(-1).time.tv_sec == 0 && sequencerTime(-1).time.tv_nsec == 0)
    #expect(sequencerTime(.max).time.tv_sec == UInt32.max)
  }
}
