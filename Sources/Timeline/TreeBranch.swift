/// A child that is not empty, with what its parent wants to know without a look inside.
struct TreeBranch<Element: TreeElement>: Sendable {
  private(set) var node: TreeNode<Element>
  /// The least rank below.
  private(set) var low: TreeRank
  /// The largest reach below.
  private(set) var reach: Int64
  /// The number of elements below.
  private(set) var count: Int

  init(_ node: TreeNode<Element>) {
    self.node = node
    low = TreeBranch.low(of: node)
    reach = node.reach
    count = node.count
  }

  /// Inserts, and returns the right part when the child had to split.
  mutating func insert(_ element: Element) -> TreeBranch? {
    if let right = node.insert(element) {
      self = TreeBranch(node)
      return TreeBranch(right)
    }
    low = min(low, element.rank)
    reach = max(reach, element.reach)
    count += 1
    return nil
  }

  /// Removes; the child may be empty until it has been mended.
  mutating func remove(_ rank: TreeRank) -> Element? {
    guard let removed = node.remove(rank) else { return nil }
    count -= 1
    if removed.reach == reach { reach = node.reach }
    if rank == low, count > 0 { low = TreeBranch.low(of: node) }
    return removed
  }

  mutating func modify<Result>(
    _ rank: TreeRank, _ body: (inout Element) -> Result
  ) -> (result: Result, before: Int64, after: Int64)? {
    guard let outcome = node.modify(rank, body) else { return nil }
    // Most changes need no look at the others.
    if outcome.after >= reach {
      reach = outcome.after
    } else if outcome.before == reach {
      reach = node.reach
    }
    return outcome
  }

  private static func low(of node: TreeNode<Element>) -> TreeRank {
    switch node {
    case .leaf(let elements): elements[0].rank
    case .inner(let branches): branches[0].low
    }
  }
}

extension Array {
  /// The elements of a leaf: the first of at least this rank.
  func lowerBound(_ rank: TreeRank) -> Int where Element: TreeElement {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].rank < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The branches of a node: the last whose least rank is at most this one, or the first.
  func index<Item>(of rank: TreeRank) -> Int where Element == TreeBranch<Item> {
    // Few, and without a branch that the processor could guess wrong.
    let branches = span
    var index = 0
    for place in branches.indices.dropFirst() { index += branches[place].low <= rank ? 1 : 0 }
    return index
  }

  /// Merges a branch that has become small with a neighbour, or gives it some of that one's, so
  /// that height stays logarithmic.
  mutating func mend<Item>(_ index: Int) where Element == TreeBranch<Item> {
    guard self[index].node.isThin, count > 1 else { return }
    let left = Swift.max(index - 1, 0)
    var merged = self[left].node.joined(with: self[left + 1].node)
    if merged.isOverfull {
      let right = merged.split(at: merged.width / 2)
      self[left + 1] = TreeBranch(right)
    } else {
      remove(at: left + 1)
    }
    self[left] = TreeBranch(merged)
  }

  /// Slices of nearly equal size, none above `capacity`, with a little air: so that the next
  /// insertions do not split everywhere.
  func parts(of capacity: Int) -> [ArraySlice<Element>] {
    let filled = capacity * 7 / 8
    let parts = (count + filled - 1) / filled
    return (0..<parts).map { self[(count * $0 / parts)..<(count * ($0 + 1) / parts)] }
  }

  /// Inserts an element; an array that has to move gets room for few more, since nodes are many.
  mutating func insert(sparingly element: Element, at index: Int) {
    guard count == capacity else { return insert(element, at: index) }
    var moved: [Element] = []
    moved.reserveCapacity(count + 4)
    moved += self[..<index]
    moved.append(element)
    moved += self[index...]
    self = moved
  }
}
