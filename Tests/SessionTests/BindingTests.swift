import ControlProtocol
import Session
import Testing
import Timeline
import Transport

@Suite struct BindingTests {
  private let one = Channel(1)

  @Test func `a pedal does its line when pressed, and not while held or when released`() throws {
    var bindings = try bound(.controller(64), "go next when=bar")
    let values: [UInt8] = [0, 63, 64, 127, 64, 63, 0, 127]
    #expect(values.map { bindings.hear(pedal($0)).count } == [0, 0, 1, 0, 0, 0, 0, 1])
  }

  @Test func `with both edges a release counts too, once`() throws {
    var bindings = try bound(.controller(64), "play", isForBoth: true)
    let values: [UInt8] = [0, 127, 127, 0, 0]
    #expect(values.map { bindings.hear(pedal($0)).count } == [0, 1, 0, 1, 0])
    bindings = try bound(.note(Pitch(36)), "play", isForBoth: true)
    let messages: [MIDIMessage] = [
      .noteOff(one, Pitch(36), velocity: 0), .noteOn(one, Pitch(36), .standard),
      .noteOff(one, Pitch(36), velocity: 0), .noteOff(one, Pitch(36), velocity: 0),
    ]
    #expect(messages.map { bindings.hear($0).count } == [0, 1, 1, 0])
  }

  @Test func `a line with $value is done at each change, with the value in its place`() throws {
    var bindings = try bound(.controller(7), "rows.set bass level=$value")
    let calls = ([0, 1, 1, 90] as [UInt8]).flatMap {
      bindings.hear(.control(one, controller: 7, value: $0))
    }
    #expect(calls.map(\.value) == [0, 1, 90])
    let request = try calls[2].binding.request(of: calls[2].value)
    #expect(request.arguments.integer("level") == 90)
  }

  @Test func `each stroke of a key and each program counts, and a bend by half of its way`() throws
  {
    var bindings = try bound(.note(Pitch(36)), "stop")
    #expect(
      [1, 2].map { _ in bindings.hear(.noteOn(one, Pitch(36), Velocity(1))).count } == [1, 1])
    #expect(bindings.hear(.noteOff(one, Pitch(36), velocity: 64)).isEmpty)
    bindings = try bound(.program(4), "stop")
    #expect([4, 4, 5].map { bindings.hear(.program(one, $0)).count } == [1, 1, 0])
    bindings = try bound(.bend, "stop")
    #expect([100, 4_096, 8_191, 0].map { bindings.hear(.bend(one, $0)).count } == [0, 1, 0, 0])
  }

  @Test func `a message is for the line that is bound to it, let go as well as pressed`() throws {
    let bindings = try bound(.controller(64), "stop", channel: one)
    #expect([0, 127].map { bindings.concern(pedal($0)) } == [true, true])
    #expect(!bindings.concern(.control(Channel(2), controller: 64, value: 127)))
    #expect(!bindings.concern(.noteOn(one, Pitch(64), .standard)))
    #expect(!bindings.concern(.pressure(one, 64)))
  }

  @Test func `a binding of one channel hears no other, and others may have the same trigger`()
    throws
  {
    var bindings = try bound(.note(Pitch(36)), "stop", channel: Channel(10))
    try bindings.set(binding(.note(Pitch(36)), "play"))
    #expect(bindings.hear(.noteOn(one, Pitch(36), .standard)).map(\.binding.line) == ["play"])
    #expect(
      bindings.hear(.noteOn(Channel(10), Pitch(36), .standard)).map(\.binding.line)
        == ["stop", "play"])
    try bindings.set(binding(.note(Pitch(36)), "continue"))
    #expect(bindings.list.map(\.line) == ["stop", "continue"])
    try bindings.remove(.note(Pitch(36)), Channel(10))
    #expect(bindings.list.map(\.line) == ["continue"])
    #expect(throws: RequestError.self) { try bindings.remove(.bend, nil) }
    try bindings.remove(nil, nil)
    #expect(bindings.list.isEmpty)
  }

  @Test func `what is learned is what comes next and can be bound, on its channel`() throws {
    var bindings = Bindings()
    try bindings.learn("play", isForBoth: false)
    #expect(bindings.members["learning"] == "play")
    for message in [
      .noteOff(one, Pitch(36), velocity: 0), .pressure(one, 5), .sync(.clock),
    ] as [MIDIMessage] {
      #expect(try bindings.takeLesson(message) == nil)
    }
    let press = MIDIMessage.control(Channel(2), controller: 64, value: 127)
    let learned = try #require(try bindings.takeLesson(press))
    #expect((learned.trigger, learned.channel) == (.controller(64), Channel(2)))
    #expect(try bindings.takeLesson(press) == nil)
    // It is pressed already.
    #expect(bindings.hear(press).isEmpty)
    #expect(bindings.hear(.control(Channel(2), controller: 64, value: 0)).isEmpty)
    #expect(bindings.hear(press).count == 1)
  }

  @Test func `a line is refused when it is bound, by what is wrong with it`() throws {
    let lines = [
      "", "# nothing", "nothing like that", "tempo 0", "play; stop", "hello me",
      "bind cc:1 play", "subscribe edit", "load songs/friday", "tempo \"",
    ]
    for line in lines {
      let error = #expect(throws: RequestError.self) { try binding(.bend, line) }
      #expect(error?.field == "line", "\(line): \(error?.message ?? "")")
    }
    _ = try binding(.bend, "mute bass; mute keys")
    _ = try binding(.bend, "load /songs/friday")
  }

  @Test func `no more lines than the limit are bound`() throws {
    var bindings = Bindings()
    for index in 0..<Limits.bindings {
      let channel = Channel(UInt8(index % 16 + 1))
      try bindings.set(binding(.note(Pitch(UInt8(index / 16))), "play", channel: channel))
    }
    let error = #expect(throws: RequestError.self) { try bindings.set(binding(.bend, "play")) }
    #expect(error?.kind == .limit)
    try bindings.set(binding(.note(Pitch(0)), "stop", channel: one))
  }

  @Test func `what a binding says of itself makes it again`() throws {
    for line in ["go next when=bar", "title \"a \\\"b\\\"; c\"", "rows.set bass level=$value"] {
      let binding = try binding(.controller(7), line, channel: Channel(3), isForBoth: true)
      let text = Words.join([[Word(value: "bind")] + binding.words])
      let request = try #require(try Request(words: text))
      #expect(request.arguments.trigger("trigger") == binding.trigger)
      #expect(request.arguments.text("line") == line)
      #expect(request.arguments.integer("channel") == 3)
      #expect(request.arguments.text("edge") == "both")
    }
  }

  private func pedal(_ value: UInt8) -> MIDIMessage {
    .control(one, controller: 64, value: value)
  }

  private func binding(
    _ trigger: Trigger, _ line: String, channel: Channel? = nil, isForBoth: Bool = false
  ) throws(RequestError) -> Binding {
    try Binding(trigger, channel: channel, line: line, isForBoth: isForBoth)
  }

  private func bound(
    _ trigger: Trigger, _ line: String, channel: Channel? = nil, isForBoth: Bool = false
  ) throws -> Bindings {
    var bindings = Bindings()
    try bindings.set(binding(trigger, line, channel: channel, isForBoth: isForBoth))
    return bindings
  }
}
