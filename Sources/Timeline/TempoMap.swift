/// The tempo at every position of a song: steps and ramps.
package typealias TempoMap = ChangeMap<TempoCurve>

extension TempoMap.Event {
  package var curve: TempoCurve { value }
  /// When the event is reached.
  package var time: SongTime { count }
  /// The tempo at the event's position.
  package var tempo: Tempo { value.start }
  /// Where the tempo comes to be steady, if no other event is there before.
  package var rampEnd: Ticks { position + value.length }
}

extension TempoMap {
  /// One tempo throughout.
  package init(_ tempo: Tempo) {
    self.init(TempoCurve(tempo))
  }

  /// From steps in any order; the last of several at one position counts.
  ///
  /// Standard until the first.
  package init(steps: [(position: Ticks, tempo: Tempo)]) {
    self.init(changes: steps.map { ($0.position, TempoCurve($0.tempo)) })
  }

  /// This map with the tempo from `position` to the next event replaced by a steady one.
  package func setting(_ tempo: Tempo, at position: Ticks) -> TempoMap {
    setting(TempoCurve(tempo), at: position)
  }

  /// Whether there is one tempo throughout.
  package var isSteady: Bool { events.count == 1 && events[0].curve.length == .zero }

  /// How the tempo goes on from a position, whatever event comes next.
  package func curve(at position: Ticks) -> TempoCurve {
    let event = event(at: position)
    return event.curve.rest(after: position - event.position)
  }

  /// The tempo at a position, on a ramp to the nearest picosecond.
  ///
  /// O(log n).
  package func tempo(at position: Ticks) -> Tempo {
    let event = event(at: position)
    return event.curve.tempo(after: position - event.position)
  }

  /// When a position is reached.
  ///
  /// Exact; O(log n).
  package func time(at position: Ticks) -> SongTime {
    let event = event(at: position)
    return event.time + event.curve.count(of: position - event.position)
  }

  /// The first position reached at or after a time.
  ///
  /// O(log n).
  package func position(at time: SongTime) -> Ticks {
    let event = event(counting: time)
    // Never beyond the next event: it lies on a tick, which is reached when it is.
    return event.position + event.curve.ticks(in: time - event.time)
  }

  /// Where the newest step, ramp or end of a ramp is, at or before a position.
  ///
  /// From there to the next one the tempo is steady or one ramp. O(log n).
  package func bend(before position: Ticks) -> Ticks {
    let event = event(at: position)
    return event.rampEnd <= position ? event.rampEnd : event.position
  }

  /// The fastest tempo in force anywhere in [from, to).
  ///
  /// A ramp is fastest at one of its ends, be it the one that it only comes near.
  package func fastest(from: Ticks, to: Ticks) -> Tempo {
    var fastest = tempo(at: from)
    let first = events.lastIndex(inPrefix: { $0.position <= from })
    for index in first..<events.count where events[index].position < to {
      let event = events[index]
      let next = index + 1 < events.count ? events[index + 1].position : to
      for position in [max(event.position, from), min(next, to)] {
        let tempo = event.curve.tempo(after: position - event.position)
        if tempo.picosecondsPerBeat < fastest.picosecondsPerBeat { fastest = tempo }
      }
    }
    return fastest
  }

  /// This map with a gap put in, through which the tempo stays as it was where the gap begins.
  ///
  /// What is left of a ramp there comes behind the gap.
  func opening(_ length: Ticks, at position: Ticks) -> TempoMap {
    let moved = moving { $0 < position || $0 == .zero ? $0 : $0 + length }
    let before = event(at: max(position - Ticks(count: 1), .zero))
    guard before.rampEnd > position else { return moved }
    let ticks = position - before.position
    let held = moved.setting(before.curve.tempo(after: ticks), at: position)
    guard before == event(at: position) else { return held }
    return held.setting(before.curve.rest(after: ticks), at: position + length)
  }

  /// This map with a stretch taken out: the tempo from its end on holds from its start on.
  func closing(_ length: Ticks, at position: Ticks) -> TempoMap {
    let end = position + length
    let moved = moving { $0 <= position ? $0 : max(position, $0 - length) }
    let last = event(at: end)
    guard last.position < end, last.rampEnd > position else { return moved }
    return moved.setting(last.curve.rest(after: end - last.position), at: position)
  }
}
