import Synchronization

/// A value that several threads change.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) {
    mutex = Mutex(value)
  }

  var value: Value { mutex.withLock { $0 } }

  func change(_ body: @Sendable (inout Value) -> Void) {
    mutex.withLock { value in body(&value) }
  }
}
