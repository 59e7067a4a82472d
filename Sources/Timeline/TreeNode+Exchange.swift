/// Elements that leave a tree and others that come, both ascending by their ranks.
///
/// A rank may be in both: the element comes in the place of the one that was there.
struct TreeExchange<Element: TreeElement> {
  let leaving: [TreeRank]
  let coming: [Element]

  /// What of it concerns one node.
  struct Part {
    var leaving: Range<Int>
    var coming: Range<Int>

    var isEmpty: Bool { leaving.isEmpty && coming.isEmpty }
  }

  var all: Part { Part(leaving: leaving.indices, coming: coming.indices) }

  /// Cuts what lies below a rank off the front of a part.
  func cut(_ part: inout Part, below rank: TreeRank) -> Part {
    let left = leaving.partition(of: part.leaving) { $0 < rank }
    let came = coming.partition(of: part.coming) { $0.rank < rank }
    defer {
      part = Part(
        leaving: left..<part.leaving.upperBound, coming: came..<part.coming.upperBound)
    }
    return Part(leaving: part.leaving.lowerBound..<left, coming: part.coming.lowerBound..<came)
  }
}

extension TreeNode {
  /// The root of what becomes of all below this one.
  func exchanging(_ exchange: TreeExchange<Element>) -> TreeNode {
    var level = exchanging(exchange, exchange.all)
    while level.count > Self.fanOut {
      level = level.parts(of: Self.fanOut).map { Branch(.inner(Array($0))) }
    }
    var root: TreeNode = level.isEmpty ? .leaf([]) : .inner(level)
    while let only = root.onlyChild { root = only }
    return root
  }

  /// What becomes of the node: none, one or more of its depth.
  private func exchanging(
    _ exchange: TreeExchange<Element>, _ part: TreeExchange<Element>.Part
  ) -> [Branch] {
    switch self {
    case .leaf(let elements):
      let merged = TreeNode.merged(elements, exchange, part)
      if merged.isEmpty { return [] }
      guard merged.count > Element.leafCapacity else { return [Branch(.leaf(merged))] }
      return merged.parts(of: Element.leafCapacity).map { Branch(.leaf(Array($0))) }
    case .inner(let branches):
      var rest = part
      var level: [Branch] = []
      for index in branches.indices {
        let isLast = index == branches.count - 1
        let mine = isLast ? rest : exchange.cut(&rest, below: branches[index + 1].low)
        if mine.isEmpty {
          level.append(branches[index])
        } else {
          level += branches[index].node.exchanging(exchange, mine)
        }
      }
      level = level.mended()
      if level.isEmpty { return [] }
      guard level.count > Self.fanOut else { return [Branch(.inner(level))] }
      return level.parts(of: Self.fanOut).map { Branch(.inner(Array($0))) }
    }
  }

  private static func merged(
    _ elements: [Element], _ exchange: TreeExchange<Element>, _ part: TreeExchange<Element>.Part
  ) -> [Element] {
    var merged: [Element] = []
    merged.reserveCapacity(elements.count + part.coming.count - part.leaving.count)
    var (left, came) = (part.leaving.lowerBound, part.coming.lowerBound)
    for element in elements {
      let rank = element.rank
      while came < part.coming.upperBound, exchange.coming[came].rank < rank {
        merged.append(exchange.coming[came])
        came += 1
      }
      if left < part.leaving.upperBound, exchange.leaving[left] == rank {
        left += 1
      } else {
        merged.append(element)
      }
    }
    precondition(left == part.leaving.upperBound, "only what is there can leave")
    merged += exchange.coming[came..<part.coming.upperBound]
    return merged
  }

  /// Visits the elements with those of the ranks, which ascend, that are below this node.
  func visit(_ ranks: [TreeRank], _ part: Range<Int>, _ body: (Element) -> Void) {
    switch self {
    case .leaf(let elements):
      var index = 0
      for rank in ranks[part] {
        while index < elements.count, elements[index].rank < rank { index += 1 }
        guard index < elements.count else { return }
        if elements[index].rank == rank { body(elements[index]) }
      }
    case .inner(let branches):
      var start = part.lowerBound
      for index in branches.indices where start < part.upperBound {
        let end =
          index == branches.count - 1
          ? part.upperBound
          : ranks.partition(of: start..<part.upperBound) { $0 < branches[index + 1].low }
        if start < end { branches[index].node.visit(ranks, start..<end, body) }
        start = end
      }
    }
  }
}

extension Array {
  /// Neighbours of one depth, with those that have become small merged into the one before.
  fileprivate func mended<Item>() -> [TreeBranch<Item>] where Element == TreeBranch<Item> {
    var mended: [TreeBranch<Item>] = []
    mended.reserveCapacity(count)
    for branch in self {
      guard let left = mended.last, left.node.isThin || branch.node.isThin else {
        mended.append(branch)
        continue
      }
      var merged = left.node.joined(with: branch.node)
      let right = merged.isOverfull ? merged.split(at: merged.width / 2) : nil
      mended[mended.count - 1] = TreeBranch(merged)
      if let right { mended.append(TreeBranch(right)) }
    }
    return mended
  }

  /// The first index of a range of elements from which on `holds` is false.
  fileprivate func partition(of range: Range<Int>, _ holds: (Element) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
