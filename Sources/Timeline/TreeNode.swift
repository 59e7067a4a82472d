/// A leaf with elements, or an inner node with branches.
///
/// One reference, since copying a node counts one for each of its children.
enum TreeNode<Element: TreeElement>: Sendable {
  case leaf([Element])
  case inner([TreeBranch<Element>])

  typealias Branch = TreeBranch<Element>

  /// The branches of an inner node; below the root at least half as many.
  ///
  /// Few: a change of a shared tree counts a reference to each child of the nodes on its path, and
  /// the leaves of a large song lie in no cache.
  static var fanOut: Int { 8 }

  /// From elements in ascending order of their keys.
  init(sorted elements: [Element]) {
    guard elements.count > Element.leafCapacity else {
      self = .leaf(elements)
      return
    }
    var level = elements.parts(of: Element.leafCapacity).map { Branch(.leaf(Array($0))) }
    while level.count > Self.fanOut {
      level = level.parts(of: Self.fanOut).map { Branch(.inner(Array($0))) }
    }
    self = .inner(level)
  }

  var isLeaf: Bool {
    if case .leaf = self { true } else { false }
  }

  /// How many elements or branches it has.
  var width: Int {
    switch self {
    case .leaf(let elements): elements.count
    case .inner(let branches): branches.count
    }
  }

  /// The most that it may have.
  private var capacity: Int { isLeaf ? Element.leafCapacity : Self.fanOut }

  /// Whether it has more than it may, until it is split.
  var isOverfull: Bool { width > capacity }

  /// Whether it is to be merged with a neighbour, so that height stays logarithmic.
  var isThin: Bool { width < (isLeaf ? capacity / 4 : capacity / 2) }

  var first: Element? {
    switch self {
    case .leaf(let elements): elements.first
    case .inner(let branches): branches[0].node.first
    }
  }

  /// The number of elements below.
  var count: Int {
    switch self {
    case .leaf(let elements): elements.count
    case .inner(let branches): branches.reduce(0) { $0 + $1.count }
    }
  }

  /// The largest reach below; by index, which copies no element.
  var reach: Int64 {
    switch self {
    case .leaf(let elements):
      elements.indices.reduce(.min) { max($0, elements[$1].reach) }
    case .inner(let branches):
      branches.indices.reduce(.min) { max($0, branches[$1].reach) }
    }
  }

  /// The child of an inner node that has one.
  var onlyChild: TreeNode? {
    guard case .inner(let branches) = self, branches.count == 1 else { return nil }
    return branches[0].node
  }

  func find(_ rank: TreeRank) -> Element? {
    switch self {
    case .leaf(let elements):
      let index = elements.lowerBound(rank)
      return index < elements.count && elements[index].rank == rank ? elements[index] : nil
    case .inner(let branches):
      // A span lends its elements, where an array hands out copies.
      return branches.span[branches.index(of: rank)].node.find(rank)
    }
  }

  /// Inserts, and returns the right part when the node had to split.
  mutating func insert(_ element: Element) -> TreeNode? {
    switch consume self {
    case .leaf(var elements):
      let index = elements.lowerBound(element.rank)
      precondition(index == elements.count || elements[index].rank != element.rank)
      elements.insert(sparingly: element, at: index)
      self = .leaf(elements)
      // Songs grow at the end more than anywhere: a split leaves the left leaf fuller.
      return elements.count > Element.leafCapacity ? split(at: elements.count * 3 / 4) : nil
    case .inner(var branches):
      let index = branches.index(of: element.rank)
      if let right = branches[index].insert(element) {
        branches.insert(sparingly: right, at: index + 1)
      }
      self = .inner(branches)
      return branches.count > Self.fanOut ? split(at: branches.count / 2) : nil
    }
  }

  mutating func remove(_ rank: TreeRank) -> Element? {
    switch consume self {
    case .leaf(var elements):
      let index = elements.lowerBound(rank)
      let isThere = index < elements.count && elements[index].rank == rank
      let removed = isThere ? elements.remove(at: index) : nil
      self = .leaf(elements)
      return removed
    case .inner(var branches):
      let index = branches.index(of: rank)
      let removed = branches[index].remove(rank)
      if removed != nil { branches.mend(index) }
      self = .inner(branches)
      return removed
    }
  }

  /// Edits the element of this rank; the result comes with its reach before and after.
  mutating func modify<Result>(
    _ rank: TreeRank, _ body: (inout Element) -> Result
  ) -> (result: Result, before: Int64, after: Int64)? {
    switch consume self {
    case .leaf(var elements):
      let index = elements.lowerBound(rank)
      guard index < elements.count, elements[index].rank == rank else {
        self = .leaf(elements)
        return nil
      }
      let before = elements[index].reach
      let result = body(&elements[index])
      let after = elements[index].reach
      self = .leaf(elements)
      return (result, before, after)
    case .inner(var branches):
      let outcome = branches[branches.index(of: rank)].modify(rank, body)
      self = .inner(branches)
      return outcome
    }
  }

  func visit(from rank: TreeRank?, _ body: (Element) -> Bool) -> Bool {
    switch self {
    case .leaf(let elements):
      for element in elements[(rank.map { elements.lowerBound($0) } ?? 0)...]
      where !body(element) {
        return false
      }
    case .inner(let branches):
      let start = rank.map { branches.index(of: $0) } ?? 0
      for index in start..<branches.count
      where !branches[index].node.visit(from: index == start ? rank : nil, body) {
        return false
      }
    }
    return true
  }

  func visit(
    reachingPast position: Int64, below upper: TreeRank, _ body: (Element) -> Bool
  ) -> Bool {
    switch self {
    case .leaf(let elements):
      for element in elements {
        guard element.rank < upper else { return true }
        if element.reach > position, !body(element) { return false }
      }
    case .inner(let branches):
      for index in branches.indices where branches[index].reach > position {
        guard branches[index].low < upper else { return true }
        let isWanted = branches[index].node.visit(reachingPast: position, below: upper, body)
        if !isWanted { return false }
      }
    }
    return true
  }

  func last(below upper: TreeRank) -> Element? {
    switch self {
    case .leaf(let elements):
      let index = elements.lowerBound(upper)
      return index > 0 ? elements[index - 1] : nil
    case .inner(let branches):
      let index = branches.index(of: upper)
      if let found = branches[index].node.last(below: upper) { return found }
      return index > 0 ? branches[index - 1].node.last(below: upper) : nil
    }
  }

  /// Cuts the node in two, and returns the right part.
  mutating func split(at middle: Int) -> TreeNode {
    switch self {
    case .leaf(let elements):
      self = .leaf(Array(elements[..<middle]))
      return .leaf(Array(elements[middle...]))
    case .inner(let branches):
      self = .inner(Array(branches[..<middle]))
      return .inner(Array(branches[middle...]))
    }
  }

  /// The node with all of its right neighbour's, at the same depth.
  func joined(with right: TreeNode) -> TreeNode {
    switch (self, right) {
    case (.leaf(let left), .leaf(let right)): .leaf(left + right)
    case (.inner(let left), .inner(let right)): .inner(left + right)
    default: preconditionFailure("neighbours at different depths")
    }
  }
}
