/// A moment in a song's own time, before any tempo scale: exact, in 1/16,128,000 picosecond.
///
/// With whole picoseconds per beat, a tick of a steady tempo and a whole ramp last so many of
/// these, with nothing left over: a position never accumulates an error, however many tempo events
/// or loop passes lie before it. Inside a ramp a tick is reached at one of these, rounded down.
package struct SongTime: Hashable, Comparable, AdditiveArithmetic, Sendable {
  package static let perPicosecond = 2 * Int128(Ticks.perBeat)
  package static let zero = SongTime(units: 0)

  package var units: Int128

  package init(units: Int128) {
    self.units = units
  }

  package static func < (a: SongTime, b: SongTime) -> Bool { a.units < b.units }
  package static func + (a: SongTime, b: SongTime) -> SongTime {
    SongTime(units: a.units + b.units)
  }
  package static func - (a: SongTime, b: SongTime) -> SongTime {
    SongTime(units: a.units - b.units)
  }
}
