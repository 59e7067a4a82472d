/// What a `Tree` holds: ordered by a unique key, with an end for "what reaches past here".
protocol TreeElement: Sendable {
  associatedtype Key: TreeKey
  var key: Key { get }
  /// Where the element ends; the tree knows the largest of each subtree.
  var reach: Int64 { get }
  /// How many stand in one leaf, which is what a change of a shared tree copies.
  static var leafCapacity: Int { get }
}

extension TreeElement {
  var rank: TreeRank { key.rank }
  var reach: Int64 { 0 }
  static var leafCapacity: Int { 64 }
}

/// What a tree is ordered by, as its rank says.
protocol TreeKey: Comparable, Sendable {
  var rank: TreeRank { get }
}

extension TreeKey {
  static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
}

/// Where a key stands among all of its kind: two numbers, whatever the key is.
///
/// All that nodes know of keys, so that they have one layout in all trees: copying values of which
/// the compiler does not know the layout would take a third of an edit.
struct TreeRank: Hashable, Comparable, Sendable {
  let major: Int64
  var minor: UInt64 = 0

  static func < (a: TreeRank, b: TreeRank) -> Bool { a.number < b.number }

  /// Both as one, so that they are compared at once.
  private var number: Int128 { Int128(major) << 64 | Int128(minor) }
}

/// A persistent balanced tree: a B-tree whose nodes are copy-on-write arrays.
///
/// A copy is O(1) and shares everything; a change copies the path to one leaf when the tree is
/// shared, and edits in place when it is not. Insert, remove and search are O(log n).
struct Tree<Element: TreeElement>: Sendable {
  typealias Key = Element.Key

  private var root = TreeNode<Element>.leaf([])
  private(set) var count = 0
  /// The largest `reach` of an element; the least of all numbers when there is none.
  private(set) var reach = Int64.min

  init() {}

  /// From elements in ascending order of their keys.
  ///
  /// O(n).
  init(sorted elements: [Element]) {
    root = TreeNode(sorted: elements)
    count = elements.count
    reach = root.reach
  }

  var isEmpty: Bool { count == 0 }
  /// The element with the smallest key.
  var first: Element? { root.first }

  subscript(key: Key) -> Element? { root.find(key.rank) }

  /// Adds an element whose key is not there yet.
  mutating func insert(_ element: Element) {
    count += 1
    reach = max(reach, element.reach)
    if let right = root.insert(element) {
      root = .inner([TreeBranch(root), TreeBranch(right)])
    }
  }

  /// Removes and returns the element with this key.
  @discardableResult
  mutating func remove(_ key: Key) -> Element? {
    guard let removed = root.remove(key.rank) else { return nil }
    if let only = root.onlyChild { root = only }
    count -= 1
    if removed.reach == reach { reach = root.reach }
    return removed
  }

  /// Puts an element in the place of the one with the same key, or adds it.
  mutating func set(_ element: Element) {
    if modify(element.key, { $0 = element }) == nil { insert(element) }
  }

  /// Puts an element in the place of the one with this key, whatever its own; false without that.
  mutating func replace(_ key: Key, by element: Element) -> Bool {
    if element.key == key { return modify(key) { $0 = element } != nil }
    guard remove(key) != nil else { return false }
    insert(element)
    return true
  }

  /// Edits the element with this key where it stands; its key must not change.
  ///
  /// Nil when there is none.
  mutating func modify<Result>(_ key: Key, _ body: (inout Element) -> Result) -> Result? {
    guard let (result, before, after) = root.modify(key.rank, body) else { return nil }
    if after >= reach {
      reach = after
    } else if before == reach {
      reach = root.reach
    }
    return result
  }

  /// Visits elements in order from the first with a key of at least `key`, until `body` is false.
  func visit(from key: Key? = nil, _ body: (Element) -> Bool) {
    _ = root.visit(from: key?.rank, body)
  }

  /// Removes elements, which are there, and inserts others, all at once; keys ascend in both.
  ///
  /// O(changes · log n) at most, and O(changes + leaves they are in) when they are neighbours.
  mutating func exchange(_ leaving: [Key], for coming: [Element]) {
    root = root.exchanging(TreeExchange(leaving: leaving.map(\.rank), coming: coming))
    count = root.count
    reach = root.reach
  }

  /// Visits the elements with these keys, which ascend; keys that are not there are passed over.
  ///
  /// O(keys · log n) at most, as for `exchange`.
  func visit(_ keys: [Key], _ body: (Element) -> Void) {
    root.visit(keys.map(\.rank), keys.indices, body)
  }

  /// The element with the largest key below `upper`.
  func last(below upper: Key) -> Element? { root.last(below: upper.rank) }

  /// Visits, in order, elements with a key below `upper` that reach past `position`.
  func visit(reachingPast position: Int64, below upper: Key, _ body: (Element) -> Bool) {
    guard reach > position else { return }
    _ = root.visit(reachingPast: position, below: upper.rank, body)
  }

  /// All elements in order.
  var elements: [Element] {
    var all: [Element] = []
    all.reserveCapacity(count)
    visit {
      all.append($0)
      return true
    }
    return all
  }
}
