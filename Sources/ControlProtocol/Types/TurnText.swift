package import Timeline

extension Odds.Turn {
  /// What is accepted, for errors; to follow "must be".
  static var allowed: String {
    "a pass of so many such as 2:4, the second of each four; at most \(Limits.turns)"
  }

  /// From text such as `2:4`.
  init(reading value: Value) throws(Mismatch) {
    guard let text = value.string else { throw Mismatch(.badType, Odds.Turn.allowed) }
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map(digits)
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else {
      throw Mismatch(.badText, Odds.Turn.allowed)
    }
    guard let number = Int(exactly: number), let count = Int(exactly: count),
      let turn = Odds.Turn(number, of: count)
    else {
      throw Mismatch(.outOfRange, Odds.Turn.allowed)
    }
    self = turn
  }

  /// Such as `2:4`.
  package var text: String { "\(number):\(count)" }
}
