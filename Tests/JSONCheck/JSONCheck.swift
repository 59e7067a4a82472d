import ControlProtocol
import Glibc

/// Reads each line as JSON and writes what it is, or "refused": to be held against another reader.
@main
struct JSONCheck {
  static func main() {
    while let line = readBytes() {
      let value = try? JSONText.read(line.span)
      print(value?.json ?? "refused")
    }
  }

  /// The next line's bytes, which need not be UTF-8; nil at the end.
  private static func readBytes() -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      let byte = getchar()
      if byte == EOF { return bytes.isEmpty ? nil : bytes }
      if byte == 0x0A { return bytes }
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
  }
}
