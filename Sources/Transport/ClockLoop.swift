/// A steady tempo out of a jittery clock: a loop of second order whose memory grows.
///
/// After each clock, time and period are corrected by a part of how far the clock was off. With the
/// parts 2(2m − 1)/(m(m + 1)) and 6/(m(m + 1)) after m clocks they are those of the straight line
/// that lies closest to all m of them, by least squares. At m = 128 the parts stay as they are:
/// from there on it forgets, and of the jitter of a single clock a seventh remains.
struct ClockLoop {
  /// The most clocks that it weighs: five beats.
  static let longest = 128
  /// The clock of the slowest and of the fastest tempo there is, in nanoseconds.
  static let periods = 2_500_000.0...2_500_000_000.0

  /// When the newest clock was due, in nanoseconds.
  private(set) var time = 0.0
  /// Nanoseconds from clock to clock.
  private(set) var period: Double
  /// How many clocks it has weighed.
  private(set) var memory = 0

  init(period: Double) {
    self.period = period.clamped(to: ClockLoop.periods)
  }

  /// Takes this for the period until clocks tell another.
  mutating func expect(period: Double) {
    self.period = period.clamped(to: ClockLoop.periods)
  }

  /// Begins anew with a clock, at the period so far.
  mutating func begin(at time: Double) {
    self.time = time
    memory = 1
  }

  /// How much later a clock came than it was due after so many clocks.
  func lateness(of time: Double, after clocks: Double = 1) -> Double {
    time - (self.time + clocks * period)
  }

  /// Weighs the next clock.
  mutating func take(_ time: Double) {
    let lateness = lateness(of: time)
    memory = min(memory + 1, ClockLoop.longest)
    let m = Double(memory)
    self.time += period + 2 * (2 * m - 1) / (m * (m + 1)) * lateness
    period = (period + 6 / (m * (m + 1)) * lateness).clamped(to: ClockLoop.periods)
  }

  /// Lets clocks pass that were not heard, or not believed.
  mutating func coast(by clocks: Double = 1) {
    time += clocks * period
  }

  /// Trusts what comes more than what it knows.
  mutating func forget(to memory: Int) {
    self.memory = min(self.memory, memory)
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
