import Testing
import Timeline
import Transport

@Suite struct ContentSimulationTests {
  @Test(arguments: 1...40)
  func `content of every kind is played and edited, and nothing sticks or is told twice`(
    seed: UInt64
  ) throws {
    var jam = try Jam(seed: seed, content: true)
    for _ in 0..<150 { try jam.step() }
    jam.stage.run(milliseconds: 1)
    #expect(jam.stage.unset == [], "seed \(seed)")
    jam.end()
    #expect(jam.stage.unbalanced == [], "seed \(seed)")
    #expect(jam.stage.unpaired == [], "seed \(seed)")
    #expect(jam.stage.hasty == [], "seed \(seed)")
    #expect(jam.stage.restless == [], "seed \(seed)")
  }

  @Test(arguments: 1...40)
  func `wherever the playhead has jumped, everything stands as the song has it there`(
    seed: UInt64
  ) throws {
    var jam = try Jam(seed: seed, content: true)
    for _ in 0..<100 {
      try jam.step()
      jam.stage.run(milliseconds: 1)
      #expect(jam.stage.unset == [], "seed \(seed)")
    }
  }

  @Test(arguments: 1...30)
  func `a process that is stopped at any moment leaves no controller and no label behind`(
    seed: UInt64
  ) throws {
    var jam = try Jam(seed: seed, content: true)
    for _ in 0..<150 {
      jam.preempt()
      try jam.step()
    }
    jam.settle()
    #expect(jam.stage.unset == [], "seed \(seed)")
    jam.end()
    let wrong = jam.stage.unbalanced.filter {
      jam.stage.transport.health.lateCommits == 0 || !$0.hasPrefix("off without on")
    }
    #expect(wrong == [], "seed \(seed)")
    #expect(jam.stage.unpaired == [], "seed \(seed)")
  }

  @Test(arguments: 1...20)
  func `a small pool delays controllers and loses none`(seed: UInt64) throws {
    var jam = try Jam(seed: seed, content: true)
    jam.stage.tape.capacity = 6
    for _ in 0..<100 { try jam.step() }
    jam.end()
    #expect(jam.stage.unbalanced == [], "seed \(seed)")
    #expect(jam.stage.restless == [], "seed \(seed)")
  }
}

extension Song {
  /// The song with a row more, which has content of every kind.
  func withContent(_ dice: inout Dice) throws -> Song {
    var song = self
    var draft = Draft(of: song)
    let row = try draft.addRow(named: "more", [.voices(.poly), .program(1)])
    for _ in 0..<15 { try draft.add([try .random(&dice)], to: row, .allow) }
    song.apply(draft.patch)
    return song
  }
}

extension NewCell {
  static func random(_ dice: inout Dice) throws -> NewCell {
    NewCell(
      position: Ticks(Int64(dice.roll(64)), over: 8),
      duration: Ticks(Int64(1 + dice.roll(24)), over: 8), content: try .random(&dice),
      label: dice.roll(4) == 0 ? "label \(dice.roll(3))" : nil)
  }
}

extension CellContent {
  static func random(_ dice: inout Dice) throws -> CellContent {
    let eighth = { (dice: inout Dice, most: Int) in Double(dice.roll(most)) / 8 }
    switch dice.roll(8) {
    case 0: return .label
    case 1: return .program(UInt8(dice.roll(128)))
    case 2: return .sysex([UInt8(dice.roll(128))])
    case 3, 4:
      var notes: [(UInt8, Double, Double)] = []
      var changes: [(UInt8, Double, Int)] = []
      for _ in 0..<dice.roll(4) {
        changes.append((dice.roll(2) == 0 ? 7 : 64, eighth(&dice, 8), dice.roll(128)))
      }
      for _ in 0...dice.roll(4) {
        notes.append((UInt8(60 + dice.roll(6)), eighth(&dice, 8), eighth(&dice, 8) + 0.125))
      }
      let loop = dice.roll(2) == 0 ? nil : eighth(&dice, 12) + 0.125
      return try .clip(notes, changes, loop: loop, offset: eighth(&dice, 8))
    default:
      let target = [Control.Target.controller(7), .controller(64), .bend][dice.roll(3)]
      return .control(
        target, dice.roll(128), to: dice.roll(2) == 0 ? nil : dice.roll(128),
        over: eighth(&dice, 16) + 0.125, offset: eighth(&dice, 8))
    }
  }
}

extension Stage {
  /// The labels whose starts and ends do not alternate.
  var unpaired: [String] {
    var inside: Set<Cell.ID> = []
    var wrong: [String] = []
    for case .crossed(let crossing) in notices {
      if crossing.enters {
        if !inside.insert(crossing.cell).inserted { wrong.append("twice: \(crossing)") }
      } else if inside.remove(crossing.cell) == nil {
        wrong.append("never: \(crossing)")
      }
    }
    return wrong + inside.map { "still in \($0)" }
  }

