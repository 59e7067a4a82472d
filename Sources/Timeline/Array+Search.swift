extension Array {
  /// The index of the last element of a prefix for all of which `holds`, or 0.
  ///
  /// Finds what is in force at a position in a list of changes. O(log n).
  func lastIndex(inPrefix holds: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle } else { high = middle }
    }
    return low
  }
}

extension Array {
  /// The elements sorted; most lists of one edit have a single one.
  func inOrder(by precedes: (Element, Element) -> Bool) -> [Element] {
    count > 1 ? sorted(by: precedes) : self
  }
}

extension Array where Element: Comparable {
  /// Whether an element is among these, which ascend.
  ///
  /// O(log n).
  func holds(_ element: Element) -> Bool {
    let index = lastIndex(inPrefix: { $0 <= element })
    return index < count && self[index] == element
  }
}

extension Array where Element: Equatable {
  /// Neighbours that are equal, once.
  var withoutRepeats: [Element] {
    guard indices.dropFirst().contains(where: { self[$0] == self[$0 - 1] }) else { return self }
    return indices.lazy.filter { $0 == 0 || self[$0] != self[$0 - 1] }.map { self[$0] }
  }
}
