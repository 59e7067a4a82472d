/// A system exclusive message: whatever an instrument's maker has thought of.
package struct SystemExclusive: Hashable, Sendable {
  /// From F0 to F7, with 7-bit bytes between; at most `Limits.systemExclusive`.
  package let bytes: [UInt8]

  /// Nil for anything else; at least one byte, the maker's, stands between.
  package init?(_ bytes: [UInt8]) {
    guard (3...Limits.systemExclusive).contains(bytes.count), bytes.first == 0xF0,
      bytes.last == 0xF7, bytes.dropFirst().dropLast().allSatisfy({ $0 < 0x80 })
    else { return nil }
    self.bytes = bytes
  }
}
