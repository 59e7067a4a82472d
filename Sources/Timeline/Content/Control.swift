/// What a cell moves besides keys: one value, or a ramp from it to another.
package struct Control: Hashable, Sendable {
  /// What is moved.
  package enum Target: Hashable, Comparable, Sendable {
    /// A controller by its number, 0–127.
    case controller(UInt8)
    /// The pitch bend; 0 is none.
    case bend
    /// The pressure on all keys.
    case channelPressure
    /// The pressure on one key.
    case keyPressure(Pitch)

    /// The values that it can have.
    package var range: ClosedRange<Int> {
      self == .bend ? -8_192...8_191 : 0...127
    }
  }

  /// A straight way to another value.
  package struct Ramp: Hashable, Sendable {
    /// The value that it reaches.
    package let value: Int
    /// Above zero.
    package let length: Ticks

    package init(to value: Int, over length: Ticks) {
      precondition(length > .zero && length <= .maximum)
      self.value = value
      self.length = length
    }
  }

  /// The least distance of two values of a ramp: 1/96 beat, 5 ms at 120 BPM.
  ///
  /// Nearer ones are not heard apart, and a MIDI cable, which carries 1,000 messages a second, has
  /// room for notes beside several ramps. It is whole ticks in files of 96, 192, 480 and 960.
  package static let spacing = Ticks(1, over: 96)

  package let target: Target
  /// The value at the start.
  package let value: Int
  package let ramp: Ramp?

  /// Nil when the target cannot have such values.
  package init?(_ target: Target, value: Int, ramp: Ramp? = nil) {
    if case .controller(let number) = target, number > 127 { return nil }
    guard target.range.contains(value), target.range.contains(ramp?.value ?? value) else {
      return nil
    }
    self.target = target
    self.value = value
    self.ramp = ramp
  }

  /// The value so far from the start: before it the first, behind a ramp the last.
  package func value(at offset: Ticks) -> Int {
    guard let ramp, offset > .zero else { return value }
    guard offset < ramp.length else { return ramp.value }
    let way = Int128((ramp.value - value).magnitude) * Int128(offset.count)
    let travelled = Int(way.dividedRoundingHalfUp(by: Int128(ramp.length.count)))
    return ramp.value < value ? value - travelled : value + travelled
  }

  /// Where in [from, to) a ramp changes that is sent from `start` on, and its values from there.
  ///
  /// Thinned: it is looked at every `spacing` from its own start and at its end, and told where it
  /// is another than at the look before. So windows side by side tell what one across them does.
  /// O(values told).
  package func changes(
    since start: Ticks, from: Ticks, to: Ticks
  ) -> [(offset: Ticks, value: Int)] {
    guard ramp != nil else { return [] }
    var last = value(since: start, before: from)
    var changes: [(offset: Ticks, value: Int)] = []
    while let next = look(leaving: last), next < to {
      last = value(at: next)
      changes.append((next, last))
    }
    return changes
  }

  /// The value told last before an offset by a ramp that began to be sent at `start`.
  func value(since start: Ticks, before offset: Ticks) -> Int {
    guard let ramp else { return value }
    let spacing = Control.spacing.count
    let look = Ticks(count: max(offset.count - 1, 0) / spacing * spacing)
    return value(at: ramp.length < offset ? ramp.length : max(start, look))
  }

  /// The first look at which a ramp has left a value that it passes; nil when it stays there.
  private func look(leaving last: Int) -> Ticks? {
    guard let ramp, last != ramp.value else { return nil }
    let way = Int128((ramp.value - value).magnitude)
    let travelled = Int128((last - value).magnitude)
    // Halves are rounded up, so that the next value begins half a value before it is reached.
    let left = ((2 * travelled + 1) * Int128(ramp.length.count)).dividedRoundingUp(by: 2 * way)
    let spacing = Int128(Control.spacing.count)
    let look = left.dividedRoundingUp(by: spacing) * spacing
    return Ticks(count: Int64(min(look, Int128(ramp.length.count))))
  }
}

extension Control {
  /// The same with its ramp of this length, above zero.
  package func lasting(_ length: Ticks) -> Control {
    guard let ramp else { return self }
    return Control(target, value: value, ramp: Ramp(to: ramp.value, over: length)) ?? self
  }

  /// The same with its ramp stretched by a factor, to at least one tick.
  func scaled(by factor: Double) -> Control {
    guard let ramp else { return self }
    return lasting(min(max(ramp.length.scaled(by: factor), Ticks(count: 1)), .maximum))
  }
}
