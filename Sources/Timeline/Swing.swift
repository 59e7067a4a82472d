/// How late off-beats are played: a bend of time inside each pair of steps, which moves no cell.
///
/// Pairs are counted from the start of each bar. The first step of a pair is stretched and the
/// second shortened, so that the second begins where `amount` says; what lies between the lines,
/// starts and ends alike, moves in proportion, rounded to the nearest tick.
package struct Swing: Hashable, Sendable {
  /// The note value that is paired.
  package enum Step: String, Hashable, Sendable, CaseIterable {
    case eighth = "1/8"
    case sixteenth = "1/16"

    package var length: Ticks {
      Ticks(count: Ticks.perBeat / (self == .eighth ? 2 : 4))
    }
  }

  /// In thousandths of a percent of a pair: 50,000 plays straight.
  package static let amounts: ClosedRange<Int64> = 50_000...75_000
  /// The same in percent.
  package static let percent = 50.0...75.0

  package var amount: Int64
  package var step: Step

  package init(amount: Int64 = 50_000, step: Step = .eighth) {
    precondition(Swing.amounts.contains(amount))
    self.amount = amount
    self.step = step
  }

  package var isStraight: Bool { amount == Swing.amounts.lowerBound }
}

/// Where what is written in a song sounds under a swing.
///
/// A pair is straight when a bar line cuts it short, or one of `cuts`, or the one that is given:
/// where a range begins and ends, and where playing does. So all that is written between two cuts
/// sounds between them.
package struct SwungTime: Sendable {
  private let swing: Swing
  private let meters: MeterMap
  private let cuts: [Ticks]

  package init(_ swing: Swing, in meters: MeterMap, cuts: [Ticks]) {
    self.swing = swing
    self.meters = meters
    self.cuts = cuts
  }

  /// Where what is written at a position sounds: there or later in its pair.
  ///
  /// O(log n).
  package func sounding(_ position: Ticks, cut: Ticks? = nil) -> Ticks {
    guard let start = pair(at: position, cut) else { return position }
    return start + Ticks(count: bent((position - start).count))
  }

  /// The first position at which is written what sounds at `place` or later.
  ///
  /// O(log n).
  package func written(_ place: Ticks, cut: Ticks? = nil) -> Ticks {
    guard let start = pair(at: place, cut) else { return place }
    let goal = (place - start).count
    // Bent time is never early, and less than half a step late.
    var (low, high) = (max(0, goal - swing.step.length.count), goal)
    while low < high {
      let middle = (low + high) / 2
      if bent(middle) < goal { low = middle + 1 } else { high = middle }
    }
    return start + Ticks(count: low)
  }

  /// Where the pair around a position begins; nil when it is straight.
  private func pair(at position: Ticks, _ cut: Ticks?) -> Ticks? {
    let length = swing.step.length * 2
    let bar = meters.bar(at: position).start
    let start = bar + length * ((position - bar).count / length.count)
    let end = start + length
    guard end <= meters.barLine(after: position) else { return nil }
    func fallsWithin(_ cut: Ticks) -> Bool { start < cut && cut < end }
    return cut.map(fallsWithin) ?? false || cuts.contains(where: fallsWithin) ? nil : start
  }

  /// The bend of one pair, from its start on.
  private func bent(_ offset: Int64) -> Int64 {
    let step = Int128(swing.step.length.count)
    let middle = (2 * step * Int128(swing.amount)).dividedRoundingHalfUp(by: 100_000)
    let offset = Int128(offset)
    guard offset > step else {
      return Int64((offset * middle).dividedRoundingHalfUp(by: step))
    }
    let rest = ((offset - step) * (2 * step - middle)).dividedRoundingHalfUp(by: step)
    return Int64(middle + rest)
  }
}
