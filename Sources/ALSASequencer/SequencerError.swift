import CALSA
import Glibc

/// What the kernel's sequencer refused, why, and how to mend it, in one line.
package struct SequencerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was attempted; its raw value completes "cannot …".
  package enum Operation: String, Hashable, Sendable {
    case open = "open the sequencer"
    case makePort = "make a sequencer port"
    case closePort = "close a sequencer port"
    case makeQueue = "make a sequencer queue"
    case controlQueue = "start or stop the sequencer queue"
    case readQueue = "read the sequencer queue"
    case send = "send to the sequencer"
    case remove = "take back what is queued"
    case watch = "watch for sequencer ports"
    case read = "read from the sequencer"
    case connect = "connect sequencer ports"
    case disconnect = "disconnect sequencer ports"
  }

  package let operation: Operation
  /// The system's error number, positive.
  package let number: Int32

  /// From a library call's result, which is negative.
  package init(_ operation: Operation, result: Int32) {
    self.operation = operation
    self.number = -result
  }

  package var description: String {
    let reason = String(cString: snd_strerror(-number))
    return "cannot \(operation.rawValue): \(explanation ?? reason)"
  }

  /// What the system's word for it hides here, and how to mend it.
  private var explanation: String? {
    switch (operation, number) {
    case (.send, EAGAIN):
      "its pool of \(SequencerClient.pool) messages is full"
    case (.makePort, ENOMEM):
      "the sequencer's table of 254 ports of a client is full, or memory is"
    case (.makeQueue, ENOMEM):
      "the sequencer's table of 32 queues is full, or memory is; "
        + "close programs that /proc/asound/seq/queues lists"
    case (.open, ENOENT), (.open, ENODEV), (.open, ENXIO):
      "there is no /dev/snd/seq; run `sudo modprobe snd-seq`, "
        + "or give the container the device (--device /dev/snd)"
    case (.open, EACCES), (.open, EPERM):
      "/dev/snd/seq is not ours to open; run `sudo usermod -aG audio $USER` and log in again, "
        + "or let the service use it (DeviceAllow=char-alsa)"
    case (.open, ENOMEM):
      "the sequencer's table of 192 clients is full, or memory is; "
        + "close programs that `aconnect -l` lists"
    case (.connect, EBUSY):
      "another program keeps the device to itself; it is tried again when that ends"
    default: nil
    }
  }
}

/// The result of a library call when it succeeded; throws what it refused.
@discardableResult
func check(
  _ operation: SequencerError.Operation, _ result: Int32
) throws(SequencerError) -> Int32 {
  guard result >= 0 else { throw SequencerError(operation, result: result) }
  return result
}
