/// Hits spread over a cycle of steps as evenly as they go: Bjorklund's pattern E(hits, steps).
///
/// It begins with a hit. E(3,8) is `x..x..x.`, E(5,8) is `x.xx.xx.`.
package struct Euclid: Hashable, Sendable {
  /// Whether each step is a hit.
  package let onsets: [Bool]

  /// `hits` of `steps`, all of it `rotation` steps later, or earlier if that is negative.
  ///
  /// O(steps · log steps). More hits than steps, or no steps, are our own bug.
  package init(hits: Int, steps: Int, rotation: Int = 0) {
    precondition(steps > 0 && (0...steps).contains(hits))
    let onsets = Euclid.bjorklund(hits: hits, rests: steps - hits)
    let shift = (rotation % steps + steps) % steps
    self.onsets = Array(onsets.suffix(shift) + onsets.dropLast(shift))
  }

  /// Joins what is left over to what is not, until at most one is left over.
  private static func bjorklund(hits: Int, rests: Int) -> [Bool] {
    var (head, heads) = ([true], hits)
    var (tail, tails) = ([false], rests)
    guard hits > 0 else { return Array(repeating: false, count: rests) }
    while tails > 0 {
      let (joined, pairs) = (head + tail, min(heads, tails))
      (tail, tails) = heads > tails ? (head, heads - pairs) : (tail, tails - pairs)
      (head, heads) = (joined, pairs)
      if tails <= 1 { break }
    }
    let parts = Array(repeating: head, count: heads) + Array(repeating: tail, count: tails)
    return Array(parts.joined())
  }
}
