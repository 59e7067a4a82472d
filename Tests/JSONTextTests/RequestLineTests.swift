import ControlProtocol
import JSONText
import Testing

struct RequestLineTests {
  private func request(_ line: String) throws(Refusal) -> Request? {
    try Request(line: Array(line.utf8).span)
  }

  private func refusal(_ bytes: [UInt8]) -> Refusal? {
    do throws(Refusal) {
      _ = try Request(line: bytes.span)
      return nil
    } catch { return error }
  }

  @Test func `a brace begins JSON and anything else words`() throws {
    let json = try #require(
      try request(#"{"id":1,"method":"cells.move","params":{"cells":[3,4],"by":0.5}}"#))
    let words = try #require(try request("move 3,4 by=0.5"))
    #expect(json.arguments == words.arguments)
    #expect(json.envelope.id == 1 && words.envelope.id == .null)
  }

  @Test func `nothing asked is no request`() throws {
    for line in ["", " ", "# hello", "\r"] { #expect(try request(line) == nil) }
  }

  @Test func `a list of requests is refused by name`() {
    #expect(refusal(Array("[]".utf8))?.error.kind == .envelope)
  }

  @Test func `the id of a wrong request comes back`() {
    let line = #"{"jsonrpc":"2.0","id":"x","method":"plya"}"#
    #expect(
      refusal(Array(line.utf8))?.reply.json.hasPrefix(#"{"jsonrpc":"2.0","id":"x","error""#)
        == true)
  }

  @Test(arguments: [[0xFF], [0x70, 0xC3], Array("{\"id\":1,".utf8), Array("{} x".utf8)])
  func `bytes that are no text or no JSON are refused as such`(bytes: [UInt8]) {
    #expect(refusal(bytes)?.error.kind == .parse)
  }

  @Test func `data in words is JSON`() throws {
    let request = try request(#"set 3 data="{\"a\": [1, true]}""#)
    #expect(request?.arguments.text("data") == #"{"a":[1,true]}"#)
    #expect(refusal(Array("set 3 data={".utf8))?.error.field == "data")
    #expect(refusal(Array(#"set 3 data="{\"a\":1,\"a\":2}""#.utf8))?.error.field == "data")
  }

  @Test func `a line of words has the same longest length`() {
    let line = [UInt8](repeating: UInt8(ascii: " "), count: JSONText.longestLine + 1)
    #expect(refusal(line)?.error.kind == .parse)
    #expect(refusal(Array(line.dropLast())) == nil)
  }
}
