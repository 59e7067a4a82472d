/// The same numbers for a seed wherever they are drawn.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func draw(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }

  mutating func draw<T>(_ list: [T]) -> T { list[draw(list.count)] }
}
