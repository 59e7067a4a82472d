import ControlProtocol
import Testing
import Timeline

struct ReplyTests {
  @Test func `a reply repeats the id, and the version only if it was said`() {
    #expect(Envelope(id: 7).reply(["revision": 3]).json == #"{"id":7,"result":{"revision":3}}"#)
    #expect(
      Envelope(id: "a", hasVersion: true).reply([:]).json
        == #"{"jsonrpc":"2.0","id":"a","result":{}}"#)
    #expect(Envelope().reply([:])["id"] == .null)
  }

  @Test func `an error says kind and field and what was meant`() {
    let error = RequestError(
      .notFound, "no row is called \"bas\"", field: "row", operation: 2, hint: "bass")
    #expect(
      Envelope(id: 1).reply(error).json == #"{"id":1,"error":{"code":-32010,"#
        + #""message":"no row is called \"bas\"","#
        + #""data":{"kind":"notFound","field":"row","op":2,"hint":"bass"}}}"#)
  }

  @Test func `the codes of kinds are their own but for wrong parameters`() {
    let own = RequestError.Kind.allCases.map(\.code).filter { $0 != -32602 }
    #expect(Set(own).count == own.count)
  }

  @Test func `an event is a notification`() {
    #expect(
      Event(.edit, ["revision": 4]).value.json == #"{"method":"edit","params":{"revision":4}}"#)
  }

  @Test(arguments: [
    (0.1, "0.1"), (1e300, "1e+300"), (-0.5, "-0.5"), (16.0, "16.0"),
    (1.0 / 3, "0.3333333333333333"),
  ])
  func `a number is written with the digits that it needs`(number: Double, text: String) {
    #expect(Value(number).json == text)
  }

  @Test func `text is escaped where JSON asks for it`() {
    #expect(Value.string("a\"\\\n\t\u{1}\u{7F}ü").json == #""a\"\\\n\t\u0001\u007fü""#)
  }

  @Test func `whole beats are integers`() {
    #expect(Value(Ticks(beats: 4)) == 4)
    #expect(Value(Ticks(1, over: 2)) == 0.5)
  }

  @Test func `a long value is not repeated whole`() {
    let error = Mismatch(.badText, "short")
      .error(field: "name", value: .string(String(repeating: "x", count: 5000)))
    #expect(error.message.utf8.count < 100)
  }
}
