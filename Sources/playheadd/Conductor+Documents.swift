import ControlProtocol
import ControlServer
import LinuxSystem
import Session

extension Conductor {
  /// Writes the whole song as JSON.
  func exportDocument(
    to path: String, _ arguments: Arguments, _ client: ClientID, _ reply: Reply
  ) throws(RequestError) {
    try ForeignSong.checkNone(arguments.names.filter { $0 != "path" })
    let song = session.song
    perform(client, reply) { _ throws(RequestError) in
      try SongSource.checkIsAbsolute(path)
      try SongSource.checkMayReplace(path, by: .document)
      let text = SongDocument.text(of: song)
      guard text.count <= SongSource.limit else {
        throw RequestError(
          .limit, "the song takes \(text.count) bytes as JSON: \(SongSource.limit) are read again",
          field: "path")
      }
      do throws(FileError) { try Files.write(text, to: path) } catch {
        throw RequestError(error)
      }
    } then: { _, done in
      done(.success(["path": .string(path)]))
    }
  }
}
