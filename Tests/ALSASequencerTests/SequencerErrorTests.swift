import ALSASequencer
import Glibc
import Testing

@Suite struct SequencerErrorTests {
  @Test(arguments: [
    (SequencerError.Operation.open, ENOENT, "modprobe snd-seq"),
    (.open, EACCES, "usermod -aG audio"),
    (.open, ENOMEM, "table of 192 clients is full"),
    (.makePort, ENOMEM, "254 ports of a client is full"),
    (.makeQueue, ENOMEM, "table of 32 queues is full"),
    (.send, EAGAIN, "pool of 2000 messages is full"),
    (.connect, EPERM, "Operation not permitted"),
    (.connect, EBUSY, "keeps the device to itself"),
  ])
  func `what is full or forbidden is said as what it is`(
    operation: SequencerError.Operation, number: Int32, words: String
  ) {
    let text = SequencerError(operation, result: -number).description
    #expect(text.hasPrefix("cannot \(operation.rawValue): "))
    #expect(text.contains(words))
  }
}
