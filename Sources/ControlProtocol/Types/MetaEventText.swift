package import Timeline

extension MetaEvent {
  /// What fits, to follow "must be".
  package static let allowed =
    "a text such as lyric:love, text:…, cue:… or copyright:…, or bytes in hex such as key#02 00, "
    + "where a number 0 to 127 may stand for the name; at most \(Limits.metaEvent) bytes"

  /// Kinds of which the bytes are text, by number from 1 on.
  private static let texts = [
    "text", "copyright", "track", "instrument", "lyric", "marker", "cue", "sound", "device",
  ]

  /// Other kinds by their numbers.
  private static let others: [(name: String, number: Int)] = [
    ("sequence", 0x00), ("channel", 0x20), ("port", 0x21), ("end", 0x2F), ("tempo", 0x51),
    ("offset", 0x54), ("meter", 0x58), ("key", 0x59), ("maker", 0x7F), ("unfinished", 0xF0),
    ("escape", 0xF7),
  ]

  private static var names: [(name: String, number: Int)] {
    texts.enumerated().map { ($1, $0 + 1) } + others
  }

  /// From a name, then `:` and text or `#` and bytes in hex.
  package init(reading value: Value) throws(Mismatch) {
    guard let text = value.string, let sign = text.firstIndex(where: { ":#".contains($0) }) else {
      throw Mismatch(.badType, MetaEvent.allowed)
    }
    let (name, rest) = (text[..<sign], text[text.index(after: sign)...])
    guard let kind = try MetaEvent.kind(named: name) else {
      throw Mismatch(.badText, MetaEvent.allowed)
    }
    let bytes = text[sign] == ":" ? Array(rest.utf8) : hexBytes(rest)
    guard let bytes, let event = MetaEvent(kind, bytes) else {
      throw Mismatch(.badText, MetaEvent.allowed)
    }
    self = event
  }

  /// What the song itself says, such as a tempo, is no such event.
  private static func kind(named name: Substring) throws(Mismatch) -> Kind? {
    let number = names.first { $0.name == name }?.number ?? digits(name).map { Int(clamping: $0) }
    guard let number, let kind = Kind(number) else {
      let hint = suggestion(for: String(name), among: names.map(\.name))
      throw Mismatch(.badText, allowed, hint: hint)
    }
    return [0x2F, 0x51, 0x58].contains(number) ? nil : kind
  }

  /// Reads back as the same event.
  package var text: String {
    let number = Int(kind.number)
    let name = MetaEvent.names.first { $0.number == number }?.name ?? "\(number)"
    if (1...15).contains(number), let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    {
      return "\(name):\(text)"
    }
    return "\(name)#\(hexText(bytes))"
  }
}