  /// How the device stands: the last value of each thing that was set.
  private var values: [String: Int] {
    var values: [String: Int] = [:]
    for heard in tape.heard {
      switch heard.message {
      case .control(_, let controller, let value): values["cc \(controller)"] = Int(value)
      case .bend(_, let value): values["bend"] = Int(value)
      case .program(_, let program): values["program"] = Int(program)
      default: break
      }
    }
    return values
  }

  /// The pedal or the bend, where it is not at rest.
  var restless: [String] {
    values.filter { ["cc 64", "bend"].contains($0.key) && $0.value != 0 }.map(\.key)
  }

  /// What does not stand as the song has it at the playhead, told by walking through all cells.
  var unset: [String] {
    guard transport.state == .rolling else { return [] }
    let position = transport.position
    var wanted: [String: (claim: (Ticks, Int, Ticks, Cell.ID), value: Int)] = [:]
    func claim(_ name: String, _ claim: (Ticks, Int, Ticks, Cell.ID), _ value: Int) {
      if wanted[name].map({ $0.claim <= claim }) ?? true { wanted[name] = (claim, value) }
    }
    let song = transport.song
    for (index, row) in song.rowList.enumerated() {
      if let program = row.program {
        claim("program", (Ticks(count: -1), index, .zero, Cell.ID(0)), Int(program))
      }
      guard !row.mute else { continue }
      song.visit(row.id, startingFrom: .zero) { cell in
        guard cell.position < position else { return false }
        let placed = song.placed(cell, in: row.id)
        let start = (cell.position, index, cell.position, cell.id)
        switch placed.rare.content {
        case .program(let change): claim("program", start, Int(change.program))
        case .control(let control):
          let last = placed.controlValues(from: .zero, to: position).last
          claim(control.target.name, start, last?.value ?? -1)
        case .clip:
          for change in placed.clipChanges(from: .zero, to: position) {
            claim(
              change.target.name, (change.position, index, cell.position, cell.id), change.value)
          }
        case .sysex, .meta, nil: break
        }
        return true
      }
    }
    for name in ["cc 64", "bend"] where wanted[name] == nil && values[name] != nil {
      wanted[name] = ((.zero, 0, .zero, Cell.ID(0)), 0)
    }
    return wanted.filter { values[$0.key] != $0.value.value }
      .map { "\($0.key) at \(position.beats) is \(values[$0.key] ?? -1), not \($0.value.value)" }
  }
}

extension Control.Target {
  fileprivate var name: String {
    switch self {
    case .controller(let number): "cc \(number)"
    case .bend: "bend"
    case .channelPressure: "pressure"
    case .keyPressure(let pitch): "key \(pitch.number)"
    }
  }
}

extension Jam {
  /// Adds, moves, resizes, removes or changes a cell of any kind, or mutes its row.
  mutating func changeContent() throws {
    let more = stage.transport.song.row(named: "more")?.id ?? Row.ID(1)
    var cells: [Cell.ID] = []
    stage.transport.song.visit(more, startingFrom: .zero) { cell in
      cells.append(cell.id)
      return true
    }
    let options = EditOptions(snap: .off, overlap: .allow)
    let fresh = try NewCell.random(&dice)
    let kind = dice.roll(8)
    let sounding: Sounding? = [nil, nil, .keep, .cut, .swap][dice.roll(5)]
    guard kind > 1, !cells.isEmpty else {
      try stage.edit { draft in _ = try draft.add([fresh], to: more, .allow) }
      return
    }
    let cell = cells[dice.roll(cells.count)]
    let isMuted = dice.roll(3) == 0
    try stage.edit(sounding: sounding) { draft in
      switch kind {
      case 2: _ = try draft.move([cell], .to(fresh.position), options)
      case 3: _ = try draft.resize([cell], .to(fresh.duration), edge: .right, options)
      case 4: _ = try draft.resize([cell], .to(fresh.duration), edge: .left, options)
      case 5: try draft.remove([cell])
      case 6: try draft.set([.mute(isMuted)], of: more)
      default:
        if case .other(let content, let offset) = fresh.content {
          try draft.set([.content(content, offset: offset)], of: [cell], options)
        }
      }
    }
  }

  /// Lets all that is late leave.
  mutating func settle() {
    stage.clock.jumps = [:]
    if stage.transport.state == .stopped { _ = stage.transport.play() }
    stage.run(milliseconds: 300)
  }
}
