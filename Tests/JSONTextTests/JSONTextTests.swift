import ControlProtocol
import JSONText
import Testing

struct JSONTextTests {
  private func read(_ text: String) throws(RequestError) -> Value {
    try JSONText.read(Array(text.utf8).span)
  }

  @Test(arguments: [
    #"{"a":1,"b":[true,false,null,0.5,-7,"ü\u00fc"],"c":{}}"#, "[]", #"{"z":1,"a":2,"m":3}"#,
    "[9223372036854775807,-9223372036854775808,0.1,1e+300,1.0]",
  ])
  func `what is written is what was read`(text: String) throws {
    let value = try read(text)
    #expect(try read(value.json) == value)
    if !text.contains("\\u") { #expect(value.json == text) }
  }

  @Test(arguments: [
    "", " ", "{", #"{"a":1"#, #"{"a":1,}"#, #"{"a":1,"a":2}"#, #"{"a":1} x"#, "1", "\"a\"", "null",
    "[NaN]", "[Infinity]", "[1e999]", "[99999999999999999999]", #"["\u0000"]"#, #"{"\u0000":1}"#,
    #"["\ud800"]"#, "\u{FEFF}[]", "[01]", "[.5]", "['a']", "{a:1}", "[1] // no",
    "[\"a\u{1}\"]",
  ])
  func `what is not strict JSON is refused`(text: String) {
    #expect(throws: RequestError.self) { try read(text) }
  }

  @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]])
  func `invalid UTF-8 is refused`(bytes: [UInt8]) {
    let text = Array("[\"".utf8) + bytes + Array("\"]".utf8)
    #expect(throws: RequestError.self) { try JSONText.read(text.span) }
  }

  @Test func `a value may stand as deep as the limit and no deeper`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try read(nested(JSONText.deepest))
    for depth in [JSONText.deepest + 1, 600, 100_000] {
      #expect(throws: RequestError.self) { try read(nested(depth)) }
    }
  }

  @Test func `a line may be as long as the limit and no longer`() throws {
    let filler = String(repeating: "x", count: JSONText.longestLine - 4)
    _ = try read("[\"\(filler)\"]")
    #expect(throws: RequestError.self) { try read("[\"\(filler)x\"]") }
  }
}
