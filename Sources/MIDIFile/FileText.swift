import Timeline

/// Reads the texts of a file, which do not say how they are encoded.
///
/// UTF-8 if it is that; else Shift-JIS if it is that without fault and holds kana, or two of its
/// signs in a row of which one begins with a byte that Latin-1 gives no sign; else Latin-1.
struct FileText {
  let shiftJIS: @Sendable ([UInt8]) -> String?

  /// In words one space apart, without control characters, no longer than a name may be.
  func plain(_ bytes: [UInt8]) -> String {
    // What is far beyond a name need not be read, nor cut within a sign of any encoding.
    RowNames.words(of: text(bytes.count > 4_096 ? Array(bytes.prefix(4_096)) : bytes))
  }

  private func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    if FileText.seemsJapanese(bytes), let text = shiftJIS(bytes) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private static func seemsJapanese(_ bytes: [UInt8]) -> Bool {
    var index = 0
    var wasDouble = false
    var before: UInt8 = 0
    var seems = false
    while index < bytes.count {
      let byte = bytes[index]
      guard (0x81...0x9F).contains(byte) || (0xE0...0xFC).contains(byte) else {
        // Half-width kana have a byte each; 80, A0 and beyond FC are none.
        if byte == 0x80 || byte == 0xA0 || byte > 0xFC { return false }
        wasDouble = false
        index += 1
        continue
      }
      guard index + 1 < bytes.count else { return false }
      let next = bytes[index + 1]
      guard (0x40...0xFC).contains(next), next != 0x7F else { return false }
      let isKana =
        byte == 0x82 && (0x9F...0xF1).contains(next) || byte == 0x83 && next <= 0x96
      if isKana || wasDouble && min(byte, before) < 0xA0 { seems = true }
      (wasDouble, before) = (true, byte)
      index += 2
    }
    return seems
  }
}
