/// A child that is not empty, with what its parent wants to know without a look inside.
struct TreeBranch<Element: TreeElement>: Sendable {
  typealias Key = Element.Key

  private(set) var node: TreeNode<Element>
  /// The smallest key below.
  private(set) var low: Key
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
    low = min(low, element.key)
    reach = max(reach, element.reach)
    count += 1
    return nil
  }

  /// Removes; the child may be empty until it has been mended.
  mutating func remove(_ key: Key) -> Element? {
    guard let removed = node.remove(key) else { return nil }
    count -= 1
    if removed.reach == reach { reach = node.reach }
    if key == low, count > 0 { low = TreeBranch.low(of: node) }
    return removed
  }

  mutating func modify<Result>(
    _ key: Key, _ body: (inout Element) -> Result
  ) -> (result: Result, before: Int64, after: Int64)? {
    guard let outcome = node.modify(key, body) else { return nil }
    // Most changes need no look at the others.
    if outcome.after >= reach {
      reach = outcome.after
    } else if outcome.before == reach {
      reach = node.reach
    }
    return outcome
  }

  private static func low(of node: TreeNode<Element>) -> Key {
    switch node {
    case .leaf(let elements): elements[0].key
    case .inner(let branches): branches[0].low
    }
  }
}

extension Array {
  /// The elements of a leaf: the first with a key of at least `key`.
  func lowerBound<Key>(_ key: Key) -> Int where Element: TreeElement, Element.Key == Key {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The branches of a node: the last whose smallest key is at most `key`, or the first.
  func index<Item>(of key: Item.Key) -> Int where Element == TreeBranch<Item> {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle].low <= key { low = middle } else { high = middle }
    }
    return low
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
