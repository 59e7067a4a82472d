import ControlProtocol

extension Arguments {
  /// The word of a choice as a value whose raw values are the words.
  func choice<Choice: RawRepresentable<String>>(
    _ name: String, as type: Choice.Type = Choice.self
  ) -> Choice? {
    guard let word = text(name) else { return nil }
    guard let choice = Choice(rawValue: word) else {
      preconditionFailure("\(type) lacks \(word), which \(name) allows")
    }
    return choice
  }
}
