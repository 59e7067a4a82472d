import ControlProtocol
import ControlServer
import LinuxSystem
import Synchronization
import Timeline

/// Work that takes longer than a turn: done on the worker, its result brought back to the main
/// actor.
///
/// A request whose work is done within a moment gets its result as its reply. Longer work is
/// answered with a job's number, and its end is an event of the topic `jobs`.
final class Worklist {
  /// Nanoseconds that a reply waits for the result.
  private static let patience: Int64 = 200_000_000

  private let worker = Worker(name: "work")
  private var lastJob: Int64 = 0
  /// What is to be let go of on the worker, once this turn holds none of it any more.
  private var leftovers: Leftovers?
  /// Sends events to those who want to hear of jobs.
  var tell: ([Event]) -> Void = { _ in }

  /// Does `work` on the worker, then `finish` with its result on the main actor.
  ///
  /// What either throws is the refusal of the request. `ended` is called when all is told.
  func perform<Result: Sendable>(
    _ reply: Reply, ended: @escaping () -> Void,
    _ work: @escaping @Sendable (JobProgress) throws(RequestError) -> Result,
    finish:
      @escaping (Result, _ done: @escaping (Swift.Result<Value, RequestError>) -> Void) -> Void
  ) {
    let job = Job(number: nextJob(), reply: reply, tell: tell, ended: ended)
    if !reply.isPatient { later(Worklist.patience) { job.becomeEvent() } }
    let progress = JobProgress { [weak job] in job?.tellProgress($0, $1) }
    submit { () throws(RequestError) in
      try work(progress)
    } then: { result in
      switch result {
      case .success(let value): finish(value) { job.finish($0) }
      case .failure(let error): job.finish(.failure(error))
      }
    }
  }

  /// The number of the next job that clients may hear of.
  func nextJob() -> Int64 {
    lastJob += 1
    return lastJob
  }

  /// Lets go of something large without holding the main actor.
  func release(_ something: some Sendable) {
    if let leftovers { return leftovers.add(something) }
    let leftovers = Leftovers(something)
    self.leftovers = leftovers
    soon { [self] in
      self.leftovers = nil
      worker.submit { leftovers.release() }
    }
  }

  /// Lets go of large steps, if there are any.
  func release(_ steps: [History.Step]) {
    if !steps.isEmpty { release(steps as any Sendable) }
  }

  func finish() { worker.finish() }

  /// Does `work` on the worker and hands its result to the main actor.
  nonisolated func submit<Result: Sendable>(
    _ work: @escaping @Sendable () throws(RequestError) -> Result,
    then arrive: @escaping @MainActor @Sendable (Swift.Result<Result, RequestError>) -> Void
  ) {
    worker.submit {
      do throws(RequestError) {
        let value = try work()
        soon { arrive(.success(value)) }
      } catch {
        soon { arrive(.failure(error)) }
      }
    }
  }
}

/// Large values on their way to the worker, which is to be the last to hold them.
private nonisolated final class Leftovers: Sendable {
  private let values: Mutex<[any Sendable]>

  init(_ value: any Sendable) {
    values = Mutex([value])
  }

  func add(_ value: any Sendable) { values.withLock { $0.append(value) } }

  func release() {
    let values = values.withLock { values in
      defer { values = [] }
      return values
    }
    withExtendedLifetime(values) {}
  }
}

/// Tells from the worker what part of a job is done, a tenth at a time.
nonisolated final class JobProgress: Sendable {
  private let tellTenth: @MainActor @Sendable (String, Double) -> Void
  private let tenth = Mutex(0)

  init(_ tell: @escaping @MainActor @Sendable (String, Double) -> Void) {
    tellTenth = tell
  }

  /// From 0 to 1, of something that goes by a word.
  func tell(_ state: String, _ part: Double) {
    let reached = Int(part * 10)
    let isNew = tenth.withLock { tenth in
      defer { tenth = reached }
      return reached != tenth
    }
    if isNew { soon { self.tellTenth(state, Double(reached) / 10) } }
  }
}

/// One piece of work and how its end is told: by the reply, or by an event once that is out.
private final class Job {
  private let number: Int64
  private var reply: Reply?
  private let tell: ([Event]) -> Void
  private let ended: () -> Void
  private var isDone = false

  init(
    number: Int64, reply: Reply, tell: @escaping ([Event]) -> Void, ended: @escaping () -> Void
  ) {
    self.number = number
    self.reply = reply
    self.tell = tell
    self.ended = ended
  }

  func becomeEvent() {
    guard !isDone, let reply else { return }
    self.reply = nil
    reply.succeed(["job": Value(number)])
  }

  /// Tells those who know of the job what it is at.
  func tellProgress(_ state: String, _ part: Double) {
    guard !isDone, reply == nil else { return }
    tell([
      Event(
        .jobs, ["job": Value(number), "state": .string(state), "progress": Value(part)])
    ])
  }

  func finish(_ result: Result<Value, RequestError>) {
    isDone = true
    defer { ended() }
    guard let reply else {
      let outcome: (String, Value) =
        switch result {
        case .success(let value): ("result", value)
        case .failure(let error): ("error", error.value)
        }
      var members = Members()
      members.append("job", Value(number))
      members.append(outcome.0, outcome.1)
      tell([Event(.jobs, .object(members))])
      return
    }
    self.reply = nil
    switch result {
    case .success(let value): reply.succeed(value)
    case .failure(let error): reply.fail(error)
    }
  }
}
