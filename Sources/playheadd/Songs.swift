import ControlProtocol
import LinuxSystem
import MIDIFile
import Storage
import Timeline

/// The songs on disk: finds, opens and writes them, on a thread of its own where it takes time.
final class Songs {
  /// A song that is ready to be edited.
  struct Opened: Sendable {
    let copy: WorkingCopy
    let contents: Contents
    /// Where `save` writes a song that has no file yet; nil when nobody has said.
    let target: String?
    /// What is still to be done to it: a script's lines.
    var script: Script?
    /// What an import found.
    var report: ImportReport?
  }

  private(set) var copy: WorkingCopy
  /// Where `save` writes; nil for a song that nobody has given a path.
  private(set) var target: String?
  let copies: WorkingCopies
  let stateChanged: WorkingCopy.Completion

  init(_ opened: Opened, in copies: WorkingCopies, stateChanged: @escaping WorkingCopy.Completion) {
    copy = opened.copy
    target = opened.target
    self.copies = copies
    self.stateChanged = stateChanged
    // Also a song that nobody gives a name survives a kill.
    try? copies.setLast(copy.path)
  }

  /// Makes another song the one that is open.
  func use(_ opened: Opened) {
    copy = opened.copy
    target = opened.target
    try? copies.setLast(copy.path)
  }

  /// The song has been written to a path, to which it belongs from now on.
  func saved(to path: String) {
    target = path
    try? copies.setLast(copy.path)
  }

  /// Opens what a path leads to; the last song, or a new one, without a path.
  ///
  /// Takes as long as that takes, on the caller's thread.
  nonisolated static func open(
    _ path: String?, discarding: Bool = false, in copies: WorkingCopies,
    stateChanged: @escaping WorkingCopy.Completion
  ) throws(RequestError) -> Opened {
    guard let path else {
      if let last = copies.last() { return try resume(last, stateChanged) }
      return try makeNew(Song(), in: copies, stateChanged)
    }
    switch try SongSource(path) {
    case .song: return try openFile(path, discarding, copies, stateChanged)
    case .midi(let file):
      var opened = try makeNew(file.song, in: copies, stateChanged)
      opened.report = file.report
      return opened
    case .script(let script):
      var opened = try makeNew(Song(), in: copies, stateChanged)
      opened.script = script
      return opened
    case .missing:
      let place = copies.path(for: path)
      // One that cannot be read is left as it is.
      if !discarding, FileStatus(ofLink: place) != nil {
        return try resume(place, stateChanged, target: path)
      }
      return try make(place, Song(), nil, stateChanged, target: path)
    }
  }

  /// A new song that has no file.
  nonisolated static func makeNew(
    _ song: Song, in copies: WorkingCopies, _ stateChanged: @escaping WorkingCopy.Completion
  ) throws(RequestError) -> Opened {
    try make(copies.untitled(), song, nil, stateChanged, target: nil)
  }

  /// A song file: its working copy goes on where it is newer than the file.
  private nonisolated static func openFile(
    _ path: String, _ discarding: Bool, _ copies: WorkingCopies,
    _ stateChanged: @escaping WorkingCopy.Completion
  ) throws(RequestError) -> Opened {
    let place = copies.path(for: path)
    if !discarding, FileStatus(ofLink: place) != nil {
      let opened = try resume(place, stateChanged, target: path)
      if opened.contents.isModified || opened.contents.original?.isUnchanged() ?? false {
        return opened
      }
      opened.copy.close()
    }
    let (song, stamp): (Song, FileStamp)
    do throws(StorageError) { (song, stamp) = try SongFile.load(path) } catch {
      throw RequestError(error)
    }
    let original = Original(path: path, stamp: stamp, revision: 0)
    return try make(place, song, original, stateChanged, target: path)
  }

  private nonisolated static func resume(
    _ place: String, _ stateChanged: @escaping WorkingCopy.Completion, target: String? = nil
  ) throws(RequestError) -> Opened {
    do throws(StorageError) {
      let (copy, contents) = try WorkingCopy.open(place, stateChanged: stateChanged)
      return Opened(copy: copy, contents: contents, target: target ?? contents.original?.path)
    } catch {
      throw RequestError(error)
    }
  }

  private nonisolated static func make(
    _ place: String, _ song: Song, _ original: Original?,
    _ stateChanged: @escaping WorkingCopy.Completion, target: String?
  ) throws(RequestError) -> Opened {
    do throws(StorageError) {
      try WorkingCopy.create(place, song: song, original: original, replacing: true)
    } catch {
      throw RequestError(error)
    }
    return try resume(place, stateChanged, target: target)
  }
}
