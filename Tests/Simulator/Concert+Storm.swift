import Session
import Transport

/// What goes wrong around the daemon: only time, the output and devices; it has no bugs to add.
extension Concert {
  /// One thing that goes wrong, or the act that it happens in.
  mutating func storm() {
    switch dice.roll(12) {
    case 0..<5: beStopped()
    case 5, 6: comeLate()
    case 7: fillPool()
    case 8, 9: loseDevice()
    case 10: sleep()
    default: disconnect()
    }
    doSomething()
    ear.expectStorm(at: now)
  }

  /// The process is stopped at the worst places of the next act.
  private mutating func beStopped() {
    ear.expectStorm(at: now)
    for _ in 0...dice.roll(2) {
      clock.stop(for: Int64(dice.roll(200_000_000)), atReading: 1 + dice.roll(9))
    }
  }

  /// No fill comes for a while.
  private mutating func comeLate() {
    ear.expectStorm(at: now)
    run(nanoseconds: 0)
    clock.advance(by: Int64(dice.roll(200_000_000)))
    _ = session.advance()
    // What should have sounded long ago does not sound in a burst now.
    listen(atMostLate: Concert.stale)
  }

  /// By how many nanoseconds a note may be late before it is left out.
  private static let stale = 20_001_000.0

  /// The pool is nearly full for a while.
  private mutating func fillPool() {
    ear.expectStorm(at: now)
    queue.capacity = dice.roll(8)
    run(nanoseconds: Int64(dice.roll(50_000_000)))
    edit()
    run(nanoseconds: Int64(dice.roll(50_000_000)))
    queue.capacity = 2_000
    ear.expectStorm(at: now)
  }

  /// A device goes, and comes back some acts later under another number.
  private mutating func loseDevice() {
    let port = dice.pick(Concert.ports)
    ear.expectStorm(at: now)
    queue.absent.insert(port)
    // The news of it takes a moment.
    run(nanoseconds: Int64(dice.roll(40_000_000)))
    session.deviceLeft(port)
    for _ in 0..<dice.roll(4) { doSomething() }
    queue.absent.remove(port)
    run(nanoseconds: Int64(dice.roll(40_000_000)))
    ear.expectStorm(at: now)
    ear.deviceReturns(port)
    session.deviceCame(port)
    run(nanoseconds: 0)
    ear.checkReturned(port, now: now)
  }

  /// A person takes one of two devices away from a port: what sounds there is ended, and the other
  /// plays on.
  private mutating func disconnect() {
    let port = dice.pick(Concert.ports)
    ear.check(session.lastWords(of: port), of: port, now: now)
  }

  /// The machine is suspended for some seconds.
  private mutating func sleep() {
    ear.expectStorm(at: now)
    session.stopsOnResume = dice.hits(oneIn: 2)
    clock.suspend(nanoseconds: 5_000_000_000)
    let wasRolling = session.isRolling
    _ = session.advance()
    if wasRolling, !session.isRolling { hasStopped() }
  }
}
