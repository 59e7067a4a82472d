import ALSASequencer
import Testing

private let through = device(14, 0, "Midi Through", "Midi Through Port-0")
private let minitaur = device(20, 0, "Minitaur", "Minitaur MIDI 1")
private let keys = device(24, 0, "Keystation", "Keystation MIDI 1")
private let keysB = device(24, 1, "Keystation", "Keystation MIDI 2")
private let loop1 = device(28, 0, "loop 1", "in")
private let loop10 = device(29, 0, "loop 10 ", "in ")
private let colon = device(30, 0, "nanoPAD2:0", "pads")
private let digits = device(31, 0, "12Step", "12Step MIDI 1")
private let twins = [32, 33].map { device($0, 0, "nanoKEY2", "nanoKEY2 CTRL") }
private let all = [through, minitaur, keys, keysB, loop1, loop10, colon, digits] + twins

@Suite struct ConnectionRuleTests {
  @Test(arguments: [
    ("20:0", minitaur), ("24:1", keysB), ("Minitaur", minitaur), ("mini", minitaur),
    ("Keystation MIDI 2", keysB), ("keystation midi 2", keysB),
    ("Keystation:Keystation MIDI 1", keys), ("loop 1", loop1), ("LOOP 1", loop1),
    ("loop 10", loop10), ("\"loop 10\"", loop10), ("loop 10:in", loop10), ("nanoPAD2:0", colon),
    ("12Step", digits), ("33:0", twins[1]),
    ("  taur  ", minitaur), ("through", through), ("\"Midi Through\"", through),
  ])
  func `a rule finds the one that it names`(text: String, expected: Device) throws {
    #expect(try #require(ConnectionRule(text)).match(all) == .found(expected))
  }

  @Test(arguments: ["\"loop\"", "\"minitaur\"", "\"20:0\"", "21:0", "Moog"])
  func `a rule for what is not there waits`(text: String) throws {
    #expect(try #require(ConnectionRule(text)).match(all) == .absent)
  }

  @Test(arguments: [
    ("Keystation", [keys, keysB]), ("loop", [loop1, loop10]), ("nanoKEY2", twins),
    ("nanoKEY2:nanoKEY2 CTRL", twins),
  ])
  func `a rule that fits several names them all`(text: String, fits: [Device]) throws {
    #expect(try #require(ConnectionRule(text)).match(all.reversed()) == .ambiguous(fits))
  }

  @Test func `a rule fits all that it could mean, and no more`() throws {
    #expect(try #require(ConnectionRule("loop")).fits(among: all) == [loop1, loop10])
    #expect(try #require(ConnectionRule("loop 1")).fits(among: all) == [loop1])
    #expect(try #require(ConnectionRule("Moog")).fits(among: all) == [])
  }

  @Test func `a part of a name never means Midi Through`() throws {
    #expect(try #require(ConnectionRule("mid")).match([through]) == .absent)
    #expect(try #require(ConnectionRule("midi 1")).match([through, minitaur]) == .found(minitaur))
  }

  @Test(arguments: ["", "  ", "\"\"", "\" \""])
  func `an empty name is no rule`(text: String) {
    #expect(ConnectionRule(text) == nil)
  }

  @Test(arguments: ["", ":", "1", "1:", "a:0", "1:2:3", "256:0", "+1:0", "1:-0", "1: 0"])
  func `what is not two numbers is no address`(text: String) {
    #expect(PortAddress(text) == nil)
  }
}

private func device(
  _ client: UInt8, _ port: UInt8, _ clientName: String, _ portName: String
) -> Device {
  Device(
    address: PortAddress(client: client, port: port), clientName: clientName, portName: portName)
}
