import ALSASequencer
import Testing
import Timeline
import Transport

@Suite struct MonitorOutputTests {
  @Test func `a message is said when its time has come, and once`() {
    let monitor = Monitor()
    #expect(monitor.output.send([on(10, 60), on(20, 61), on(30, 62)]) == 3)
    #expect(monitor.output.nextTime == time(10))
    monitor.output.advance(to: time(9))
    #expect(monitor.lines == [])
    monitor.output.advance(to: time(20))
    monitor.output.advance(to: time(20))
    #expect(monitor.lines == ["10 bass C4 100", "20 bass C#4 100"])
    #expect(monitor.output.queuedCount == 1)
  }

  @Test func `a late note-off precedes the note-ons of its time`() {
    let monitor = Monitor()
    _ = monitor.output.send([on(10, 60), on(20, 61), on(20, 62), on(30, 63)])
    _ = monitor.output.send([off(20, 60), off(20, 59)])
    monitor.output.advance(to: time(29))
    #expect(
      monitor.lines == [
        "10 bass C4 100", "20 bass C4 off", "20 bass B3 off", "20 bass C#4 100", "20 bass D4 100",
      ])
  }

  @Test func `removal takes what is at or after the time and bears the tag`() {
    let monitor = Monitor()
    _ = monitor.output.send([on(10, 60, tag: 1), on(20, 61, tag: 2), on(20, 62, tag: 1)])
    monitor.output.remove(tag: 1, from: time(20))
    #expect(monitor.output.queuedCount == 2)
    monitor.output.remove(tag: nil, from: time(11))
    monitor.output.advance(to: time(99))
    #expect(monitor.lines == ["10 bass C4 100"])
  }

  @Test func `pressures are said in words, and sysex in hex, of a long one the first bytes`() {
    let gm = SystemExclusive([0xF0, 0x7E, 0x7F, 0x09, 0x01, 0xF7])
    let dump = SystemExclusive([0xF0] + [UInt8](repeating: 1, count: 98) + [0xF7])
    let messages = [gm, dump].compactMap { $0 }.map { MIDIMessage.sysex($0) }
    let words =
      ([.pressure(Channel(1), 40), .keyPressure(Channel(1), Pitch(60), 50)] + messages)
      .map(\.words)
    #expect(words[0] == "pressure 40")
    #expect(words[1] == "C4 pressure 50")
    #expect(words[2] == "sysex F0 7E 7F 09 01 F7")
    #expect(words[3] == "sysex F0" + String(repeating: " 01", count: 19) + " … 100 bytes")
  }

  @Test func `what is queued when it stops is never said`() {
    let monitor = Monitor()
    _ = monitor.output.send([on(10, 60)])
    monitor.output.stop()
    monitor.output.start()
    monitor.output.advance(to: time(99))
    #expect(monitor.lines == [])
  }

  @Test func `what is sent at once is said at the next turn, behind what was due before`() {
    let monitor = Monitor()
    _ = monitor.output.send([on(4, 60), on(6, 61)])
    monitor.output.sendNow([
      ("bass", .control(Channel(1), controller: 64, value: 0)), ("bass", .program(Channel(1), 0)),
      ("bass", .bend(Channel(1), -8192)),
    ])
    #expect(monitor.lines == [])
    monitor.output.stop()
    monitor.output.advance(to: time(5))
    #expect(
      monitor.lines == [
        "4 bass C4 100", "5 bass cc 64 0", "5 bass program 1", "5 bass bend -8192",
      ])
  }
}

private final class Monitor: TransportClock {
  var lines: [String] = []
  lazy var output = MonitorOutput(
    clock: self, place: { "\($0.time.nanoseconds) \($0.port)" },
    write: { [unowned self] in lines.append($1) })

  func now() -> HostTime { time(5) }
}

private func time(_ nanoseconds: Int64) -> HostTime { HostTime(nanoseconds: nanoseconds) }

private func on(_ nanoseconds: Int64, _ pitch: UInt8, tag: UInt8 = 0) -> ScheduledMessage {
  ScheduledMessage(
    time: time(nanoseconds), port: "bass",
    message: .noteOn(Channel(1), Pitch(pitch), Velocity(100)), tag: tag)
}

private func off(_ nanoseconds: Int64, _ pitch: UInt8) -> ScheduledMessage {
  ScheduledMessage(
    time: time(nanoseconds), port: "bass", message: .noteOff(Channel(1), Pitch(pitch), velocity: 0),
    tag: 0)
}
