/// Another sound for a channel.
package struct ProgramChange: Hashable, Sendable {
  /// The program as on the wire, 0–127.
  package let program: UInt8
  /// What is chosen before it; nil leaves the bank as it is.
  package let bank: Row.Bank?

  package init(_ program: UInt8, bank: Row.Bank? = nil) {
    precondition(program < 128)
    self.program = program
    self.bank = bank
  }
}
