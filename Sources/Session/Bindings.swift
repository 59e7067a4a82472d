package import ControlProtocol
package import Timeline
package import Transport

/// What is done when something comes in at the port `in`.
///
/// A pure value: it says which lines are to be done, and does none.
package struct Bindings {
  /// A line that waits for what it will be bound to.
  private struct Lesson {
    let line: String
    let isForBoth: Bool
  }

  /// A line that is to be done, and for which value.
  package struct Call {
    package let binding: Binding
    package let value: Int
  }

  private struct Place: Hashable {
    let trigger: Trigger
    let channel: Channel
  }

  package private(set) var list: [Binding] = []
  private var lesson: Lesson?
  /// The last value of what is bound, where one has come.
  private var values: [Place: Touch] = [:]

  package init() {}

  /// Adds one, in the place of one for the same.
  package mutating func set(_ binding: Binding) throws(RequestError) {
    let index = list.firstIndex(where: binding.replaces)
    guard index != nil || list.count < Limits.bindings else {
      throw RequestError(
        .limit, "\(Limits.bindings) lines are bound already: unbind one first", field: "trigger")
    }
    if let index { list[index] = binding } else { list.append(binding) }
  }

  /// Removes those of a trigger, of all without one, or the one of a channel.
  package mutating func remove(_ trigger: Trigger?, _ channel: Channel?) throws(RequestError) {
    lesson = nil
    let count = list.count
    list.removeAll { binding in
      (trigger == nil || binding.trigger == trigger)
        && (channel == nil || binding.channel == channel)
    }
    values = values.filter { place, _ in list.contains { $0.trigger == place.trigger } }
    guard trigger == nil || list.count < count else {
      throw RequestError(
        .notFound,
        "nothing is bound to \(trigger?.text ?? "")"
          + (channel.map { " on channel \($0.number)" } ?? ""), field: "trigger")
    }
  }

  /// Waits for what a line is to be bound to, or for nothing any more.
  package mutating func learn(
    _ line: String?, isForBoth: Bool
  ) throws(RequestError) {
    lesson = nil
    guard let line else { return }
    // What cannot be bound to anything is refused now.
    _ = try Binding(.bend, channel: nil, line: line, isForBoth: isForBoth)
    lesson = Lesson(line: line, isForBoth: isForBoth)
  }

  /// Learns from what has come in; what has just been bound, if anything.
  package mutating func takeLesson(
    _ message: MIDIMessage
  ) throws(RequestError) -> Binding? {
    guard let lesson, let touch = Touch(message), touch.isLesson else { return nil }
    self.lesson = nil
    let binding = try Binding(
      touch.trigger, channel: touch.channel, line: lesson.line, isForBoth: lesson.isForBoth)
    try set(binding)
    values[Place(trigger: touch.trigger, channel: touch.channel)] = touch
    return binding
  }

  /// What is to be done since a message came in.
  ///
  /// Most messages are bound to nothing: O(bindings).
  package mutating func hear(_ message: MIDIMessage) -> [Call] {
    guard !list.isEmpty, let touch = Touch(message) else { return [] }
    let bound = list.filter { $0.isBound(to: touch) }
    guard !bound.isEmpty else { return [] }
    let place = Place(trigger: touch.trigger, channel: touch.channel)
    let former = values.updateValue(touch, forKey: place)
    return bound.filter { $0.isDone(by: touch, after: former) }
      .map { Call(binding: $0, value: touch.value) }
  }

  /// Whether a line is bound to such a message, pressed or let go.
  package func concern(_ message: MIDIMessage) -> Bool {
    guard !list.isEmpty, let touch = Touch(message) else { return false }
    return list.contains { $0.isBound(to: touch) }
  }

  /// What replies show.
  package var members: Members {
    var members = Members()
    members.append("bindings", .array(list.map(\.value)))
    members.append("learning", ifPresent: lesson.map { .string($0.line) })
    return members
  }
}

extension Touch {
  /// Whether a line can be bound to it: a release is only the end of what was there before.
  fileprivate var isLesson: Bool {
    if case .note = trigger { isDown } else { true }
  }

  /// Whether each of them counts, also when it is like the one before.
  fileprivate var isStruck: Bool {
    switch trigger {
    case .note: isDown
    case .program: true
    case .controller, .bend: false
    }
  }
}

extension Binding {
  fileprivate func isBound(to touch: Touch) -> Bool {
    trigger == touch.trigger && (channel ?? touch.channel) == touch.channel
  }

  fileprivate func isDone(by touch: Touch, after former: Touch?) -> Bool {
    if touch.isStruck { return true }
    let wasDown = former?.isDown ?? false
    if touch.isDown != wasDown, touch.isDown || isForBoth { return true }
    if case .note = trigger { return false }
    return wantsValues && touch.value != former?.value
  }
}
