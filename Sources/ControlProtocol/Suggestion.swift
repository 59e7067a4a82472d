/// The word of a list that was probably meant: at most two slips away, one in a short word.
package func suggestion(for word: String, among words: some Sequence<String>) -> String? {
  let typed = Array(word.lowercased().utf8)
  guard typed.count <= 64 else { return nil }
  let allowed = typed.count <= 4 ? 1 : 2
  var best: (word: String, slips: Int)?
  for candidate in words {
    let count = slips(from: typed, to: Array(candidate.lowercased().utf8))
    if count <= allowed, count < best?.slips ?? .max { best = (candidate, count) }
  }
  return best?.word
}

/// Letters to insert, drop, replace or swap with their neighbour to make one word the other.
private func slips(from a: [UInt8], to b: [UInt8]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...b.count)
  for i in 0..<a.count {
    var current = [i + 1]
    for j in 0..<b.count {
      var least = min(previous[j] + (a[i] == b[j] ? 0 : 1), previous[j + 1] + 1, current[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        least = min(least, beforePrevious[j - 1] + 1)
      }
      current.append(least)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.count]
}
