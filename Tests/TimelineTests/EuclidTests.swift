import Testing
import Timeline

struct EuclidTests {
  /// As published by Toussaint, "The Euclidean Algorithm Generates Traditional Musical Rhythms".
  @Test(
    arguments: [
      (1, 2, "x."), (1, 3, "x.."), (1, 4, "x..."), (2, 3, "x.x"), (2, 5, "x.x.."), (3, 4, "x.xx"),
      (3, 5, "x.x.x"), (3, 7, "x.x.x.."), (3, 8, "x..x..x."), (4, 7, "x.x.x.x"),
      (4, 9, "x.x.x.x.."), (4, 11, "x..x..x..x."), (5, 6, "x.xxxx"), (5, 7, "x.xx.xx"),
      (5, 8, "x.xx.xx."), (5, 9, "x.x.x.x.x"), (5, 11, "x.x.x.x.x.."), (5, 12, "x..x.x..x.x."),
      (5, 16, "x..x..x..x..x..."), (7, 8, "x.xxxxxx"), (7, 12, "x.xx.x.xx.x."),
      (7, 16, "x..x.x.x..x.x.x."), (9, 16, "x.xx.x.x.xx.x.x."),
      (11, 24, "x..x.x.x.x.x..x.x.x.x.x."), (13, 24, "x.xx.x.x.x.x.xx.x.x.x.x."),
    ] as [(Int, Int, String)])
  func `known rhythms come out`(hits: Int, steps: Int, rhythm: String) {
    #expect(Euclid(hits: hits, steps: steps).text == rhythm)
  }

  @Test func `none and all are plain`() {
    #expect(Euclid(hits: 0, steps: 3).text == "...")
    #expect(Euclid(hits: 3, steps: 3).text == "xxx")
    #expect(Euclid(hits: 1, steps: 1).text == "x")
  }

  @Test func `hits are as many as asked, and their distances differ by one step at most`() {
    for steps in 1...40 {
      for hits in 1...steps {
        let onsets = Euclid(hits: hits, steps: steps).onsets
        let places = onsets.indices.filter { onsets[$0] }
        let next = places.dropFirst() + [places[0] + steps]
        let gaps = zip(places, next).map { $1 - $0 }
        #expect(onsets.count == steps && places.count == hits && places[0] == 0)
        #expect((gaps.max() ?? 0) - (gaps.min() ?? 0) <= 1, "E(\(hits),\(steps))")
      }
    }
  }

  @Test(
    arguments: [
      (0, "x..x..x."), (1, ".x..x..x"), (2, "x.x..x.."), (-1, "..x..x.x"), (8, "x..x..x."),
      (-17, "..x..x.x"), (1_000_001, ".x..x..x"),
    ] as [(Int, String)])
  func `rotation is so many steps later, round the cycle`(rotation: Int, rhythm: String) {
    #expect(Euclid(hits: 3, steps: 8, rotation: rotation).text == rhythm)
  }
}

extension Euclid {
  fileprivate var text: String { String(onsets.map { $0 ? "x" : "." }) }
}
