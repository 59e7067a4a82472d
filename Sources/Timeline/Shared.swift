/// Keeps a value behind one reference, so that a copy counts no other.
///
/// A change is made in place while nobody shares the value, and on a copy when somebody does.
@propertyWrapper
struct Shared<Value: Sendable>: Sendable {
  /// Always one.
  private var values: [Value]

  init(wrappedValue: Value) {
    values = [wrappedValue]
  }

  var wrappedValue: Value {
    _read { yield values[0] }
    _modify { yield &values[0] }
  }
}
