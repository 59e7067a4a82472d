/// The first so many of what comes in any order.
///
/// Of a million it keeps a few, and sorts no more than these.
struct Firsts<Element: Comparable> {
  private let most: Int
  private var found: [Element] = []
  /// What comes after this is not among them any more.
  private var bound: Element?

  init(_ most: Int) {
    precondition(most > 0)
    self.most = most
  }

  mutating func add(_ element: Element) {
    if let bound, bound < element { return }
    found.append(element)
    guard found.count >= 2 * most else { return }
    found = inOrder
    bound = found[most - 1]
  }

  /// They themselves, ascending.
  var inOrder: [Element] { Array(found.sorted().prefix(most)) }
}
