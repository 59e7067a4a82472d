/// One line of a checkup: how something is, and what mends it.
package struct Finding: Equatable, Sendable {
  /// How bad it is.
  package enum Grade: String, Sendable {
    case ok
    /// It plays, and not as well as it could.
    case warn
    /// It does not play, or does not keep what is edited.
    case fail
  }

  package let grade: Grade
  package let text: String
  /// A command to type, or what to do; nil when nothing has to be done.
  package let mend: String?

  static func ok(_ text: String) -> Finding { Finding(grade: .ok, text: text, mend: nil) }

  static func warn(_ text: String, mend: String?) -> Finding {
    Finding(grade: .warn, text: text, mend: mend)
  }

  static func fail(_ text: String, mend: String?) -> Finding {
    Finding(grade: .fail, text: text, mend: mend)
  }

  /// For a person: the grade, what is so, and below it what to do.
  package var lines: String {
    let grade = grade.rawValue.padded(to: 4)
    return "\(grade)  \(text)" + (mend.map { "\n      → \($0)" } ?? "")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
