import Session
import Timeline
import Transport

/// What happens at random.
extension Concert {
  /// How many acts write the song that the others change.
  private static let written = 40

  /// An empty song.
  mutating func begin() {
    for (number, name) in ["bass", "keys", "lead", "hat"].enumerated() {
      let voices = number % 2 == 0 ? "mono" : "poly"
      ask(
        "row \(name) channel=\(1 + dice.roll(2)) port=\(dice.pick(Concert.ports)) voices=\(voices)")
    }
    for section in ["A 0 4", "B 4 9.5", "C 2 2.5", "D 7 8"] { ask("section \(section)") }
    ask("scenes.save One")
    ask("tempo \(20 + dice.roll(281))")
    ask("loop 0 \(2 + dice.roll(12)) tails=\(dice.pick(["cut", "ring"]))")
  }

  /// The act with a number.
  mutating func perform(_ act: Int) {
    self.act = act
    if act <= Concert.written { return add() }
    if weather.isStormy, dice.hits(oneIn: 4) { storm() } else { doSomething() }
  }

  /// One act, and some time after it.
  mutating func doSomething() {
    switch dice.roll(100) {
    case 0..<60: edit()
    case 60..<68: setRow()
    case 68..<74: setTime()
    case 74..<82: setRange()
    case 82..<89: steer()
    case 89..<92: if weather.waits { go() } else { steer() }
    case 92..<96: ask(dice.pick(["undo", "redo"]) + when)
    case 96: ask("metronome \(dice.pick(["on", "off"])) port=\(Concert.clickPort)")
    case 97: ask("meter \(dice.pick(["4/4", "3/4", "7/8", "5/4"])) at=\(dice.roll(4) + 1):1")
    case 98 where dice.hits(oneIn: 2): ask(dice.pick(["chase on", "chase off", "song.set seed=3"]))
    case 98 where dice.hits(oneIn: 5): replaceSong()
    default: ask(batch() + when)
    }
    if session.song.cellCount > 150 { ask("cut all@\(dice.roll(12))..") }
    if !session.isRolling, !dice.hits(oneIn: 4) { play() }
    wait()
  }

  /// Comes to rest: whatever still sounds then is stuck.
  mutating func end() {
    if session.isRolling { ask("stop") }
    run(nanoseconds: 2_500_000_000)
  }

  private mutating func wait() {
    // Several acts at one moment, or soon after one another, or with a while between.
    let longest: Int
    switch dice.roll(10) {
    case 0..<3: return run(nanoseconds: 0)
    case 3..<6: longest = 3_000_000
    case 6..<9: longest = 200_000_000
    default: longest = 1_500_000_000
    }
    run(nanoseconds: Int64(dice.roll(longest)))
  }

  private mutating func play() {
    switch dice.roll(10) {
    case 0..<4: ask("play")
    case 4..<7: ask("play \(position)")
    case 7: countIn()
    default: ask("continue")
    }
  }

  /// Nothing else happens while bars are counted.
  private mutating func countIn() {
    guard !session.isRolling, ask("play countIn=1") else { return }
    while session.transport.state == .countingIn { run(nanoseconds: 50_000_000) }
  }

  // What waits.

  /// When something is to take effect: mostly now.
  private var when: String {
    mutating get {
      guard weather.waits, dice.hits(oneIn: 4) else { return "" }
      let places = ["beat", "beat", "bar", "bar", "2bars", "loop", "2loops", "section", position]
      return " when=\(dice.pick(places))"
    }
  }

  /// To another section, or no more to it.
  private mutating func go() {
    switch dice.roll(8) {
    case 0: ask("cancel")
    case 1: ask("cancel \(waiting.first?.number ?? 1)")
    case 2: ask("scene One" + when)
    default:
      let section = dice.pick(["A", "B", "C", "D", "next", "previous", "again"])
      let plan = dice.pick(["", "", " then=A", " times=2", " times=2 then=D", " then=again"])
      ask("go \(section)\(plan)" + when)
    }
  }

  // Edits.

  private var position: String { mutating get { "\(Double(dice.roll(97)) / 8)" } }
  private var length: String { mutating get { "\(Double(1 + dice.roll(24)) / 8)" } }
  private var pitch: Int { mutating get { 60 + dice.roll(6) } }
  private var row: String {
    mutating get { dice.pick(session.song.rowList.map(\.name)) }
  }

  /// Some cells: by id, near the playhead, of a row, or all of a stretch.
  private var cells: String {
    mutating get {
      switch dice.roll(6) {
      case 0..<3:
        return "\(1 + dice.roll(Int(min(session.song.nextCell.number, 1_000_000))))"
      case 3: return "all@here"
      case 4: return "\(row)@\(position)..9"
      default: return "all@here..here+\(length)"
      }
    }
  }

