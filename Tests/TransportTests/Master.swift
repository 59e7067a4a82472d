import Transport

/// Another sequencer whose clocks come a little early or late: the same for the same seed.
struct Master {
  /// When each clock is due, in nanoseconds since the first.
  private(set) var due: [Double] = []
  /// When each comes.
  private(set) var arrivals: [HostTime] = []
  let start: HostTime
  private let jitter: Double
  private var random: SeededRandom

  init(at start: HostTime, jitter milliseconds: Double = 0, seed: UInt64 = 1) {
    self.start = start
    jitter = milliseconds * 1e6
    random = SeededRandom(seed)
  }

  /// Goes on for so many clocks at a tempo.
  mutating func play(_ clocks: Int, bpm: Double) {
    for _ in 0..<clocks {
      let time = due.last.map { $0 + 60e9 / bpm / 24 } ?? 0
      due.append(time)
      let late = jitter == 0 ? 0 : Double.random(in: -jitter...jitter, using: &random)
      arrivals.append(start + Int64((time + late).rounded()))
    }
  }

  /// When a clock is due.
  func time(of clock: Int) -> HostTime { start + Int64(due[clock].rounded()) }
}

/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
