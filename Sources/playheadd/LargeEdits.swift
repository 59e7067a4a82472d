import ControlProtocol
import Session
import Timeline

/// Edits that are too large for a turn: decided on the worker, one after the other, and committed
/// in a turn as if they were small.
///
/// What does not concern their rows goes on meanwhile, and a large edit then follows it: with what
/// was decided where that comes to the same, else decided again on what has become of the song.
/// After two such rounds everything that changes the song waits for it. Edits of its rows wait in
/// any case, in the order in which they came.
final class LargeEdits {
  private struct Job {
    let number: Int64
    let edit: Edit
    /// What it concerns, once that is known.
    var scope: Scope?
    /// What has changed the song since it was decided on.
    var records: [Record] = []
    /// How often it has been decided in vain.
    var round = 0
    /// Whether another song has been loaded meanwhile.
    var isObsolete = false
    /// Whether it has taken so long that clients were told.
    var isTold = false
    let finish: (Result<Outcome, RequestError>) -> Void
  }

  /// Nanoseconds after which clients are told that an edit is under way.
  private static let patience: Int64 = 200_000_000
  private static let rounds = 2

  private let session: Session
  private let work: Worklist
  private let subscribers: Subscribers
  private var job: Job?
  /// What waits until it may go on, in order.
  private var line: [() -> Void] = []

  init(_ session: Session, _ work: Worklist, _ subscribers: Subscribers) {
    self.session = session
    self.work = work
    self.subscribers = subscribers
  }

  /// Whether one is under way; only then it matters what an edit concerns.
  var isBusy: Bool { job != nil }

  /// Whether an edit has to wait for the large one that is under way.
  func delay(_ scope: Scope) -> Bool {
    guard let job else { return false }
    return job.round >= LargeEdits.rounds || scope.meets(job.scope ?? .everything)
  }

  /// Calls when it is time to ask again, in the order of the calls.
  func whenOver(_ body: @escaping () -> Void) {
    line.append(body)
  }

  /// Decides and commits an edit; `finish` hears what came of it, or why it is refused.
  func decide(_ edit: Edit, finish: @escaping (Result<Outcome, RequestError>) -> Void) {
    guard job == nil else {
      return whenOver { [self] in decide(edit, finish: finish) }
    }
    let number = work.nextJob()
    job = Job(number: number, edit: edit, finish: finish)
    later(LargeEdits.patience) { [self] in
      guard job?.number == number else { return }
      job?.isTold = true
      tell("deciding")
    }
    decide(on: session.basis)
  }

  /// Is told of everything that changes the song.
  func note(_ record: Record) { job?.records.append(record) }

  /// The song that is edited is about to be another one.
  func songChanges() { job?.isObsolete = true }

  private func decide(on basis: Basis) {
    guard let edit = job?.edit else { return }
    job?.records = []
    work.submit { () throws(RequestError) in
      edit.scope(on: basis)
    } then: { [self] scope in
      guard case .success(let scope) = scope else { return }
      job?.scope = scope
      moveUp()
    }
    work.submit { () throws(RequestError) in
      try edit.decide(on: basis)
    } then: { [self] result in
      // The song of before, and a decision in vain, are large.
      work.release(basis)
      work.release(result)
      settle(result)
    }
  }

  /// Tells what an edit that takes its time has come to.
  private func tell(_ state: String, _ details: (key: String, value: Value)? = nil) {
    guard let job, job.isTold else { return }
    var members = Members()
    members.append("job", Value(job.number))
    members.append("cause", .string(job.edit.name))
    members.append("state", .string(state))
    if let details { members.append(details.key, details.value) }
    subscribers.tell([Event(.jobs, .object(members))])
  }

  private func settle(_ result: Result<Decision, RequestError>) {
    guard let job else { return }
    guard !job.isObsolete else {
      return end(.failure(RequestError(.busy, "another song has been loaded meanwhile")))
    }
    do throws(RequestError) {
      let decision = try result.get()
      if let outcome = session.commit(decision) { return end(.success(outcome)) }
      follow(decision, job)
    } catch {
      end(.failure(error))
    }
  }

  /// Takes along what has changed the song since a decision: here when it is little.
  private func follow(_ decision: Decision, _ job: Job) {
    guard let scope = job.scope else { preconditionFailure("the scope comes first") }
    let records = job.records
    self.job?.records = []
    guard records.reduce(0, { $0 + $1.cellCount }) > Limits.cellsAtOnce else {
      return commit(decision.following(records, concerning: scope))
    }
    work.submit { () throws(RequestError) in
      decision.following(records, concerning: scope)
    } then: { [self] result in
      work.release(result)
      guard case .success(let followed?) = result else { return decideAgain() }
      settle(.success(followed))
    }
  }

  private func commit(_ decision: Decision?) {
    guard let outcome = decision.flatMap({ session.commit($0) }) else { return decideAgain() }
    end(.success(outcome))
  }

  private func decideAgain() {
    guard let job else { return }
    self.job?.round += 1
    tell("deciding", ("round", Value(job.round + 2)))
    decide(on: session.basis)
  }

  private func end(_ result: Result<Outcome, RequestError>) {
    guard let job else { return }
    switch result {
    case .success: tell("committed")
    case .failure(let error): tell("refused", ("error", error.value))
    }
    self.job = nil
    job.finish(result)
    moveUp()
  }

  /// Lets those who wait ask again.
  private func moveUp() {
    let waiting = line
    line = []
    for body in waiting { body() }
  }
}

extension Record {
  /// How many cells it changes.
  fileprivate var cellCount: Int {
    switch change {
    case .patch(let patch): patch.cells.count
    case .song(let song): song.cellCount
    }
  }
}
