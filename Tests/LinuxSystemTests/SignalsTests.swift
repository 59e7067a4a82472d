import Glibc
import LinuxSystem
import Testing

struct SignalsTests {
  @Test func `signals that come before anyone takes them are delivered, each once`() async {
    await #expect(processExitsWith: .exitCode(42)) { @MainActor in
      let signals = try Signals(catching: [SIGTERM, SIGUSR1])
      kill(getpid(), SIGTERM)
      var seen: [Int32] = []
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        signals.deliver { signal in
          seen.append(signal)
          if signal == SIGTERM { kill(getpid(), SIGUSR1) }
          if signal == SIGUSR1 { done.resume() }
        }
      }
      exit(seen == [SIGTERM, SIGUSR1] ? 42 : 1)
    }
  }

  @Test func `a signal that the parent left blocked is caught`() async {
    await #expect(processExitsWith: .exitCode(42)) { @MainActor in
      var mask = sigset_t()
      sigemptyset(&mask)
      sigaddset(&mask, SIGTERM)
      pthread_sigmask(SIG_BLOCK, &mask, nil)
      let signals = try Signals(catching: [SIGTERM])
      pthread_kill(pthread_self(), SIGTERM)
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        signals.deliver { _ in done.resume() }
      }
      exit(42)
    }
  }

  @Test func `a signal that the parent ignored is caught`() async {
    await #expect(processExitsWith: .exitCode(42)) { @MainActor in
      signal(SIGTERM, SIG_IGN)
      let signals = try Signals(catching: [SIGTERM])
      kill(getpid(), SIGTERM)
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        signals.deliver { _ in done.resume() }
      }
      exit(42)
    }
  }
}
