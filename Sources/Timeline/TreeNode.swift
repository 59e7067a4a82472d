/// A leaf with elements, or an inner node with children; never both.
struct TreeNode<Element: TreeElement>: Sendable {
  typealias Key = Element.Key

  static var fanOut: Int { 32 }

  private(set) var elements: [Element] = []
  private(set) var children: [TreeNode] = []
  private(set) var count = 0
  /// The largest reach below; meaningless when empty.
  private(set) var reach = Int64.min
  /// The smallest key below; nil when empty.
  private var low: Key?

  init(elements: [Element]) {
    self.elements = elements
    summarize()
  }

  init(children: [TreeNode]) {
    self.children = children
    summarize()
  }

  /// Cuts a sequence into pieces of nearly equal size, none above `capacity`.
  static func packed<Piece>(
    _ pieces: [Piece], into capacity: Int, _ make: (ArraySlice<Piece>) -> TreeNode
  ) -> [TreeNode] {
    // A little air in each node, so that the next insertions do not split everywhere.
    let parts = (pieces.count + capacity * 7 / 8 - 1) / (capacity * 7 / 8)
    return (0..<parts).map { part in
      make(pieces[(pieces.count * part / parts)..<(pieces.count * (part + 1) / parts)])
    }
  }

  var first: Element? { children.isEmpty ? elements.first : children[0].first }

  func find(_ key: Key) -> Element? {
    guard children.isEmpty else { return children[childIndex(for: key)].find(key) }
    let index = lowerBound(key)
    return index < elements.count && elements[index].key == key ? elements[index] : nil
  }

  /// Inserts, and returns the right half when the node had to split.
  mutating func insert(_ element: Element) -> TreeNode? {
    count += 1
    reach = max(reach, element.reach)
    low = low.map { min($0, element.key) } ?? element.key
    if children.isEmpty {
      let index = lowerBound(element.key)
      precondition(index == elements.count || elements[index].key != element.key)
      elements.insert(element, at: index)
      guard elements.count > Element.leafCapacity else { return nil }
    } else {
      let index = childIndex(for: element.key)
      if let right = children[index].insert(element) {
        children.insert(right, at: index + 1)
      }
      guard children.count > Self.fanOut else { return nil }
    }
    return split()
  }

  mutating func remove(_ key: Key) -> Element? {
    let removed: Element
    if children.isEmpty {
      let index = lowerBound(key)
      guard index < elements.count, elements[index].key == key else { return nil }
      removed = elements.remove(at: index)
    } else {
      let index = childIndex(for: key)
      guard let found = children[index].remove(key) else { return nil }
      removed = found
      mend(index)
    }
    count -= 1
    low = elements.first?.key ?? children.first?.low
    if removed.reach == reach { reach = furthest }
    return removed
  }

  /// Replaces the element with the same key; false when there is none.
  mutating func replace(_ element: Element) -> Bool {
    modify(element.key) { $0 = element } != nil
  }

  mutating func modify<Result>(_ key: Key, _ body: (inout Element) -> Result) -> Result? {
    if children.isEmpty {
      let index = lowerBound(key)
      guard index < elements.count, elements[index].key == key else { return nil }
      let before = elements[index].reach
      let result = body(&elements[index])
      adjust(from: before, to: elements[index].reach)
      return result
    }
    let index = childIndex(for: key)
    let before = children[index].reach
    guard let result = children[index].modify(key, body) else { return nil }
    adjust(from: before, to: children[index].reach)
    return result
  }

  func visit(from key: Key?, _ body: (Element) -> Bool) -> Bool {
    if children.isEmpty {
      for element in elements[(key.map { lowerBound($0) } ?? 0)...] where !body(element) {
        return false
      }
      return true
    }
    let start = key.map { childIndex(for: $0) } ?? 0
    for index in start..<children.count
    where !children[index].visit(from: index == start ? key : nil, body) {
      return false
    }
    return true
  }

  func visit(
    reachingPast position: Int64, below upper: Key, _ body: (Element) -> Bool
  ) -> Bool {
    guard reach > position, let low, low < upper else { return true }
    for element in elements {
      guard element.key < upper else { return true }
      if element.reach > position, !body(element) { return false }
    }
    for child in children where !child.visit(reachingPast: position, below: upper, body) {
      return false
    }
    return true
  }

  private mutating func split() -> TreeNode {
    let right: TreeNode
    if children.isEmpty {
      // Songs grow at the end more than anywhere: a split leaves the left node fuller.
      let middle = elements.count * 3 / 4
      right = TreeNode(elements: Array(elements[middle...]))
      elements.removeSubrange(middle...)
    } else {
      let middle = children.count * 3 / 4
      right = TreeNode(children: Array(children[middle...]))
      children.removeSubrange(middle...)
    }
    summarize()
    return right
  }

  /// Merges a child that has become small with a neighbour, so that height stays logarithmic.
  private mutating func mend(_ index: Int) {
    let capacity = children[index].children.isEmpty ? Element.leafCapacity : Self.fanOut
    guard children[index].width < capacity / 4, children.count > 1 else { return }
    let left = index > 0 ? index - 1 : index
    var merged = children[left]
    merged.elements += children[left + 1].elements
    merged.children += children[left + 1].children
    children.remove(at: left + 1)
    if merged.width > capacity {
      children.insert(merged.split(), at: left + 1)
    } else {
      merged.summarize()
    }
    children[left] = merged
  }

  private var width: Int { children.isEmpty ? elements.count : children.count }

  private mutating func summarize() {
    count = children.indices.reduce(elements.count) { $0 + children[$1].count }
    reach = furthest
    low = elements.first?.key ?? children.first?.low
  }

  /// The largest reach below, looked up anew; by index, which copies no element.
  private var furthest: Int64 {
    let below = children.indices.reduce(Int64.min) { max($0, children[$1].reach) }
    return elements.indices.reduce(below) { max($0, elements[$1].reach) }
  }

  /// Keeps `reach` right when one reach below has changed; most changes need no look at the others.
  private mutating func adjust(from before: Int64, to after: Int64) {
    if after >= reach {
      reach = after
    } else if before == reach {
      reach = furthest
    }
  }

  /// The first element with a key of at least `key`.
  private func lowerBound(_ key: Key) -> Int {
    var low = 0
    var high = elements.count
    while low < high {
      let middle = (low + high) / 2
      if elements[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The last child whose smallest key is at most `key`, or the first child.
  private func childIndex(for key: Key) -> Int {
    var low = 0
    var high = children.count
    while high - low > 1 {
      let middle = (low + high) / 2
      let isBelow = children[middle].low.map { $0 <= key } ?? false
      if isBelow { low = middle } else { high = middle }
    }
    return low
  }
}
