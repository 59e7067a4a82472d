/// How long something took, many times.
struct Times {
  private var microseconds: [Double] = []

  mutating func measure<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let clock = ContinuousClock()
    let start = clock.now
    try body()
    let (seconds, attoseconds) = (clock.now - start).components
    microseconds.append(Double(seconds) * 1e6 + Double(attoseconds) / 1e12)
  }

  /// A name with the median and the 99th percentile.
  func line(_ name: String) -> String {
    let sorted = microseconds.sorted()
    let figures = [0.5, 0.99].map { fraction in
      Times.text(sorted[Int(Double(sorted.count - 1) * fraction)])
    }
    let padded = "  " + name + String(repeating: " ", count: max(1, 38 - name.count))
    return padded + figures.joined()
  }

  private static func text(_ figure: Double) -> String {
    let text = "\((figure * 10).rounded() / 10)"
    return String(repeating: " ", count: max(1, 9 - text.count)) + text
  }
}
