import Storage
import Synchronization

/// A song that is opened ahead of its time.
///
/// Put and taken on the worker alone, one job after the other: nobody else opens it just then.
nonisolated final class ReadySong: Sendable {
  private let opened = Mutex<Songs.Opened?>(nil)

  /// The song's file; nil when none is ready.
  var path: String? { opened.withLock { $0?.target } }

  /// Makes another song, or none, the one that is ready.
  func put(_ song: Songs.Opened?) {
    let former = opened.withLock { opened in
      defer { opened = song }
      return opened
    }
    former?.copy.close()
  }

  /// Takes the song with this working copy, if it is that.
  func take(at place: String) -> Songs.Opened? {
    opened.withLock { opened in
      guard opened?.copy.path == place else { return nil }
      defer { opened = nil }
      return opened
    }
  }
}
