/// How the tempo goes from a position on: steady, or along a ramp to another that then stays.
///
/// On a ramp the picoseconds per beat change evenly from tick to tick: time is a quadratic of
/// position.
package struct TempoCurve: Hashable, Sendable {
  package let start: Tempo
  package let end: Tempo
  /// How long the ramp takes; zero for a steady tempo.
  package let length: Ticks

  /// A steady tempo.
  package init(_ tempo: Tempo) {
    self.init(from: tempo, to: tempo, over: .zero)
  }

  /// A ramp; steady when it leads nowhere, and from `end` on when it takes no time.
  package init(from start: Tempo, to end: Tempo, over length: Ticks) {
    precondition((Ticks.zero...Ticks.maximum).contains(length))
    self.start = length == .zero ? end : start
    self.end = end
    self.length = start == end ? .zero : length
  }

  /// The tempo after so many ticks, on a ramp to the nearest picosecond.
  package func tempo(after ticks: Ticks) -> Tempo {
    guard ticks < length else { return end }
    let change = (rise * Int128(ticks.count)).dividedRoundingHalfUp(by: Int128(length.count))
    return Tempo(picosecondsPerBeat: start.picosecondsPerBeat + Int64(change))
  }

  /// What is left of it after so many ticks.
  package func rest(after ticks: Ticks) -> TempoCurve {
    guard ticks < length else { return TempoCurve(end) }
    return TempoCurve(from: tempo(after: ticks), to: end, over: length - ticks)
  }

  /// The first tick that is reached when so much time has passed, or later.
  ///
  /// Exact, as `count(of:)` is.
  func ticks(in time: SongTime) -> Ticks {
    let ramp = count(of: length)
    guard time < ramp else {
      let steady = (time - ramp).units.dividedRoundingUp(by: 2 * Int128(end.picosecondsPerBeat))
      return length + Ticks(count: Int64(steady))
    }
    // The root of the quadratic, near enough that one of Newton's steps leads to within a tick.
    let (first, units) = (Double(start.picosecondsPerBeat), Double(near: time.units))
    let square = first * first + Double(Int64(rise)) * units / Double(length.count)
    var ticks = Ticks(count: Int64(units / (first + square.squareRoot())))
    let pace = 2 * Int128(tempo(after: ticks).picosecondsPerBeat)
    ticks += Ticks(count: Int64((time - count(of: ticks)).units / pace))
    ticks = min(max(ticks, .zero), length)
    let tick = Ticks(count: 1)
    while count(of: ticks) < time { ticks += tick }
    while ticks > .zero, count(of: ticks - tick) >= time { ticks -= tick }
    return ticks
  }

  /// By how many picoseconds per beat the ramp goes up: less than zero when it gets faster.
  private var rise: Int128 { Int128(end.picosecondsPerBeat - start.picosecondsPerBeat) }
}

extension Double {
  /// The double near a number: the standard conversion of 128 bits is seven times as slow as all of
  /// the rest of `ticks(in:)`.
  fileprivate init(near number: Int128) {
    self = Double(Int64(number >> 64)) * 0x1p64 + Double(UInt64(truncatingIfNeeded: number))
  }
}

extension TempoCurve: Change {
  package static let initial = TempoCurve(.standard)

  /// When a tick is reached.
  ///
  /// After x of a ramp's n ticks from a to b it is 2·a·x + (b − a)·x²/n units, rounded down.
  package func count(of ticks: Ticks) -> SongTime {
    let (from, to) = (Int128(start.picosecondsPerBeat), Int128(end.picosecondsPerBeat))
    let (x, n) = (Int128(ticks.count), Int128(length.count))
    guard ticks < length else { return SongTime(units: (from + to) * n + 2 * to * (x - n)) }
    // The square over n in parts that fit: (b − a)·x = q·n + r.
    let (q, r) = (rise * x).quotientAndRemainder(dividingBy: n)
    return SongTime(units: 2 * from * x + q * x + (r * x).dividedRoundingDown(by: n))
  }
}
