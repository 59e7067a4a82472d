package import ControlProtocol

/// Names a client for as long as the daemon runs; never used again for another one.
package struct ClientID: Hashable, Sendable {
  package let number: Int64

  package init(number: Int64) {
    self.number = number
  }
}

/// Does what clients ask; the server knows only lines.
package protocol RequestHandler: AnyObject {
  /// Does what a turn is for, and before that what must not wait.
  ///
  /// Called whenever input is about to be read or handled.
  func turn(_ work: () -> Void)

  /// Does a request, and answers it through `reply`, at once or later.
  func handle(_ request: Request, from client: ClientID, reply: Reply)

  /// The parameters of the `resync` event for a client that has missed events.
  ///
  /// They say how things are now, above all the revision.
  func resync(for client: ClientID) -> Value

  /// A client is gone; called once for each that was served.
  func clientLeft(_ client: ClientID)
}
