import LinuxSystem
import Storage
import Timeline

/// Holds what is to be said of a revision until storage has it, or has failed to for too long.
final class Durability {
  /// Nanoseconds after which a reply goes out as not saved.
  private static let patience: Int64 = 250_000_000

  private struct Waiting {
    let revision: Int64
    let number: Int64
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
  private var lastNumber: Int64 = 0
  private var toldUnsaved: Int64 = 0

  init(_ copy: WorkingCopy, revision: Int64, log: Log) {
    self.copy = copy
    self.revision = revision
    self.log = log
  }

  /// Goes on with another working copy, at its revision; the one before is closed.
  func change(to copy: WorkingCopy, revision: Int64) {
    // Writes what waits: only then may anybody be told that it is saved.
    self.copy.close()
    self.copy = copy
    trouble = nil
    settle(revision)
  }

  func close() { copy.close() }

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

  func setRolling(_ isRolling: Bool) { copy.setRolling(isRolling) }

  /// To be called when storage begins to refuse, and with nil when it works again.
  func stateChanged(_ error: StorageError?) {
    trouble = error
    if let error {
      log.error("\(error); playing and editing go on, unsaved")
      release { _ in true }
    } else {
      log.notice("saving works again")
    }
  }

  /// Does something once a revision is durable, or is known not to be for now.
  ///
  /// In the order of the calls. `isPatient` waits as long as it takes while storage works.
  func whenDurable(
    _ revision: Int64, isPatient: Bool = false, _ body: @escaping (_ isSaved: Bool) -> Void
  ) {
    guard revision > self.revision else { return body(true) }
    guard trouble == nil else {
      toldUnsaved = max(toldUnsaved, revision)
      return body(false)
    }
    lastNumber += 1
    let number = lastNumber
    waiting.append(Waiting(revision: revision, number: number, body: body))
    guard !isPatient else { return }
    later(Durability.patience) { [weak self] in self?.release { $0.number <= number } }
  }

  /// Lets a call of the storage thread arrive on the main actor.
  nonisolated static func onMain(
    _ body: @escaping @MainActor @Sendable (StorageError?) -> Void
  ) -> WorkingCopy.Completion {
    { error in soon { body(error) } }
  }

  private func settle(_ revision: Int64) {
    self.revision = max(self.revision, revision)
    let ready = waiting.prefix { $0.revision <= self.revision }
    waiting.removeFirst(ready.count)
    for entry in ready { entry.body(true) }
    if toldUnsaved > 0, self.revision >= toldUnsaved {
      toldUnsaved = 0
      caughtUp(self.revision)
    }
  }

  /// Lets those go at the front that have waited long enough.
  private func release(_ isDue: (Waiting) -> Bool) {
    let due = waiting.prefix(while: isDue)
    waiting.removeFirst(due.count)
    for entry in due {
      toldUnsaved = max(toldUnsaved, entry.revision)
      entry.body(false)
    }
  }
}
