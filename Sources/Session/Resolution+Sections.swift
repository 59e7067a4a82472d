import ControlProtocol
import Timeline

extension Resolution {
  /// The section that a position names and nothing else; nil for markers and other positions.
  func section(_ expression: PositionExpression?) -> Section? {
    guard let expression, case .name(let name) = expression.base, expression.offset == nil,
      let section = song.section(named: name), !section.isMarker
    else { return nil }
    return section
  }

  func noSection(named name: String, field: String) -> RequestError {
    let names = song.sections.prefix(1_000).map(\.name)
    return RequestError(
      .notFound, "\(field) is \"\(name)\": no section or marker has that name", field: field,
      hint: suggestion(for: name, among: names))
  }
}
