import Transport

/// The taps of a client: the tempo is the median of the last gaps between them.
struct Taps {
  /// A longer gap begins anew, in nanoseconds.
  private static let longest: Int64 = 2_000_000_000
  /// Taps that count at most: two bars and the first beat of the next.
  private static let most = 9

  private var client: Int64 = 0
  private var times: [HostTime] = []

  var count: Int { times.count }

  /// Takes a tap.
  mutating func tap(at time: HostTime, by client: Int64) {
    let isNext = times.last.map { $0 < time && time - $0 <= Taps.longest } ?? false
    if client != self.client || !isNext { times = [] }
    self.client = client
    times = times.suffix(Taps.most - 1) + [time]
  }

  /// The nanoseconds between two taps; nil before the third.
  var gap: Double? {
    guard times.count > 2 else { return nil }
    let gaps = zip(times.dropFirst(), times).map { Double($0 - $1) }.sorted()
    return (gaps[gaps.count / 2] + gaps[(gaps.count - 1) / 2]) / 2
  }
}
