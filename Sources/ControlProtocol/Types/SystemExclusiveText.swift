package import Timeline

extension SystemExclusive {
  /// What fits, to follow "must be".
  package static let allowed =
    "bytes in hex such as F0 7E 7F 09 01 F7: from F0 to F7, each between below 80, at most "
    + "\(Limits.systemExclusive)"

  /// From the bytes in hex, with blanks or without, or a list of numbers.
  package init(reading value: Value) throws(Mismatch) {
    var bytes: [UInt8] = []
    switch value {
    case .string(let text):
      guard let read = hexBytes(text) else {
        throw Mismatch(.badText, SystemExclusive.allowed)
      }
      bytes = read
    case .array(let elements):
      guard elements.count <= Limits.systemExclusive else {
        throw Mismatch(.outOfRange, SystemExclusive.allowed)
      }
      for element in elements {
        guard let number = element.integer, let byte = UInt8(exactly: number) else {
          throw Mismatch(.badType, SystemExclusive.allowed)
        }
        bytes.append(byte)
      }
    default: throw Mismatch(.badType, SystemExclusive.allowed)
    }
    guard let message = SystemExclusive(bytes) else {
      throw Mismatch(.badText, SystemExclusive.allowed)
    }
    self = message
  }

  /// In hex with blanks; reads back as the same message.
  package var text: String { hexText(bytes) }
}
