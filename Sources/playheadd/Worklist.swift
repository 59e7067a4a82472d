import ControlProtocol
import ControlServer
import LinuxSystem

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
  /// Sends events to those who want to hear of jobs.
  var tell: ([Event]) -> Void = { _ in }

  /// Does `work` on the worker, then `finish` with its result on the main actor.
  ///
  /// What either throws is the refusal of the request. `ended` is called when all is told.
  func perform<Result: Sendable>(
    _ reply: Reply, ended: @escaping () -> Void,
    _ work: @escaping @Sendable () throws(RequestError) -> Result,
    finish:
      @escaping (Result, _ done: @escaping (Swift.Result<Value, RequestError>) -> Void) -> Void
  ) {
    lastJob += 1
    let job = Job(number: lastJob, reply: reply, tell: tell, ended: ended)
    later(Worklist.patience) { job.becomeEvent() }
    submit(work) { result in
      switch result {
      case .success(let value): finish(value) { job.finish($0) }
      case .failure(let error): job.finish(.failure(error))
      }
    }
  }

  /// Lets go of something large without holding the main actor.
  func release(_ something: sending some Sendable) {
    worker.submit { [something] in withExtendedLifetime(something) {} }
  }

  func finish() { worker.finish() }

  private nonisolated func submit<Result: Sendable>(
    _ work: @escaping @Sendable () throws(RequestError) -> Result,
    _ arrive: @escaping @MainActor @Sendable (Swift.Result<Result, RequestError>) -> Void
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
