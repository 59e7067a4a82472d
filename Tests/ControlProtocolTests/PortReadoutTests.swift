import ControlProtocol
import Testing

struct PortReadoutTests {
  private let readout = Readout(outline: [:])

  @Test func `a connection says whether it is made`() {
    let made: Value = ["port": "bass", "to": "FLUID", "connected": true]
    let waiting: Value = ["port": "keys", "to": "Minilogue", "connected": false]
    let all: Value = [made, waiting]
    #expect(
      readout.result(["port": "keys", "connections": all], of: "ports.connect")
        == "keys → Minilogue, waiting")
    #expect(
      readout.result(["port": "x", "connections": all], of: "ports.disconnect")
        == "x is not connected")
    #expect(
      readout.result(
        ["ports": ["bass", "keys"], "connections": all, "devices": [], "output": "alsa"],
        of: "ports.list") == """
          output   alsa
          ports    bass,keys
          bass → FLUID ✓
          keys → Minilogue, waiting
          no devices
          """)
  }

  @Test func `a connection that is refused says why`() {
    let refused: Value = [
      "port": "bass", "to": "FLUID", "connected": false, "trouble": "cannot connect: busy",
    ]
    #expect(
      readout.result(["port": "bass", "connections": [refused]], of: "ports.connect")
        == "bass → FLUID, cannot connect: busy")
  }

  @Test func `ports say what comes in, and what is forbidden`() {
    let heard: Value = ["port": "in", "to": "KeyStep", "connected": true]
    let forbidden: Value = [
      "port": "bass", "to": "Through", "connected": false, "forbidden": true,
    ]
    let device: Value = ["address": "20:0", "client": "KeyStep", "port": "MIDI 1"]
    let ports: Value = [
      "ports": ["out", "in"], "connections": [heard, forbidden], "devices": [],
      "sources": [device],
    ]
    #expect(
      readout.result(ports, of: "ports.list") == """
        ports    out,in
        in ← KeyStep ✓
        bass ✗ Through
        sources
        address  client   port
        20:0     KeyStep  MIDI 1
        """)
    let transport: Value = ["state": "stopped", "position": 0]
    #expect(
      readout.status(["transport": transport, "connections": [heard, forbidden]])
        == "■ 1:1  in ← KeyStep ✓")
  }

  @Test func `machine control says whose messages it obeys`() {
    let all: Value = ["on": true, "device": 127]
    let one: Value = ["on": true, "device": 5]
    #expect(readout.result(["mmc": all], of: "transport.machine") == "mmc on")
    #expect(
      readout.result(["mmc": ["on": false, "device": 5]], of: "transport.machine") == "mmc off")
    #expect(
      readout.result(["output": "alsa", "mmc": one, "devices": []], of: "ports.list")
        == "output   alsa\nmmc on, device 5\nno devices")
  }

  @Test func `a port that sends clock says how`() {
    let clocks: Value = [
      ["port": "out", "on": "on", "delay": 0], ["port": "drums", "on": "always", "delay": -3.5],
    ]
    #expect(
      readout.result(["clocks": clocks], of: "clock.set")
        == "clock → out\nclock → drums always -3.5 ms")
    #expect(readout.result(["clocks": []], of: "clock.set") == "no port sends clock")
  }

  @Test func `a clock that leads says how well`() {
    let locked: Value = [
      "source": "clock", "lost": "stop", "locked": true, "bpm": 119.998, "losses": 0,
    ]
    let waiting: Value = ["source": "clock", "lost": "continue", "locked": false, "bpm": 120]
    #expect(
      readout.result(["sync": locked], of: "transport.follow")
        == "clock ← in ✓ 120 bpm, stops without")
    #expect(
      readout.result(["sync": ["source": "internal"]], of: "transport.follow") == "clock internal")
    let transport: Value = ["state": "waiting", "position": 0]
    #expect(
      readout.status(["transport": transport, "sync": waiting]) == "▷ 1:1  clock ← in, waiting")
    #expect(readout.status(["transport": transport, "sync": ["source": "internal"]]) == "▷ 1:1")
  }
}
