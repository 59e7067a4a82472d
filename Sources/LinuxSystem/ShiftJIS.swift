internal import CLinux
internal import Glibc

/// Texts of Japanese files from before UTF-8.
package enum ShiftJIS {
  /// The text; nil where bytes are none in Shift-JIS, as Windows has it.
  @Sendable package static func text(_ bytes: [UInt8]) -> String? {
    let text = bytes.map { CChar(bitPattern: $0) }
    // At most three bytes for each of half a kana.
    var utf8 = [CChar](repeating: 0, count: 3 * bytes.count)
    let length = clinux_read_shift_jis(text, text.count, &utf8, utf8.count)
    guard length >= 0 else { return nil }
    return String(validating: utf8.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
