import ControlProtocol
import Dispatch
import Glibc
import Storage
import Timeline

/// A song on its way into a file.
struct SongWriting: Sendable {
  /// Seconds that the disk has for it.
  private nonisolated static let patience = 30

  nonisolated let song: Song
  /// The song's own revision.
  nonisolated let revision: Int64
  nonisolated let path: String
  /// Where the working copy of that file belongs.
  nonisolated let place: String
  /// The name of a version to mark; nil marks none.
  nonisolated let version: String?
  nonisolated let force: Bool

  /// Writes the file, and returns when nothing, not even power loss, takes that back.
  ///
  /// The working copy belongs to the file from then on. Takes its time on the caller's thread.
  nonisolated func write(through copy: WorkingCopy) throws(RequestError) {
    try SongSource.checkIsAbsolute(path)
    try settled { done throws(StorageError) in
      try copy.save(song, revision: revision, to: path, force: force, completion: done)
    }
    if let version {
      try settled { done throws(StorageError) in
        copy.mark(song, as: version, time: Int64(time(nil)), completion: done)
      }
    }
    try settled { done throws(StorageError) in try copy.move(to: place, completion: done) }
  }

  /// Waits until storage has done what `body` asks of it.
  private nonisolated func settled(
    _ body: (@escaping WorkingCopy.Completion) throws(StorageError) -> Void
  ) throws(RequestError) {
    let done = DispatchSemaphore(value: 0)
    do throws(StorageError) { try body { _ in done.signal() } } catch { throw RequestError(error) }
    guard done.wait(timeout: .now() + .seconds(SongWriting.patience)) == .success else {
      throw RequestError(
        .environment, "\(path) is written, but its working copy could not be: is the disk full?",
        field: "path")
    }
  }
}
