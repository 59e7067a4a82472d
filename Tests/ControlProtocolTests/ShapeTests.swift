import ControlProtocol
import Testing

struct ShapeTests {
  @Test(
    arguments: [
      ("split 1", "position"), ("split 1 at=1 every=1/8", "every"), ("split", "where"),
      ("split 1 every=1/0", "every"), ("join", "where"), ("join 1 by=1", "by"), ("copy", "where"),
      ("copy 1 at=1 by=1", "by"), ("copy 1 by=1 steps=1", "steps"),
      ("copy 1 row=a byRows=1", "row"),
      ("copy 1 times=0", "times"), ("copy 1 times=10001", "times"), ("copy 1 byRows=x", "byRows"),
      ("resize 1 scale=0", "scale"), ("resize 1 scale=101", "scale"),
      ("resize 1 scale=2 by=1", "scale"), ("resize 1 scale=2 edge=left", "scale"),
      ("rows.move a", "index"), ("rows.move a -1", "index"), ("rows.duplicate a", "name"),
      ("rows.duplicate a all", "name"), ("rows.duplicate a,b c", "row"),
    ])
  func `what is wrong is refused by the name of its field`(line: String, field: String) throws {
    let error = try #require(refusal(line))
    #expect(error.field == field, "\(error.message)")
  }

  @Test(
    arguments: [
      ("split 41 5:3", "split 41 at=5:3"), ("copy 41 9:1", "copy 41 position=9:1"),
      ("rows.move kick 2", "rows.move kick index=2"),
    ])
  func `plain values fill in where, and then the place`(short: String, long: String) throws {
    #expect(try request(short) == request(long))
  }
}
