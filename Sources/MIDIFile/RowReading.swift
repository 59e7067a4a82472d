import Timeline

/// A row on its way from a file into a song.
struct RowReading {
  var name: String
  let channel: Channel
  /// What its track is called in the file, and at which tick, if it is the only row of that.
  var fileName: (bytes: [UInt8], tick: Int64)?
  /// The drum that it is one of several rows for.
  var drum: Pitch?
  var notes: [NotePairing.Note] = []
  /// All that it says besides notes.
  var controls = ControlReading()

  init(name: String, channel: Channel) {
    self.name = name
    self.channel = channel
  }

  /// A row for each pitch if there are several; the first has what else there is.
  var drums: [RowReading] {
    let pitches = Set(notes.map(\.pitch)).sorted()
    guard pitches.count > 1 else { return [self] }
    return pitches.map { pitch in
      var row = RowReading(name: "", channel: channel)
      row.drum = pitch
      row.notes = notes.filter { $0.pitch == pitch }
      if pitch == pitches.first { row.controls = controls } else { row.program = program }
      return row
    }
  }

  /// The program that it begins with, and its bank.
  var program: ProgramChange? {
    get { controls.program }
    set { controls.program = newValue }
  }

  /// Takes a name; where that does not say all that the track is called in the file, an event does.
  mutating func take(name: String) {
    self.name = name
    guard let fileName, !name.utf8.elementsEqual(fileName.bytes) else { return }
    let events = MetaEvent.pieces(of: .trackName, fileName.bytes)
    controls.addFirst(events.map { .meta($0) }, at: fileName.tick)
  }

  /// The file tick at which all has happened that it plays or says.
  var end: Int64 {
    let last = notes.reduce(0) { max($0, $1.end) }
    return max(last, controls.end)
  }

  /// The rows, where those with notes and without a program have that of another track.
  ///
  /// Tracks share their channels: where one says nothing, another one may have. Rows that have
  /// only lent a program are none.
  static func lendingPrograms(among rows: [RowReading]) -> [RowReading] {
    var lenders: [Channel: Int] = [:]
    for (index, row) in rows.enumerated() where row.program != nil && lenders[row.channel] == nil {
      lenders[row.channel] = index
    }
    var (rows, lent) = (rows, Set<Int>())
    for index in rows.indices where !rows[index].notes.isEmpty && rows[index].program == nil {
      guard let lender = lenders[rows[index].channel] else { continue }
      rows[index].program = rows[lender].program
      lent.insert(lender)
    }
    return rows.enumerated().filter { index, row in
      !lent.contains(index) || !row.notes.isEmpty || !row.controls.isEmpty
    }.map(\.element)
  }
}
