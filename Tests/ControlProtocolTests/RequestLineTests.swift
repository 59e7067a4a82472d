import ControlProtocol
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

  @Test(arguments: [
    "7", "-0", "1.0", "1.10", "1e3", "-1.5E+2", "1e400", "9223372036854775808",
    "123456789012345678901234567890", #""x""#, #""a\u00fc\/\n""#, #""\ud834\udd1e\"""#, "null",
  ])
  func `an id comes back to the letter`(id: String) throws {
    for line in [
      #"{"id":\#(id),"method":"plya"}"#,
      #"{"params":{"id":[1.0,{}]},"method":"x", "id" : \#(id) }"#,
      #"{"jsonrpc":"1.0","method":"a\"b","id":\#(id)}"#,
    ] {
      let reply = try #require(refusal(Array(line.utf8))).reply.json
      #expect(reply.hasPrefix(#"{"id":\#(id),"error""#), "\(line): \(reply)")
    }
    let request = try request(#"{"id":\#(id),"method":"ping"}"#)
    #expect(request?.envelope.reply([:]).json == #"{"id":\#(id),"result":{}}"#)
  }

  @Test(arguments: [
    "01", "+1", ".5", "1.", "1e", "--1", "0x1", "NaN", "1 2", #""\ud800""#, #""a"#, "[1.0]", "{}",
    "true", #"1.0,"id":1.0"#,
  ])
  func `what is no id is refused`(id: String) {
    #expect(refusal(Array(#"{"id":\#(id),"method":"ping"}"#.utf8))?.envelope.id == .null)
  }

  @Test(arguments: Command.all)
  func `a wrong value is refused alike in words, in JSON and in a batch`(
    command: Command
  ) throws {
    let values = [
      "-", "1e5", "0x10", "NaN", "1/0", "$0", "no such thing", "é,é", "999999999999999999999",
      "-1000000000", "1.5", "true", "[1]",
    ]
    for parameter in command.parameters where !parameter.type.isJSONInWords {
      for value in values {
        let line = Words.join([
          [
            Word(value: command.method), Word(name: parameter.name, value: value),
          ]
        ])
        let members = "\"\(parameter.name)\":\(Value.string(value).json)"
        let words = refusal(Array(line.utf8))?.error
        let json = #"{"method":"\#(command.method)","params":{\#(members)}}"#
        #expect(refusal(Array(json.utf8))?.error == words, "\(line)")
        guard command.isEdit, !["base", "dryRun", "when", "history"].contains(parameter.name) else {
          continue
        }
        let batch =
          #"{"method":"edit","params":{"ops":[{"op":"\#(command.method)",\#(members)}]}}"#
        #expect(refusal(Array(batch.utf8))?.error == words?.inOperation(1), "\(batch)")
        #expect(refusal(Array("\(line); cut 1".utf8))?.error == words?.inOperation(1), "\(line)")
      }
    }
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
