import ControlProtocol
import Timeline
import Transport

/// What edits are decided on: a value, to be taken along to another thread.
package struct Basis: Sendable {
  let song: Song
  let history: History
  let strays: StrayEdits
  let revision: Int64
}

/// What an edit comes to on one basis, to be committed while that is how things are.
package struct Decision: Sendable {
  /// The revision that it was decided on.
  var base: Int64
  /// The song that the patch makes of that one.
  var song: Song
  let patch: Patch
  /// Whether it would be another one if other ids were the next to be given.
  let givesIDs: Bool
  /// Whether it would be another one if there were other steps.
  let dependsOnHistory: Bool
  var history: Record.HistoryChange = .none
  var sounding: Sounding?
  /// Whether new notes that should have begun a moment ago are struck all the same.
  var isLate = false
  /// False for an edit that changes nothing, or that is only to be tried.
  let isChange: Bool
  var result: EditResult
  /// What stands first in the reply.
  var made = Members()
  var isBatch = false
  /// The step that was taken back or again.
  var step: History.Step?
  let cause: String
  let author: History.Author
  let client: Int64

  /// The reply to the client that asked; `commit` is when the edit is heard.
  func reply(commit: HostTime?) -> Value {
    var reply = ObjectText()
    reply.append(made)
    if let commit { reply.append("commit", commit.nanoseconds) }
    result.append(to: &reply)
    result.appendAdjustments(to: &reply, isBatch: isBatch)
    return reply.value
  }
}
