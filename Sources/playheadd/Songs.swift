import ControlProtocol
import LinuxSystem
import MIDIFile
import Session
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
    /// What is still to be done where it is heard, after a script.
    var motions: [Request] = []
    /// Where it stood in the set list, if it comes from there.
    var entry: SetList.Entry?
    /// What an import found.
    var report: ImportReport?
    /// Whether there was nothing at its path: it is empty, and a save writes it there.
    var isNew = false
  }

  /// The song that the set list leads to next, once it is open.
  let ready = ReadySong()
  /// The songs that wait for their places, by the numbers of the requests.
  var waiting: [Int64: Opened] = [:]
  private(set) var copy: WorkingCopy
  /// Where `save` writes; nil for a song that nobody has given a path.
  private(set) var target: String?
  /// By how much the revision that clients know is ahead of the song's own.
  private(set) var lead: Int64
  let copies: WorkingCopies
  let stateChanged: WorkingCopy.Completion

  init(_ opened: Opened, in copies: WorkingCopies, stateChanged: @escaping WorkingCopy.Completion) {
    copy = opened.copy
    target = opened.target
    // Clients of the daemon before this one must not find another song under a revision they knew.
    lead = copies.last() == opened.copy.path ? copies.lastLead : 0
    self.copies = copies
    self.stateChanged = stateChanged
    // Also a song that nobody gives a name survives a kill.
    try? copies.setLast(copy.path, lead: lead)
  }

  /// Makes another song the one that is open, the revision of which clients know as one so much
  /// later.
  func use(_ opened: Opened, lead: Int64, _ work: Worklist) {
    copy = opened.copy
    target = opened.target
    self.lead = lead
    keepLast(work)
  }

  /// The song has been written to a path, to which it belongs from now on.
  func saved(to path: String, _ work: Worklist, then done: @escaping () -> Void) {
    target = path
    keepLast(work, then: done)
  }

  /// Has this song come up at the next start, also when it is being moved to another place then.
  func keepLast(
    movingTo place: String? = nil, _ work: Worklist, then done: @escaping () -> Void = {}
  ) {
    let (copies, path, lead) = (copies, copy.path, lead)
    work.submit { () throws(RequestError) in
      try? copies.setLast(path, movingTo: place, lead: lead)
    } then: { _ in
      done()
    }
  }

  /// Whether the song of a path waits already.
  func awaits(_ path: String) -> Bool {
    let place = copies.path(for: path)
    return waiting.values.contains { $0.copy.path == place }
  }

  func checkAwaits(no path: String) throws(RequestError) {
    guard awaits(path) else { return }
    throw RequestError(.conflict, "\(path) waits already; pending lists it", field: "when")
  }

  /// Opens a song, or takes one that is ready if it is that and still as its file is.
  ///
  /// Takes as long as that takes, on the caller's thread.
  nonisolated static func open(
    _ path: String, discarding: Bool = false, for author: History.Author, or ready: ReadySong,
    in copies: WorkingCopies, stateChanged: @escaping WorkingCopy.Completion
  ) throws(RequestError) -> Opened {
    if let opened = ready.take(at: copies.path(for: path)) {
      if !discarding, opened.isFresh { return opened }
      opened.copy.close()
    }
    return try open(
      path, discarding: discarding, for: author, in: copies, stateChanged: stateChanged)
  }

  /// Opens what a path leads to; the last song, or a new one, without a path.
  ///
  /// Takes as long as that takes, on the caller's thread.
  nonisolated static func open(
    _ path: String?, discarding: Bool = false, for author: History.Author? = nil,
    in copies: WorkingCopies, stateChanged: @escaping WorkingCopy.Completion
  ) throws(RequestError) -> Opened {
    guard let path else {
      if let last = copies.last() { return try resume(last, stateChanged) }
      return try makeNew(Song(), in: copies, stateChanged)
    }
    switch try SongSource(path) {
    case .song: return try openFile(path, discarding, copies, stateChanged)
    case .foreign(let file):
      var opened = try makeNew(file.song, in: copies, stateChanged)
      opened.report = file.report
      return opened
    case .script(let script):
      let rehearsal = try Rehearsal(of: script, by: author ?? History.Author(client: 0))
      var opened = try make(
        copies.untitled(), rehearsal.song, rehearsal.history, nil, stateChanged, target: nil)
      opened.motions = rehearsal.motions
      return opened
    case .missing:
      let place = copies.path(for: path)
      // One that cannot be read is left as it is.
      if !discarding, FileStatus(ofLink: place) != nil {
        return try resume(place, stateChanged, target: path)
      }
      var opened = try make(place, Song(), History(), nil, stateChanged, target: path)
      opened.isNew = true
      return opened
    }
  }

  /// A new song that has no file.
  nonisolated static func makeNew(
    _ song: Song, in copies: WorkingCopies, _ stateChanged: @escaping WorkingCopy.Completion
  ) throws(RequestError) -> Opened {
    try make(copies.untitled(), song, History(), nil, stateChanged, target: nil)
  }

  /// A song file: its working copy goes on where it is newer than the file.
  private nonisolated static func openFile(
    _ path: String, _ discarding: Bool, _ copies: WorkingCopies,
    _ stateChanged: @escaping WorkingCopy.Completion
  ) throws(RequestError) -> Opened {
    let place = copies.path(for: path)
    if !discarding, FileStatus(ofLink: place) != nil {
      let opened = try resume(place, stateChanged, target: path)
      if opened.isFresh { return opened }
      opened.copy.close()
    }
    let (song, stamp): (Song, FileStamp)
    do throws(StorageError) { (song, stamp) = try SongFile.load(path) } catch {
      throw RequestError(error)
    }
    let original = Original(path: path, stamp: stamp, revision: 0)
    return try make(place, song, History(), original, stateChanged, target: path)
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
    _ place: String, _ song: Song, _ history: History, _ original: Original?,
    _ stateChanged: @escaping WorkingCopy.Completion, target: String?
  ) throws(RequestError) -> Opened {
    do throws(StorageError) {
      try WorkingCopy.create(
        place, song: song, history: history, original: original, replacing: true)
    } catch {
      throw RequestError(error)
    }
    return try resume(place, stateChanged, target: target)
  }
}

extension Songs.Opened {
  /// How the session takes it.
  var coming: ComingSong {
    ComingSong(contents.song, history: contents.history, revision: contents.revision)
  }

  /// Whether it is newer than its file, or the file is as it was when it was read.
  nonisolated var isFresh: Bool {
    contents.isModified || contents.original?.isUnchanged() ?? false
  }
}
