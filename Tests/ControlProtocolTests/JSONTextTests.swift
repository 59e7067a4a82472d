import ControlProtocol
import Testing

struct JSONTextTests {
  private func read(_ text: String) throws(RequestError) -> Value {
    try JSONText.read(Array(text.utf8).span)
  }

  @Test(arguments: [
    #"{"a":1,"b":[true,false,null,0.5,-7,"ü\u00fc"],"c":{}}"#, "[]", #"{"z":1,"a":2,"m":3}"#,
    "[9223372036854775807,-9223372036854775808,0.1,1e+300,1.0]",
    "{\"\u{e9}\":1,\"e\u{301}\":2}",
  ])
  func `what is written is what was read`(text: String) throws {
    let value = try read(text)
    #expect(try read(value.json) == value)
    if !text.contains("\\u") { #expect(value.json.utf8.elementsEqual(text.utf8)) }
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

  @Test(
    arguments: [
      ("0", 0), ("-0.0", -0.0), ("0.25", 0.25), ("1E2", 100), ("2.5e-3", 0.0025),
      ("5e-324", .leastNonzeroMagnitude),
      ("1e-400", 0), ("1.7976931348623157e308", .greatestFiniteMagnitude), ("1e22", 1e22),
      ("9007199254740993.0", 9_007_199_254_740_992), ("0.1000000000000000055511151231257827", 0.1),
      ("123456789012345678901234567890.0", 123_456_789_012_345_677_877_719_597_056),
      ("0.000000000000000000000000000000000000000001e42", 1), ("1e-9999999999999999999999", 0),
    ] as [(String, Double)])
  func `a number is the double that lies nearest`(text: String, number: Double) throws {
    #expect(try JSONText.read(text).number?.bitPattern == number.bitPattern)
  }

  @Test(arguments: [
    ("[1,]", "byte 3: a value must stand here"), ("[1", "byte 2: the text ends too early"),
    (#"{"a":1,"a":2}"#, #"byte 7: duplicate key "a""#),
    ("[\"ab\u{1}\"]", "byte 4: a control character must be written as an escape"),
    ("[] x", "byte 3: something follows the value"),
    (#"["\ud800"]"#, "byte 4: half a surrogate pair"),
  ])
  func `what is wrong is said with its place`(text: String, message: String) {
    let error = #expect(throws: RequestError.self) { try read(text) }
    #expect(error?.message == message)
  }

  @Test func `what is wrong in a document is said with its line`() {
    let text = Array("{\n \"a\": 1,\n \"b\": 1.}".utf8)
    let error = #expect(throws: RequestError.self) { try JSONText.read(document: text.span) }
    #expect(error?.message == "line 3, column 9: a digit must stand here")
  }

  @Test func `of many keys too none may be there twice`() throws {
    let members = (0..<40).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    _ = try read("{\(members)}")
    #expect(throws: RequestError.self) { try read("{\(members),\"k3\":0}") }
    #expect(throws: RequestError.self) { try read("{\(members),\"k39\":0}") }
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
