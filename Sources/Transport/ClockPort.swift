/// An output port that sends MIDI clock.
package struct ClockPort: Hashable, Sendable {
  package let name: String
  /// By how many nanoseconds its clock is late; negative when it is early.
  package let delay: Int64
  /// Whether its clock goes on while the transport is stopped.
  package let isFree: Bool

  package init(name: String, delay: Int64 = 0, isFree: Bool = false) {
    self.name = name
    self.delay = delay
    self.isFree = isFree
  }
}
