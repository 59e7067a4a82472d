package import ControlProtocol
import Timeline
import Transport

extension Session {
  /// The question that a request asks; nil when it asks for something else.
  func inquiry(of request: Request, _ client: Int64) -> Inquiry? {
    guard ["cells.list", "selection.get", "selection.set"].contains(request.method) else {
      return nil
    }
    return Inquiry(
      method: request.method, arguments: request.arguments, client: client, song: song,
      revision: revision, playhead: transport.position, selection: selection, arrivals: arrivals)
  }

  /// Answers at once.
  func inquire(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    guard let inquiry = inquiry(of: request, client) else {
      preconditionFailure("\(request.method) is no question about cells")
    }
    return try finish(try inquiry.answer())
  }

  /// Makes an answer come true; refused when another song has come meanwhile.
  ///
  /// Takes no longer for many cells than for few.
  package func finish(_ answer: Inquiry.Answer) throws(RequestError) -> Outcome {
    let reply = Value.object(answer.reply)
    guard let selection = answer.selection else { return Outcome(reply: reply) }
    guard answer.inquiry.arrivals == arrivals else {
      throw RequestError(.busy, "another song has been loaded meanwhile")
    }
    self.selection = selection
    guard answer.isNews else { return Outcome(reply: reply) }
    var members = answer.reply
    members.append("client", Value(answer.inquiry.client))
    return Outcome(reply: reply, events: [Event(.selection, .object(members))])
  }

  /// Selects nothing, since another song may have other cells of the same ids.
  func deselect() -> [Event] {
    arrivals += 1
    guard !selection.isEmpty else { return [] }
    selection = []
    return [Event(.selection, ["revision": Value(revision), "cells": []])]
  }
}
