import ALSASequencer
import ControlProtocol
import ControlServer
import LinuxSystem
import Session
import Transport

extension Conductor {
  /// Requests that end a pass, and are answered once it is kept.
  private static let endings: Set = ["transport.stop", "rows.arm", "rows.disarm"]

  /// Keeps what was recorded on the laps that are over, once nothing of them waits to be taken in.
  func keepTakes() {
    guard session.isRecording else { return }
    if session.hasTakes, !takesMoreIn() { session.takes().forEach(keep) }
    session.followRecording()
    awaitTake()
  }

  /// Records no more, and keeps what has come in, before there is another song.
  func concludeRecording() {
    guard session.isRecording else { return }
    _ = takesMoreIn()
    for outcome in session.concludeRecording() { keep(outcome) { _ in } }
  }

  /// Whether a request that was done has ended a pass that is not kept yet.
  func endsTake(_ request: Request) -> Bool {
    Conductor.endings.contains(request.method) && session.takesDue != nil
  }

  /// Answers a request that has ended a pass once that is kept.
  func answer(_ outcome: Outcome, afterTakesOf client: ClientID, _ reply: Reply) {
    hold(client)
    keep(outcome) { [self] value in
      whenTakesAreKept { [self] in
        reply.succeed(value)
        release(client)
      }
    }
  }

  private func whenTakesAreKept(_ body: @escaping () -> Void) {
    if let due = session.takesDue {
      return later(due - clock.now()) { [self] in
        turnBegins()
        whenTakesAreKept(body)
      }
    }
    guard largeEdits.isBusy else { return body() }
    largeEdits.whenOver { [self] in whenTakesAreKept(body) }
  }

  /// Has a pass kept as soon as it is over, not only when the next fill is due: how it begins is to
  /// be heard at once.
  private func awaitTake() {
    let now = clock.now()
    if let awaited = nextTake, awaited <= now { nextTake = nil }
    guard nextTake == nil, let next = session.nextTake, next - now < Health.period else { return }
    nextTake = next
    later(next - now) { [weak self] in self?.turnBegins() }
  }

  /// Takes in what waits; returns whether that was more than a turn has time for.
  private func takesMoreIn() -> Bool { outputs.sequencer?.client.handleInput() ?? false }

  /// Keeps a take in this turn or, when that would take too long, once it is decided.
  private func keep(_ take: Edit) {
    do throws(RequestError) {
      switch try session.begin(take) {
      case .done(let outcome): settle(.success(outcome))
      case .tooLarge, .tooLong: largeEdits.decide(take) { [self] in settle($0) }
      }
    } catch {
      settle(.failure(error))
    }
  }

  private func settle(_ take: Result<Outcome, RequestError>) {
    switch take {
    case .success(let outcome): keep(outcome) { _ in }
    case .failure(let error): log.warning(error.ofTake)
    }
  }
}
