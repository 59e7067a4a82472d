import ControlProtocol
import Testing

struct EnvelopeTests {
  @Test func `a reply repeats the id, and the version only if it was said`() {
    #expect(Envelope(id: 7).reply(["revision": 3]).json == #"{"id":7,"result":{"revision":3}}"#)
    #expect(
      Envelope(id: "a", hasVersion: true).reply([:]).json
        == #"{"jsonrpc":"2.0","id":"a","result":{}}"#)
    #expect(Envelope().reply([:]).json == #"{"id":null,"result":{}}"#)
  }

  @Test func `an event is a notification`() {
    #expect(
      Event(.edit, ["revision": 4]).value.json == #"{"method":"edit","params":{"revision":4}}"#)
  }
}
