import ALSASequencer
import ControlProtocol
import LinuxSystem
import Session
import Transport

extension Conductor {
  func turn(_ work: () -> Void) {
    Turns.measure {
      turnBegins()
      work()
    }
  }

  /// The fill, and what it tells.
  func turnBegins() {
    subscribers.tell(session.advance())
    decidePending()
    keepTakes()
    let now = clock.now()
    outputs.advance(to: now)
    let isBusy = session.isBusy
    fill.isOn = isBusy
    let maySound = session.maySound
    if maySound != self.maySound {
      self.maySound = maySound
      durability.setRolling(maySound)
      changed()
    }
    awaitCrossing(now)
    if session.isRolling, now - calibrated > 1_000_000_000 {
      calibrated = now
      outputs.sequencer?.recalibrate()
      warnOfCables()
    }
  }

  func turnEnds() {
    decidePending()
    tendOutputs()
  }

  func tendOutputs() {
    outputs.advance(to: clock.now())
    fill.isOn = session.isBusy
  }

  /// Keeps and tells what has waited for a place that the fill has come to.
  ///
  /// All that was decided together is kept before more is decided: storage takes it in order.
  func decidePending() {
    guard !isDeciding else { return }
    isDeciding = true
    defer { isDeciding = false }
    while true {
      let outcomes = session.decidePending()
      guard !outcomes.isEmpty else { return }
      for outcome in outcomes { keep(outcome, after: session.revision) { _ in } }
      subscribers.tell(session.advance())
    }
  }

  /// Says once of each port that it plays more than a cable carries.
  private func warnOfCables() {
    for cable in session.transport.cables where cable.isOverloaded {
      guard overloaded.insert(cable.port).inserted else { continue }
      log.warning(
        "port \(cable.port) plays more than the 3,125 bytes a second of a MIDI cable: "
          + "a device on one hears it late")
    }
  }

  /// Has labels told at once, not only when the next fill is due.
  private func awaitCrossing(_ now: HostTime) {
    if let awaited = nextCrossing, awaited <= now { nextCrossing = nil }
    guard let next = session.nextCrossing, subscribers.want(.cells),
      nextCrossing.map({ next < $0 }) ?? true
    else { return }
    nextCrossing = next
    later(next - now) { [weak self] in self?.turnBegins() }
  }
}
