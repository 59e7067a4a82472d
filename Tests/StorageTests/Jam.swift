import Storage
import Testing
import Timeline

/// A generator that gives the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
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

/// Somebody who edits a song at random and keeps its history, as a session does.
struct Jam {
  var song = Song()
  var history: History
  var revision: Int64 = 0
  private var random: SeededGenerator

  init(seed: UInt64, limit: Int = 20) {
    random = SeededGenerator(seed: seed)
    history = History(limit: limit)
  }

  init(seed: UInt64, from contents: Contents) {
    random = SeededGenerator(seed: seed)
    song = contents.song
    history = contents.history
    revision = contents.revision
  }

  /// A song after some edits.
  static func song(seed: UInt64, edits: Int = 40) -> Song {
    var jam = Jam(seed: seed)
    for _ in 0..<edits { _ = jam.next() }
    return jam.song
  }

  /// The next thing that happens, as the record of it.
  mutating func next() -> Record {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<12: return edit()
    case 12..<14 where history.canUndo: return undo()
    case 14 where history.canRedo: return redo()
    case 15: return edit(joined: true)
    case 16: return edit(isRecorded: false)
    case 17: return replaceSong()
    case 18:
      history.limit = Int.random(in: 0..<8, using: &random)
      return record(.patch(Patch()), .limit(history.limit))
    case 19:
      history.dropRedo()
      return record(.patch(Patch()), .dropRedo)
    default: return edit()
    }
  }

  mutating func edit(isRecorded: Bool = true, joined: Bool = false) -> Record {
    let patch = self.patch()
    song.apply(patch)
    revision += 1
    let step = History.Step(
      command: "edit", name: "edit \(revision)",
      author: History.Author(client: nil, name: revision % 3 == 0 ? nil : "Ægir \(revision % 3)"),
      change: .patch(patch.undoable))
    guard isRecorded else { return record(.patch(patch), .none) }
    if joined { return record(.patch(patch), history.join(step) { "edit \($0.cells.count)" }) }
    history.append(step)
    return record(.patch(patch), .append(step))
  }

  private mutating func undo() -> Record {
    guard let step = history.newest else { preconditionFailure("nothing to undo") }
    guard let change = take(step.change, back: true) else { return edit() }
    history.stepBack(in: revision)
    return record(change, .undone())
  }

  private mutating func redo() -> Record {
    guard let step = history.next else { preconditionFailure("nothing to redo") }
    guard let change = take(step.change, back: false) else { return edit() }
    history.stepForward(in: revision)
    return record(change, .redone())
  }

  /// Nil where an edit that was not recorded is in the way.
  private mutating func take(_ change: History.Change, back: Bool) -> Record.Change? {
    switch change {
    case .replacement(let before, let after):
      song = (back ? before : after).counting(fromRow: song.nextRow, cell: song.nextCell)
      revision += 1
      return .song(song)
    case .patch(let patch):
      let patch = back ? patch.inverse : patch
      guard patch.rows.isEmpty, patch.conflicts(with: song).isEmpty,
        patch.sections.allSatisfy({ song.section(named: $0.name) == $0.before }),
        patch.cells.allSatisfy({ change in change.after.map { song.row($0.row) != nil } ?? true })
      else { return nil }
      song.apply(patch)
      revision += 1
      return .patch(patch)
    }
  }

  private mutating func replaceSong() -> Record {
    let before = song
    song = Jam.song(seed: random.next(), edits: 5)
      .counting(fromRow: song.nextRow, cell: song.nextCell)
    revision += 1
    let step = History.Step(
      command: "song.import", name: "import \(revision)",
      change: .replacement(before: before, after: song))
    history.append(step)
    return record(.song(song), .append(step))
  }

  func record(_ change: Record.Change, _ history: Record.HistoryChange) -> Record {
    Record(revision: revision, change: change, history: history, song: song)
  }

  private mutating func patch() -> Patch {
    var draft = Draft(of: song)
    for _ in 0...Int.random(in: 0...2, using: &random) { try? operate(on: &draft) }
    return draft.patch
  }

  private mutating func operate(on draft: inout Draft) throws(EditError) {
    let rows = draft.song.order
    guard let row = rows.randomElement(using: &random), rows.count < 8 else {
      try addRow(to: &draft)
      return
    }
    let options = EditOptions(snap: .standard)
    let cells = cells(of: draft.song, in: row)
    switch Int.random(in: 0..<14, using: &random) {
    case 0: try addRow(to: &draft)
    case 1: try draft.set([.mute(Bool.random(using: &random)), rowField()], of: row)
    case 2: draft.set(songField())
    case 3: try draft.remove(Array(cells.prefix(2)))
    case 4: _ = try draft.move(cells, .steps(Int64.random(in: -8...8, using: &random)), options)
    case 5:
      try draft.set(
        [
          .label("côte"), .chance(50), .turn(Odds.Turn(2, of: 4)),
          .pitches([Pitch(60), Pitch(72)]),
        ],
        of: cells, options)
    case 7: try draft.set(section())
    case 8:
      if let section = draft.song.sections.first { try draft.removeSection(named: section.name) }
    case 6 where rows.count > 2: try draft.removeRows([row])
    default: _ = try draft.add(newCell(), to: row, options)
    }
  }

  private mutating func addRow(to draft: inout Draft) throws(EditError) {
    let name = "row \(UInt16.random(in: 0...999, using: &random))"
    let index = Int.random(in: 0...draft.song.order.count, using: &random)
    try draft.addRow(named: name, [rowField(), rowField()], at: index)
  }

  private func cells(of song: Song, in row: Row.ID) -> [Cell.ID] {
    var cells: [Cell.ID] = []
    song.visit(row, startingFrom: .zero) {
      cells.append($0.id)
      return cells.count < 5
    }
    return cells
  }

  private mutating func newCell() -> NewCell {
    let pitches = (0...Int.random(in: 0...2, using: &random)).map { _ in
      Pitch(UInt8.random(in: 0...127, using: &random))
    }
    let isLabel = Int.random(in: 0..<8, using: &random) == 0
    let chord = Bool.random(using: &random) ? try? ChordSymbol("F#m7b5/C") : nil
    let position = Ticks(count: Int64.random(in: 0...Ticks.perBeat * 64, using: &random))
    let duration = Ticks(count: Int64.random(in: 1...Ticks.perBeat * 4, using: &random))
    if Int.random(in: 0..<3, using: &random) == 0, let content = content() {
      let offset = Ticks(count: Int64.random(in: -Ticks.perBeat...Ticks.perBeat, using: &random))
      return NewCell(
        position: position, duration: duration, content: .other(content, offset: offset))
    }
    return NewCell(
      position: position, duration: duration,
      content: isLabel
        ? .label
        : .notes(
          pitches, Velocity(UInt8.random(in: 1...127, using: &random)),
          offVelocity: UInt8.random(in: 0...127, using: &random)),
      chord: isLabel ? nil : chord, label: isLabel ? "" : nil,
      data: Int.random(in: 0..<6, using: &random) == 0 ? #"{"é":1}"# : nil)
  }

  private mutating func content() -> Cell.Content? {
    let number = UInt8.random(in: 0...127, using: &random)
    let targets: [Control.Target] = [
      .controller(number), .bend, .channelPressure, .keyPressure(Pitch(number)),
    ]
    let target = targets.randomElement(using: &random) ?? .bend
    let length = Ticks(count: Int64.random(in: Limits.loop.count...Ticks.perBeat, using: &random))
    let isLong = Bool.random(using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      let note = Clip.Note(
        offset: length, duration: length, pitch: Pitch(number), offVelocity: number)
      let changes = [Clip.Change(offset: length, target: target, value: Int(number))]
      return (try? Clip(notes: [note], changes: changes, loop: isLong ? length : nil))
        .map { .clip($0) }
    case 1:
      let ramp = isLong ? Control.Ramp(to: 0, over: length) : nil
      return Control(target, value: Int(number), ramp: ramp).map { .control($0) }
    case 2:
      let bank = isLong ? Row.Bank(msb: Int(number), lsb: 2) : nil
      return .program(ProgramChange(number, bank: bank))
    case 3:
      let kind = MetaEvent.Kind(Int(number))
      return kind.flatMap { MetaEvent($0, [number, 0xFF]) }.map { .meta($0) }
    default: return SystemExclusive([0xF0, number, number, 0xF7]).map { .sysex($0) }
    }
  }

  private mutating func rowField() -> RowField {
    let number = Int.random(in: 0...100, using: &random)
    let fields: [RowField] = [
      .port("port \(number)"), .channel(Channel(UInt8(number % 16 + 1))), .program(UInt8(number)),
      .program(nil), .bank(Row.Bank(msb: number, lsb: 1)), .voices(.poly), .note(Pitch(36)),
      .tags(["drums", "b\(number)"]), .solo(true), .transpose(-number), .level(number),
      .colour("#\(number)"), .data("[\(number)]"), .delay(Int64(number) * -1_000_001),
      .swing(Int64(50_000 + number)), .swing(nil),
    ]
    return fields.randomElement(using: &random) ?? .mute(true)
  }

  private mutating func section() -> Section {
    let start = Ticks(beats: Int64.random(in: 0...64, using: &random))
    let number = Int.random(in: 0...5, using: &random)
    return number < 3
      ? Section(name: "Größe \(number)", at: start)
      : Section(name: "section \(number)", start: start, end: start + Ticks(beats: 8))
  }

  private mutating func songField() -> SongField {
    let position = Ticks(beats: Int64.random(in: 0...64, using: &random))
    var range = PlayRange()
    range.end = position
    range.loops = true
    range.auto = .cell
    range.tails = .ring
    let ramp = TempoCurve(
      from: .standard, to: Tempo(picosecondsPerBeat: 451_127_819_549), over: position)
    let meter = Meter(beats: 7, noteValue: 8, grouping: [2, 2, 3])
    var metronome = Metronome()
    metronome.isOn = true
    metronome.port = "Klick"
    metronome.countIn = 2
    let fields: [SongField] = [
      .title("Größe \(position.count)"), .data("{}"), .tempoScale(1_500_000), .snap(.bar),
      .snap(.off), .snap(.step(Snap.Step(beats: 1, over: 3))), .range(range),
      .tempo(song.tempo.setting(ramp, at: position)),
      .meters(song.meters.setting(meter, at: position)), .metronome(metronome),
      .swing(Swing(amount: 66_667)), .seed(.min), .chase(true), .resolution(480),
      .scenes(song.scenes(with: Scene(name: "Größe", of: song), named: "Größe")),
    ]
    return fields.randomElement(using: &random) ?? .snap(.off)
  }
}

