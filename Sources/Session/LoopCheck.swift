import ControlProtocol
import Timeline

/// Refuses a song whose loop is too short to be played: under 1/32 beat, or under 10 ms.
func checkLoop(of song: Song) throws(RequestError) {
  let range = song.range
  guard range.loops, range.end > range.start else { return }
  guard range.end - range.start >= Limits.loop else {
    throw RequestError(
      .outOfRange,
      "the loop would be \((range.end - range.start).beats) beats long: "
        + "must be at least 1/32 beat", field: "end")
  }
  let fastest = song.tempo.fastest(from: range.start, to: range.end)
  let time = TempoCurve(fastest).count(of: range.end - range.start)
  let shortest = 10_000_000_000 * SongTime.perPicosecond
  guard time.units * 1_000_000 >= shortest * Int128(song.tempoScale) else {
    throw RequestError(
      .outOfRange,
      "the loop from \(range.start.beats) to \(range.end.beats) would be shorter than 10 ms",
      field: "end")
  }
}
