import Timeline
import Transport

/// A key on a port: what a note-on and its note-off have in common.
struct Key: Hashable {
  let port: String
  let channel: UInt8
  let pitch: UInt8
}

/// A note as it must be heard, or was.
struct Onset {
  let key: Key
  let time: Double
  /// The cell that it is of; nil where several strike the key at that moment.
  var cell: Cell.ID?
  /// Nil likewise.
  var velocity: UInt8?
  /// When it ends, if nobody touches anything and its key is not struck again; nil if hard to say.
  var end: Double?
  /// So near a commit point that it may have come or not.
  var isOptional = false
}

/// All that a song strikes, in order, as its rows let it be heard.
struct Score {
  private struct Strike {
    let cell: Cell
    let key: Key
    let velocity: UInt8
  }

  private let song: Song
  private let strikes: [Strike]

  init(_ song: Song) {
    let rows = song.rowList
    let isSolo = rows.contains(where: \.solo)
    var strikes: [Strike] = []
    for row in rows where !row.mute && (row.solo || !isSolo) && row.level > 0 {
      song.visit(row.id, startingFrom: .zero) { cell in
        guard cell.kind == .notes else { return true }
        let velocity = min(max(Int(cell.velocity.number) * row.level / 100, 1), 127)
        for pitch in song.placed(cell, in: row.id).pitches {
          let number = Int(pitch.number) + row.transpose
          guard (0...127).contains(number) else { continue }
          let key = Key(port: row.port, channel: row.channel.number, pitch: UInt8(number))
          strikes.append(
            Strike(cell: cell, key: key, velocity: UInt8(velocity)))
        }
        return true
      }
    }
    self.song = song
    self.strikes = strikes.sorted { $0.cell.position < $1.cell.position }
  }

  /// What is struck from `time` on, at `first` or later, before `end` and `last`: in one pass.
  ///
  /// Where the playhead jumps to `first`, what that lies within may be struck there.
  func onsets(
    from first: Ticks, jumping: Bool, before last: Ticks? = nil, since time: Double,
    until end: Double, in pass: Reckoning
  ) -> [Onset] {
    var onsets: [Onset] = []
    let (begin, last) = (index(of: first), last.map { min($0, pass.end) } ?? pass.end)
    if jumping, song.chases, first < last, pass.time(of: first) < end {
      for strike in strikes[..<begin] where first < strike.cell.end {
        add(strike, at: pass.time(of: first), in: pass, to: &onsets)
      }
    }
    for strike in strikes[begin...] where strike.cell.position < last {
      let moment = pass.time(of: strike.cell.position)
      if moment >= end { break }
      if moment >= time { add(strike, at: moment, in: pass, to: &onsets) }
    }
    return onsets
  }

  private func add(
    _ strike: Strike, at moment: Double, in pass: Reckoning, to onsets: inout [Onset]
  ) {
    guard song.plays(strike.cell, in: pass.count) else { return }
    var off: Double? = pass.time(of: min(strike.cell.end, pass.end))
    if strike.cell.end > pass.end, pass.wraps, song.range.tails == .ring { off = nil }
    let onset = Onset(
      key: strike.key, time: moment, cell: strike.cell.id, velocity: strike.velocity, end: off)
    if let same = onsets.lastIndex(where: { $0.key == onset.key }), onsets[same].time == moment {
      (onsets[same].cell, onsets[same].velocity) = (nil, nil)
      onsets[same].end = onsets[same].end.flatMap { a in off.map { max(a, $0) } }
    } else {
      onsets.append(onset)
    }
  }

  /// The index of the first strike at a tick or later.
  private func index(of tick: Ticks) -> Int {
    var (low, high) = (0, strikes.count)
    while low < high {
      let middle = (low + high) / 2
      if strikes[middle].cell.position < tick { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
