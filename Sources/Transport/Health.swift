/// How well the fills keep ahead of the clock, and what that means for the horizon.
package struct Health: Hashable, Sendable {
  /// The time between fills of an idle thread, in nanoseconds.
  package static let period: Int64 = 10_000_000
  /// A note-on that is later than this is left out, in nanoseconds: no burst after a stall.
  static let stale: Int64 = 20_000_000

  private static let shortest: Int64 = 40_000_000
  private static let longest: Int64 = 80_000_000

  /// How far ahead of the clock everything is decided, in nanoseconds.
  package private(set) var horizon = Health.shortest
  /// The longest gap between two turns beyond the period, in nanoseconds, since the start.
  package private(set) var worstLag: Int64 = 0
  /// The same in the last minute or so.
  package private(set) var recentLag: Int64 = 0
  /// Fills that came after their edge had passed.
  package private(set) var stalls = 0
  /// Suspends of the machine that came while it was rolling.
  package internal(set) var suspends = 0
  /// Note-ons left out since they would have been too late.
  package internal(set) var missed = 0
  /// Edits that time overtook while messages were being taken back.
  package internal(set) var lateCommits = 0

  private var lastTurn = HostTime(nanoseconds: 0)
  private var lastFill = HostTime(nanoseconds: 0)
  private var minute = HostTime(nanoseconds: 0)

  package init() {}

  /// A performance begins; the time before it was no gap.
  mutating func begin(at now: HostTime) {
    lastTurn = now
    lastFill = now
    minute = now
  }

  /// Whether the last fill was as long ago as what it decided lasts.
  func awaitsFill(at now: HostTime) -> Bool { now - lastFill > horizon / 4 }

  /// A turn begins, of which one is due each period.
  mutating func noteTurn(at now: HostTime) {
    let lag = now - lastTurn - Health.period
    lastTurn = now
    if now - minute > 60_000_000_000 {
      minute = now
      recentLag = 0
    }
    guard lag > recentLag else { return }
    recentLag = lag
    worstLag = max(worstLag, lag)
  }

  mutating func noteFill(at now: HostTime, edge: HostTime) {
    lastFill = now
    if now > edge { stalls += 1 }
    horizon = min(max(2 * recentLag + 2 * Health.period, Health.shortest), Health.longest)
  }
}
