import ControlProtocol
import LinuxSystem
import Storage
import Timeline

/// Holds what is to be said of a revision until storage has it, or has failed to for too long.
final class Durability {
  /// Nanoseconds after which a reply goes out as not saved.
  private static let patience: Int64 = 250_000_000

  private struct Waiting {
    let revision: Int64
    /// When it goes out all the same; nil for what waits as long as it takes.
    let due: Int64?
    /// Whether it goes on waiting when what comes after it goes out.
    var letsOthersPass = false
    let body: (_ isSaved: Bool) -> Void
  }

  /// The newest revision that storage holds.
  private(set) var revision: Int64
  /// Whether storage refuses to write, and why.
  private(set) var trouble: StorageError?
  /// Called when revisions that were told as not saved are saved after all.
  var caughtUp: (_ revision: Int64) -> Void = { _ in }

  private var copy: WorkingCopy
  private let log: Log
  private var waiting: [Waiting] = []
  private var isWatching = false
  private var isRolling = false
  /// How many working copies of before are still being written to their ends.
  private var closing = 0
  /// What the newest of all has come to meanwhile.
  private var revisionAhead: Int64 = 0
  private var toldUnsaved: Int64 = 0

  init(_ copy: WorkingCopy, revision: Int64, log: Log) {
    self.copy = copy
    self.revision = revision
    self.log = log
  }

  /// Goes on with another working copy, at its revision; the one before is closed by a worker.
  func change(to copy: WorkingCopy, revision: Int64, _ work: Worklist) {
    let former = self.copy
    if isRolling {
      former.setRolling(false)
      copy.setRolling(true)
    }
    self.copy = copy
    trouble = nil
    closing += 1
    settle(revision)
    // Writes what waits: only then may anybody be told that it is saved.
    work.submit { () throws(RequestError) in
      former.close()
    } then: { [weak self] _ in
      guard let self else { return }
      closing -= 1
      settle(revisionAhead)
    }
  }

  /// Writes what waits, here and in the copies of before, which the worker closes.
  func close(_ work: Worklist) {
    if closing > 0 { work.finish() }
    copy.close()
  }

  /// Hands a record to storage, known to clients as of this revision.
  func keep(_ record: Record, as revision: Int64) {
    let copy = ObjectIdentifier(copy)
    self.copy.commit(
      record,
      completion: Durability.onMain { [weak self] error in
        guard let self, ObjectIdentifier(self.copy) == copy, error == nil else { return }
        self.settle(revision)
      })
  }

  func setRolling(_ isRolling: Bool) {
    self.isRolling = isRolling
    copy.setRolling(isRolling)
  }

  /// To be called when storage begins to refuse, and with nil when it works again.
  func stateChanged(_ error: StorageError?) {
    trouble = error
    if let error {
      log.error("\(error); playing and editing go on, unsaved")
      let all = waiting
      waiting = []
      release(all)
    } else {
      log.notice("saving works again")
    }
  }

  /// Does something once a revision is durable, or is known not to be for now.
  ///
  /// In the order of the calls. `isPatient` waits until something later goes out.
  func whenDurable(
    _ revision: Int64, isPatient: Bool = false, _ body: @escaping (_ isSaved: Bool) -> Void
  ) {
    let due = isPatient ? nil : MonotonicClock.now() + Durability.patience
    wait(Waiting(revision: revision, due: due, body: body))
  }

  /// Does something once a revision is durable, as long as that takes while storage works.
  func whenSaved(_ revision: Int64, _ body: @escaping (_ isSaved: Bool) -> Void) {
    wait(Waiting(revision: revision, due: nil, letsOthersPass: true, body: body))
  }

  private func wait(_ entry: Waiting) {
    guard entry.revision > revision else { return entry.body(true) }
    guard trouble == nil else {
      toldUnsaved = max(toldUnsaved, entry.revision)
      return entry.body(false)
    }
    waiting.append(entry)
    watch()
  }

  /// Sees to it that nobody waits for longer than his patience: one timer for all.
  private func watch() {
    guard !isWatching, let due = waiting.lazy.compactMap(\.due).first else { return }
    isWatching = true
    later(due - MonotonicClock.now()) { [weak self] in
      guard let self else { return }
      isWatching = false
      let now = MonotonicClock.now()
      let last = waiting.lastIndex { $0.due.map { $0 <= now } ?? false }
      let due = waiting.prefix(last.map { $0 + 1 } ?? 0)
      waiting = due.filter(\.letsOthersPass) + waiting.dropFirst(due.count)
      release(due.filter { !$0.letsOthersPass })
      watch()
    }
  }

  /// Lets a call of the storage thread arrive on the main actor.
  nonisolated static func onMain(
    _ body: @escaping @MainActor @Sendable (StorageError?) -> Void
  ) -> WorkingCopy.Completion {
    { error in soon { body(error) } }
  }

  private func settle(_ revision: Int64) {
    revisionAhead = max(revisionAhead, revision)
    guard closing == 0 else { return }
    self.revision = max(self.revision, revision)
    let ready = waiting.prefix { $0.revision <= self.revision }
    waiting.removeFirst(ready.count)
    for entry in ready { entry.body(true) }
    if toldUnsaved > 0, self.revision >= toldUnsaved {
      toldUnsaved = 0
      caughtUp(self.revision)
    }
  }

  /// Lets go of what waits, as not saved.
  private func release(_ entries: [Waiting]) {
    for entry in entries {
      toldUnsaved = max(toldUnsaved, entry.revision)
      entry.body(false)
    }
  }
}