extension Song {
  /// All that the song holds, for comparison.
  var everything: Everything {
    var cells: [PlacedCell] = []
    for row in order {
      visit(row, startingFrom: .zero) {
        cells.append(placed($0, in: row))
        return true
      }
    }
    return Everything(
      rows: rowList, cells: cells, nextRow: nextRow, nextCell: nextCell,
      fields: SongField.all(of: self), sections: sections)
  }
}

struct Everything: Hashable, CustomTestStringConvertible {
  var rows: [Row]
  var cells: [PlacedCell]
  var nextRow: Row.ID
  var nextCell: Cell.ID
  var fields: [SongField]
  var sections: [Section]

  /// Short: a failure prints two of them.
  var testDescription: String {
    "\(rows.count) rows, \(cells.count) cells, next \(nextRow.number) and \(nextCell.number)"
  }
}

extension History {
  /// All that the history holds, for comparison; of authors their names.
  var everything: [String] {
    let steps = steps.map { step in
      let title = "\(step.command) \(step.name) \(step.author?.name ?? "")"
      return switch step.change {
      case .patch(let patch): "\(title): \(patch.hashValue)"
      case .replacement(let before, let after):
        "\(title): \(before.everything.hashValue) \(after.everything.hashValue)"
      }
    }
    return steps + ["\(position) of \(limit)"]
  }
}
