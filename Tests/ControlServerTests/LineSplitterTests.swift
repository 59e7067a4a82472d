import ControlServer
import Testing

@MainActor
struct LineSplitterTests {
  @Test(arguments: [1, 2, 3, 7, 100])
  func `lines do not depend on the pieces they come in`(size: Int) {
    var splitter = LineSplitter(limit: 100)
    let seen = feed("one\ntwo ä\r\n\n\r\nlast", to: &splitter, inPiecesOf: size)
    #expect(seen == [whole("one"), whole("two ä"), whole(""), whole("")])
    #expect(splitter.last() == whole("last"))
    #expect(splitter.last() == nil)
  }

  @Test func `only one return is taken from an end`() {
    var splitter = LineSplitter(limit: 100)
    #expect(feed("a\rb\r\r\n", to: &splitter, inPiecesOf: 9) == [whole("a\rb\r")])
  }

  @Test(arguments: [1, 3, 1000])
  func `a line over the limit is told once, and the next one is whole`(size: Int) {
    var splitter = LineSplitter(limit: 4)
    let seen = feed(
      "1234\n12345\n\(String(repeating: "x", count: 50))\nnext\n", to: &splitter, inPiecesOf: size)
    #expect(seen == [whole("1234"), .tooLong, .tooLong, whole("next")])
    #expect(splitter.last() == nil)
  }

  @Test func `a line over the limit that never ends is no last line`() {
    var splitter = LineSplitter(limit: 4)
    #expect(feed("123456789", to: &splitter, inPiecesOf: 2) == [.tooLong])
    #expect(splitter.last() == nil)
  }
}

private func whole(_ text: String) -> LineSplitter.Line { .whole(Array(text.utf8)) }

@MainActor
private func feed(
  _ text: String, to splitter: inout LineSplitter, inPiecesOf size: Int
) -> [LineSplitter.Line] {
  var rest = Array(text.utf8)[...]
  var seen: [LineSplitter.Line] = []
  while !rest.isEmpty {
    splitter.fill { $0.append(contentsOf: rest.prefix(size)) }
    rest = rest.dropFirst(size)
    while let line = splitter.next() { seen.append(line) }
  }
  return seen
}
