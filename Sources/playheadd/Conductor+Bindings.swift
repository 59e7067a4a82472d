import ControlProtocol
import ControlServer
import LinuxSystem
import Session
import Timeline
import Transport

extension ClientID {
  /// Who does the lines that are bound to what comes in; the server's clients count from 1.
  static let binding = ClientID(number: -1)
  /// Who does the start-up script.
  static let startup = ClientID(number: -2)
}

extension Conductor {
  /// Nanoseconds between two complaints of bindings.
  private static let complaintGap: Int64 = 1_000_000_000

  func changeBindings(_ request: Request) throws(RequestError) -> Value {
    try settings.bindings.change(request)
    tellPorts()
    return .object(settings.bindings.members)
  }

  /// Does the lines that are bound to a message, or binds one; whether it was for that.
  func obeyBindings(_ message: MIDIMessage) -> Bool {
    do throws(RequestError) {
      if let binding = try settings.bindings.takeLesson(message) {
        log.notice("\(binding.trigger.text) is bound to: \(binding.line)")
        tellPorts()
        return true
      }
    } catch {
      complain(error.message)
      return true
    }
    guard settings.bindings.concern(message) else { return false }
    for call in settings.bindings.hear(message) { perform(call) }
    return true
  }

  private func perform(_ call: Bindings.Call) {
    let name = call.binding.trigger.text
    do throws(RequestError) {
      let request = try call.binding.request(of: call.value)
      guard !isOverburdened(.binding) else {
        throw RequestError(.busy, "too much waits already: left out")
      }
      handle(
        request, from: .binding,
        reply: Reply { [weak self] result in
          if case .failure(let error) = result { self?.complain("\(name): \(error.message)") }
        })
    } catch {
      complain("\(name): \(error.message)")
    }
  }

  /// Says what a binding could not do, once a second at most: a knob would say it a hundred times.
  private func complain(_ text: String) {
    let now = clock.now()
    guard lastComplaint.map({ now - $0 >= Conductor.complaintGap }) ?? true else { return }
    lastComplaint = now
    log.warning("binding \(text)")
  }
}
