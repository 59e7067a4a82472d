import ControlProtocol
import Session
import Timeline

/// Somebody who writes a song at random, of all that a song can hold.
struct Songwriter {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// A song after so many edits; what the session refuses is let be.
  func song(edits: Int) throws -> Song {
    var writer = self
    let stage = try Stage("row one", "row two voices=poly note=36 tags=drums,low")
    for _ in 0..<edits {
      let line = writer.line()
      if let request = try? Request(words: line) { _ = try? stage.session.perform(request, for: 1) }
    }
    return stage.session.song
  }

  private mutating func line() -> String {
    switch number(0...7) {
    case 0: "row r\(number(1...9)) \(rowField()) \(rowField())"
    case 1: "rows.set \(row()) \(rowField())"
    case 2: setting()
    case 3: change()
    default: "add \(row()) \(place(0...64)) \(place(1...4)) \(content()) \(besides())"
    }
  }

  private mutating func row() -> String { ["one", "two"].randomElement(using: &random) ?? "one" }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  /// Beats, of which many are no whole ones.
  private mutating func place(_ range: ClosedRange<Int>) -> String {
    "\(number(range)).\(number(0...9_999_999))"
  }

  private mutating func rowField() -> String {
    [
      "port=p\(number(1...3))", "channel=\(number(1...16))", "program=\(number(1...128))",
      "bank=\(number(0...127)):\(number(0...127))", "voices=poly", "note=\(number(0...127))",
      "tags=a,b\(number(0...9))", "mute=toggle", "solo=on", "transpose=\(number(-127...127))",
      "level=\(number(0...200))", "delay=\(number(-499...499)).\(number(0...999_999))",
      "swing=\(number(50...74)).\(number(0...999))", "colour=#\(number(0...9))",
      #"data={"x":[1,2.5,"é\n"]}"#, "name=n\(number(0...9))", "swing=", "program=",
    ].randomElement(using: &random) ?? ""
  }

  private mutating func content() -> String {
    [
      "", "\(number(0...127))", "\(number(0...60)),\(number(61...127))", "chord=F#m7b5/C",
      "clip=\"60@0,1/8t,\(number(1...127)) cc7@1/8=\(number(0...127))\"",
      "clip=\"60@0,1,9,3\" loop=\(number(1...4)).5 offset=0.3",
      "control=cc\(number(0...119)) value=\(number(0...127))",
      "control=bend value=\(number(-8192...8191)) to=0",
      "control=bend value=0 to=\(number(-8192...8191)) over=1.7 offset=-0.2",
      "program=\(number(1...128)) bank=1:2", "program=7", "sysex=\"F0 7D \(number(10...77)) F7\"",
      "meta=\"lyric:lo\(number(0...9))\"", "label=l\(number(0...9))",
    ].randomElement(using: &random) ?? ""
  }

  private mutating func besides() -> String {
    [
      "", "", "chance=\(number(1...99))", "every=2:\(number(2...9))",
      "label=\"é \(number(0...9))\"",
      #"data=[1,{"a":null}]"#, "overlap=allow", "snap=off",
    ].randomElement(using: &random) ?? ""
  }

  private mutating func setting() -> String {
    [
      "title \"Größe \(number(0...9))\"", #"song.set data={"k":0.1}"#,
      "song.set seed=\(number(.min ... .max))", "song.set resolution=\(number(1...32_767))",
      "chase on", "snap 1/16t", "snap off", "snap bar", "scale \(number(1...3)).\(number(0...99))",
      "loop \(place(0...9)) \(place(10...90))", "range.set auto=cell tails=ring",
      "range.set end=\(place(0...90))", "metronome on port=k accent=\(number(0...127)) countIn=2",
      "swing 5\(number(0...9)).\(number(0...999)) 1/16", "scenes.save s\(number(0...3))",
    ].randomElement(using: &random) ?? ""
  }

  private mutating func change() -> String {
    [
      "tempo \(number(20...900)).\(number(0...99)) at=\(place(0...60))",
      "tempo \(number(20...900)) at=\(place(0...60)) over=\(place(1...9))",
      "meter 7/8(2+2+3) at=\(number(1...9)):1", "meter \(number(2...5))/4",
      "section s\(number(0...4)) \(number(0...9)) \(number(10...20))",
      "marker m\(number(0...4)) \(number(0...40))", "cut \(number(1...40))",
      "move \(number(1...40)) by=1/3 snap=off", "split \(number(1...40)) at=\(place(0...60))",
      "undo", "rows.remove r\(number(1...9))",
    ].randomElement(using: &random) ?? ""
  }
}

/// A generator that gives the same numbers for the same seed.
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
