import LinuxSystem
import Synchronization

/// Copies what the log holds into the database, now and then, so that the log stays small.
///
/// On a thread and a connection of its own: a commit never waits for the disk.
final class Checkpointer: Sendable {
  /// Beyond this size the log begins anew, for which writers have to wait a moment.
  private static let logLimit = 16 << 20
  private static let interval = 1_000

  private let worker = Worker(name: "checkpoint")
  /// A note that something was committed; empty while everything has been copied.
  private let notes = Mailbox<Void>()
  /// Whether a note lies there already: a thousand commits leave one.
  private let isNoted = Atomic(false)

  init(_ path: String) {
    worker.submit { [self] in run(path) }
  }

  /// Says that something was committed.
  func note() {
    if !isNoted.exchange(true, ordering: .acquiringAndReleasing) { notes.put(()) }
  }

  /// Ends the thread and closes its connection.
  func finish() {
    notes.close()
    worker.finish()
  }

  private func run(_ path: String) {
    var database: Database?
    while notes.take() != nil {
      guard notes.take(waitingAtMost: Checkpointer.interval) != nil else { break }
      isNoted.store(false, ordering: .releasing)
      do throws(StorageError) {
        let connection: Database
        if let database { connection = database } else { connection = try Database(logged: path) }
        database = connection
        if try !checkpoint(connection) { note() }
      } catch {
        // The writer meets what is wrong with the disk and says so; here it only takes longer.
        database = nil
        note()
      }
    }
  }

  /// Whether nothing is left to be copied.
  private func checkpoint(_ database: Database) throws(StorageError) -> Bool {
    // The one that waits for nobody goes first, and leaves little to do while writers wait.
    var (inLog, copied) = try database.checkpoint(.passive)
    if inLog * (Schema.pageSize + 24) > Checkpointer.logLimit {
      (inLog, copied) = try database.checkpoint(.restart)
    }
    return copied >= inLog
  }
}
