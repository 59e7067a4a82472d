/// A parameter of a command; there is one of each.
package final class Parameter: Sendable {
  /// How the words of a line reach it.
  package enum Place: Equatable, Sendable {
    /// A plain value fills it, in the order of the table; it can be named too.
    case plain
    /// A plain value fills it only if it is one of its words.
    case plainIfItFits
    /// All plain values that are left are a list that fills it.
    case rest
    /// A plain value fills it unless something is named that cannot stand beside it.
    case plainIfFree
    /// Only `name=value`.
    case named
  }

  package let name: String
  /// The other name that both spellings accept.
  package let shortName: String?
  package let type: ParameterType
  /// Whether a request without it is refused.
  package let isRequired: Bool
  /// How the words of a line reach it.
  package let place: Place
  /// Whether null, or in words an empty value, takes the setting away.
  package let isClearable: Bool
  /// The parameter under which handlers find the value: itself, or the one it stands in for.
  package let target: String
  /// What it means, and after `else` what holds without it; nil where the name says it.
  package let about: String?

  package init(
    _ name: String, short: String? = nil, _ type: ParameterType, required: Bool = false,
    _ place: Place = .named, clearable: Bool = false, for target: String? = nil,
    about: String? = nil
  ) {
    self.name = name
    self.shortName = short
    self.type = type
    self.isRequired = required
    self.place = place
    self.isClearable = clearable
    self.target = target ?? name
    self.about = about
  }

  /// Whether a request may call it so.
  func isCalled(_ key: String) -> Bool { name == key || shortName == key }
}

extension Parameter: Equatable {
  package static func == (a: Parameter, b: Parameter) -> Bool { a === b }
}
