import ControlProtocol
import Glibc
import LinuxSystem
import Storage
import Timeline

/// What a path leads to: told apart by content, never by name.
enum SongSource: Sendable {
  case song
  case foreign(ForeignSong)
  case script(Script)
  /// Nothing yet: a new song that will be written there.
  case missing

  /// The largest file of another kind that is read, or written, in bytes.
  nonisolated static let limit = 64 << 20

  /// Looks at a file, and reads it unless it is a song.
  ///
  /// Takes as long as that takes.
  nonisolated init(_ path: String) throws(RequestError) {
    try SongSource.checkIsAbsolute(path)
    guard FileStatus(ofLink: path) != nil else {
      let error = SystemError(code: errno, operation: "look at \(path)")
      guard error.code == ENOENT else { throw RequestError(FileError.system(error)) }
      self = .missing
      return
    }
    do throws(StorageError) {
      if try SongFile.isOne(path) {
        self = .song
        return
      }
    } catch {
      throw RequestError(error)
    }
    let bytes = try SongSource.read(path)
    if ForeignSong.Kind(of: bytes) != nil {
      self = .foreign(try ForeignSong(bytes, path))
    } else {
      self = .script(try Script(bytes, path))
    }
  }

  /// Refuses a path that depends on where somebody stands.
  nonisolated static func checkIsAbsolute(
    _ path: String, field: String = "path"
  ) throws(RequestError) {
    guard path.hasPrefix("/") else {
      throw RequestError(.badText, "\(field) is \"\(path)\": must be absolute", field: field)
    }
  }

  /// Refuses to have anything but a file of that kind or an empty one replaced by an export.
  nonisolated static func checkMayReplace(
    _ path: String, by kind: ForeignSong.Kind
  ) throws(RequestError) {
    guard let file = FileStatus(ofLink: path)?.kind, file == .regular || file == .link else {
      return
    }
    let bytes = try read(path)
    guard bytes.isEmpty || ForeignSong.Kind(of: bytes) == kind else {
      throw RequestError(
        .conflict, "\(path) holds something else than \(kind.rawValue): choose another path",
        field: "path")
    }
  }

  nonisolated static func read(_ path: String) throws(RequestError) -> [UInt8] {
    do throws(FileError) { return try Files.read(path, limit: limit) } catch {
      throw RequestError(error)
    }
  }
}

/// A file of commands, as a preset is one: its edits are one batch, the rest runs after.
struct Script: Sendable {
  /// All edits as one request; nil when there is none.
  nonisolated let edits: Request?
  /// The requests that are no edits, in order.
  nonisolated let others: [Request]

  /// All of them, as they are to be done.
  nonisolated var requests: [Request] { [edits].compactMap(\.self) + others }

  nonisolated init(_ bytes: [UInt8], _ path: String) throws(RequestError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw RequestError(
        .badText, "\(path) is no song, no MIDI file and no text in UTF-8", field: "path")
    }
    var edits: [[Word]] = []
    var others: [Request] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      do throws(Refusal) {
        let line = String(line)
        guard let request = try Request(words: line) else { continue }
        if request.command.makesStep {
          edits += (try? Words.split(line)) ?? []
        } else {
          others.append(request)
        }
      } catch {
        let cause = error.error
        throw RequestError(
          cause.kind, "\(path), line \(index + 1): \(cause.message)", field: cause.field,
          hint: cause.hint)
      }
    }
    self.others = others
    do throws(Refusal) {
      self.edits = try Request(words: Words.join(edits))
    } catch {
      throw error.error
    }
  }
}