  private var manner: String {
    mutating get {
      let snap = dice.pick(["", "", " snap=off", " snap=1/8t", " mode=grid"])
      let overlap = dice.pick(["", "", "", " overlap=allow", " overlap=reject"])
      let sounding = dice.pick(["", "", "", " sounding=keep", " sounding=cut", " sounding=swap"])
      let history = dice.pick(["", "", "", " history=join", " history=none"])
      return snap + overlap + sounding + history
    }
  }

  private mutating func add() {
    ask("add \(row) \(position) \(length) \(pitch) vel=\(1 + dice.roll(127))" + manner + when)
  }

  /// Changes some cells.
  mutating func edit() {
    if dice.hits(oneIn: 3) { return add() }
    ask(change() + manner + when)
  }

  private mutating func change() -> String {
    let sign = dice.pick(["", "-"])
    switch dice.roll(16) {
    case 0, 1, 2: return "move \(cells) by=\(sign)\(length)"
    case 3: return "move \(cells) position=here+\(length)"
    case 4: return "move \(cells) byRows=\(sign)1"
    case 5, 6: return "resize \(cells) by=\(sign)\(length)"
    case 7: return "resize \(cells) for=\(length) edge=\(dice.pick(["left", "right"]))"
    case 8: return "split \(cells) at=\(position)"
    case 9: return "cut \(cells)"
    case 10: return dice.hits(oneIn: 2) ? "set \(cells) notes=\(pitch),\(pitch)" : setOdds()
    case 11: return "transpose \(cells) \(sign)\(dice.roll(5))"
    case 12: return "quantize \(cells) 1/8 strength=\(dice.roll(101))"
    case 13: return "humanize \(cells) time=20 seed=\(dice.roll(9))"
    case 14: return "copy \(cells) by=\(length)"
    default: return "pattern \(row) \"x.Xo x_.x\" at=\(position) step=1/16 fill=1"
    }
  }

  private mutating func setOdds() -> String {
    let odds = ["chance=50", "every=2:3", "every=1:2", "chance=", "every=", "chance=90 every=2:2"]
    return "set \(cells) \(dice.pick(odds))"
  }

  private mutating func batch() -> String {
    "\(change()) ; \(change()) ; add \(row) \(position) \(length) \(pitch)"
  }

  // What is heard of it.

  private mutating func setRow() {
    let setting: String
    switch dice.roll(6) {
    case 0, 1: setting = "mute=toggle"
    case 2: setting = "solo=\(dice.pick(["on", "off", "off"]))"
    case 3: setting = "transpose=\(dice.roll(7) - 3)"
    case 4: setting = "channel=\(1 + dice.roll(2)) port=\(dice.pick(Concert.ports))"
    default: setting = "level=\(dice.pick([0, 50, 100, 150]))"
    }
    ask("rows.set \(dice.hits(oneIn: 5) ? "all" : row) \(setting)" + when)
  }

  private mutating func setTime() {
    switch dice.roll(6) {
    case 0, 1: ask("tempo \(20 + dice.roll(281))" + when)
    case 2: ask("tempo \(20 + dice.roll(281)) at=\(position)" + when)
    case 3: ask("tempo \(20 + dice.roll(281)) at=\(position) over=\(length)" + when)
    case 4: ask("scale \(dice.pick(["0.5", "1", "1", "1.25", "4"]))" + when)
    default: ask("nudge \(dice.pick(["-20", "-3.5", "1", "7", "30"]))")
    }
  }

  private mutating func setRange() {
    let start = Double(dice.roll(48)) / 4
    let setting: String
    switch dice.roll(8) {
    case 0..<3: setting = "loop \(start) \(start + Double(1 + dice.roll(24)) / 3)"
    case 3: setting = "loop \(dice.pick(["half", "double", "off", "on", "toggle"]))"
    case 4: setting = "range.set auto=\(dice.pick(["off", "bar", "cell"]))"
    case 5: setting = "range.set tails=\(dice.pick(["cut", "ring"]))"
    case 6: setting = "loop \(start) \(start + 0.0625)"
    default: setting = "loop 0 \(4 + dice.roll(12))"
    }
    ask(setting + when)
  }

  private mutating func steer() {
    switch dice.roll(8) {
    case 0..<4: ask("seek \(position)" + when)
    case 4: ask("stop" + when)
    case 5: if session.isRolling { ask("play \(position)") } else { countIn() }
    case 6: ask("panic")
    default: if !session.isRolling { play() }
    }
  }

  private mutating func replaceSong() {
    let former = session.song
    ask("cut all@\(position)..")
    replace(with: former)
  }
}
