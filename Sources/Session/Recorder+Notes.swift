import Timeline
import Transport

extension Recorder {
  mutating func strike(
    _ pitch: Pitch, _ velocity: Velocity, at place: Whereabouts, in song: Song
  ) {
    // Struck again without an off between, it ended here.
    release(pitch, 64, at: place)
    guard let start = start(of: place, in: song) else { return }
    let index = open(start.lap, since: start.lap == place.lap ? place.start : nil)
    laps[index].followsCountIn = place.isCountIn || laps[index].followsCountIn
    held[pitch] = (start.lap, laps[index].notes.count)
    laps[index].notes.append(
      Note(position: start.tick, pitch: pitch, velocity: velocity, travelled: place.travelled))
  }

  /// Ends the note of a pitch that is held, if one is; one from a lap before ends with that.
  mutating func release(_ pitch: Pitch, _ velocity: UInt8, at place: Whereabouts) {
    guard let (number, index) = held.removeValue(forKey: pitch), number >= place.lap,
      let lap = laps.firstIndex(where: { $0.number == number })
    else { return }
    let length = place.travelled - laps[lap].notes[index].travelled
    laps[lap].notes[index].length = Ticks(count: max(0, length))
    laps[lap].notes[index].offVelocity = velocity
  }

  mutating func releaseAll(at place: Whereabouts) {
    for pitch in Array(held.keys) { release(pitch, 64, at: place) }
  }

  /// Where a note that was struck at a place is to start; nil where it does not count.
  ///
  /// Drawn to the end of its lap it starts the next one, drawn to before the loop it starts that.
  private func start(of place: Whereabouts, in song: Song) -> (lap: Int64, tick: Ticks)? {
    guard !place.isCountIn else { return early(place, in: song) }
    guard let groove = settings.groove else { return (place.lap, place.tick) }
    let drawn = groove.drawn(place.tick, in: song.meters)
    if drawn >= place.end, let next = place.next { return (place.lap + 1, next) }
    let range = song.range
    guard range.loops, place.tick >= range.start else { return (place.lap, drawn) }
    return (place.lap, max(drawn, range.start))
  }

  /// What is drawn to a grid and comes up to half a step before a count-in is over, is the first.
  private func early(_ place: Whereabouts, in song: Song) -> (lap: Int64, tick: Ticks)? {
    guard let start = place.next, let step = settings.groove?.grid.step(at: start, in: song.meters)
    else { return nil }
    let isNear = (place.end - place.tick) * 2 <= step.length(of: 1)
    return isNear ? (place.lap + 1, start) : nil
  }
}
