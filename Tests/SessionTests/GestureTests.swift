import ControlProtocol
import Session
import Testing
import Timeline
import Transport

/// What is moved besides keys becomes ramps and values.
@Suite struct GestureTests {
  private func recorded(_ events: [(Double, MIDIMessage)]) throws -> [Value] {
    let stage = try Stage("tempo 120", "row keys", "loop 0 4", "arm keys", "play")
    stage.hear(events)
    stage.hear([], until: 4.1)
    return try stage.ask("ls keys").list("cells")
  }

  private func control(_ number: UInt8, _ value: UInt8) -> MIDIMessage {
    .control(Channel(1), controller: number, value: value)
  }

  @Test func `a straight gesture is one ramp, and the value that it comes to`() throws {
    let cells = try recorded((0...20).map { (1 + Double($0) / 20, control(1, UInt8($0 * 5))) })
    #expect(cells.map { $0["position"]?.number } == [1, 2])
    #expect(cells.map { $0["value"]?.integer } == [0, 100])
    #expect(cells.map { $0["to"]?.integer } == [100, nil])
    #expect(cells.map { $0["duration"]?.number } == [1, 0.010416666666666666])
  }

  @Test func `a ramp passes every value by a hundredth of the range at most`() throws {
    let values: [(Double, Int)] = (0...200).map { number in
      let time = Double(number) / 100
      return (0.5 + time, Int(4_000 * time * (2 - time)) * 2 - 4_000)
    }
    let cells = try recorded(values.map { ($0, .bend(Channel(1), Int16($1))) })
    #expect((3...30).contains(cells.count))
    for (time, value) in values {
      let cell = try #require(
        cells.last { ($0["position"]?.number ?? 9) <= time + 1e-6 })
      let (from, start) = (cell["position"]?.number ?? 0, cell["value"]?.number ?? 0)
      let way = min(1, (time - from) / (cell["duration"]?.number ?? 1))
      let met = start + ((cell["to"]?.number ?? start) - start) * way
      #expect(abs(met - Double(value)) <= 165, "\(time): \(met) for \(value)")
    }
  }

  @Test func `a pedal and values far apart are no ramps`() throws {
    let cells = try recorded([
      (0.5, control(64, 127)), (0.6, control(64, 0)), (1, control(7, 10)), (2, control(7, 90)),
      (2.5, .keyPressure(Channel(1), Pitch(60), 5)), (3, .pressure(Channel(1), 6)),
    ])
    #expect(cells.map { $0["position"]?.number } == [0.5, 0.6, 1, 2, 2.5, 3])
    #expect(cells.map { $0["value"]?.integer } == [127, 0, 10, 90, 5, 6])
    #expect(cells.allSatisfy { $0["to"] == nil })
  }

  @Test func `a program has the bank that came before it`() throws {
    let cells = try recorded([
      (0.5, control(0, 1)), (0.51, control(32, 2)), (0.52, .program(Channel(1), 4)),
      (2, .program(Channel(1), 5)),
    ])
    #expect(cells.map { $0["program"]?.integer } == [5, 6])
    #expect(cells.map { $0["bank"]?.string } == ["1:2", nil])
  }

  @Test func `a flood is thinned, and its last value is kept`() throws {
    let events = (0..<4_000).map { (number: Int) -> (Double, MIDIMessage) in
      let value = UInt8(number * 37 % 128)
      return (1 + Double(number) / 4_000, control(1, value))
    }
    let cells = try recorded(events)
    #expect(cells.count <= 200)
    #expect(cells.last?["value"] == 123)
  }
}
