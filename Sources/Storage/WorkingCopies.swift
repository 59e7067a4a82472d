import Glibc
import LinuxSystem

/// The folder of working copies: one for each song file, and numbered ones for songs without.
package struct WorkingCopies: Sendable {
  private let state: String
  private let folder: String

  /// Those in the daemon's own state folder, which is made when it is missing.
  package init(state: String) throws(StorageError) {
    self.state = state
    folder = state + "/songs"
    do throws(FileError) {
      try Files.makeFolders(folder)
    } catch {
      throw StorageError(error, state)
    }
  }

  /// The working copy of a song file, whether it is there or not.
  ///
  /// The path is absolute; all paths to one file have one working copy.
  package func path(for songFile: String) -> String {
    let path = SongFile.resolved(songFile)
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let stem = name.split(separator: ".").first ?? "song"
    let letters = stem.unicodeScalars.prefix(64).map { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) ? Character(scalar) : "-"
    }
    return "\(folder)/\(String(letters))-\(WorkingCopies.hash(of: path)).db"
  }

  /// A place for the working copy of a song that has no file yet.
  package func untitled() -> String {
    var number = 1
    while access("\(folder)/untitled-\(number).db", F_OK) == 0 { number += 1 }
    return "\(folder)/untitled-\(number).db"
  }

  /// The working copy that was open last; nil when there is none, or it is gone.
  ///
  /// Never anything outside the folder, whatever the file says: looking at it leaves a lock there.
  package func last() -> String? {
    lastLines.prefix(2).first {
      $0.hasPrefix(folder + "/") && !$0.contains("/../") && access($0, F_OK) == 0
    }
  }

  /// By how much the revision that clients knew was ahead of that copy's own.
  package var lastLead: Int64 {
    lastLines.lazy.filter { $0.hasPrefix("+") }.compactMap { Int64($0) }.first.map { max($0, 0) }
      ?? 0
  }

  private var lastLines: [String] {
    guard let bytes = try? Files.read(state + "/last", limit: 16_384),
      let text = String(validating: bytes, as: UTF8.self)
    else { return [] }
    return text.split(separator: "\n").map(String.init)
  }

  /// Keeps which working copy is open, for `last`, and where it is about to be moved; and by how
  /// much the revision that clients know is ahead of its own.
  ///
  /// Takes as long as the disk takes.
  package func setLast(
    _ path: String, movingTo next: String? = nil, lead: Int64 = 0
  ) throws(StorageError) {
    let lines = [path, next, lead > 0 ? "+\(lead)" : nil].compactMap(\.self).map { "\($0)\n" }
      .joined()
    do throws(FileError) {
      try Files.write(lines.utf8, to: state + "/last", mode: 0o600)
    } catch {
      throw StorageError(error, path)
    }
  }

  /// FNV-1a in 64 bits: the same on every machine and in every version.
  private static func hash(of text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
