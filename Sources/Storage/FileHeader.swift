import Glibc
import LinuxSystem

/// What the first bytes of a file say it is, before SQLite touches it.
enum FileHeader: Equatable {
  case songFile(version: Int)
  case workingCopy(version: Int)
  case foreign

  /// "PLHS" and "PLHW".
  static let songFileID: Int32 = 0x504C_4853
  static let workingCopyID: Int32 = 0x504C_4857

  /// Reads the header of a regular file.
  static func read(_ path: String) throws(StorageError) -> FileHeader {
    let number = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    if number < 0 {
      switch errno {
      case ENOENT: throw .missing(path: path)
      case ENXIO: throw .notRegular(path: path)
      default: throw .system(SystemError(code: errno, operation: "open \(path)"))
      }
    }
    let file = FileDescriptor(owning: number)
    guard let stamp = FileStamp(of: file) else { throw .notRegular(path: path) }
    var bytes: [UInt8] = []
    do throws(SystemError) {
      while bytes.count < length, case .bytes = try file.read(length, appendingTo: &bytes) {}
    } catch {
      throw .system(error)
    }
    return stamp.size >= length ? FileHeader(bytes) : .foreign
  }

  private static let length = 100

  /// From the header of an SQLite database, whose numbers are big-endian.
  private init(_ bytes: [UInt8]) {
    func number(at offset: Int) -> Int32 {
      Int32(bitPattern: bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    guard bytes.count >= FileHeader.length,
      bytes.starts(with: Array("SQLite format 3".utf8) + [0])
    else {
      self = .foreign
      return
    }
    let version = Int(number(at: 60))
    switch number(at: 68) {
    case FileHeader.songFileID: self = .songFile(version: version)
    case FileHeader.workingCopyID: self = .workingCopy(version: version)
    default: self = .foreign
    }
  }
}
