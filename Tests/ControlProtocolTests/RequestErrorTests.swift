import ControlProtocol
import Testing

struct RequestErrorTests {
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

  @Test func `a long value is not repeated whole`() {
    let error = Mismatch(.badText, "short")
      .error(field: "name", value: .string(String(repeating: "x", count: 5000)))
    #expect(error.message.utf8.count < 100)
  }
}
