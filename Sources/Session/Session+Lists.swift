package import ControlProtocol
import Timeline

extension Session {
  /// Everything about the song but its cells, and the transport.
  package var outline: Value {
    [
      "revision": Value(revision), "title": .string(song.title),
      "data": song.data.map { Value(json: $0) } ?? .null, "rows": Value.rows(of: song),
      "sections": Value.sections(of: song), "maps": Value.maps(of: song),
      "snap": .string(song.snap.text), "range": Value(song.range),
      "metronome": Value(song.metronome), "swing": Value(song.swing), "seed": Value(song.seed),
      "chase": .bool(song.chases), "resolution": song.resolution.map { Value($0) } ?? .null,
      "transport": transportState(), "counts": counts,
    ]
  }

  var counts: Value {
    [
      "rows": Value(song.order.count), "cells": Value(song.cellCount),
      "end": Value(song.contentEnd), "undo": Value(history.position),
      "redo": Value(history.steps.count - history.position),
    ]
  }

  var sectionList: Value {
    ["revision": Value(revision), "sections": Value.sections(of: song)]
  }

  func listRows(_ request: Request, _ client: Int64) throws(RequestError) -> Outcome {
    Outcome(reply: ["revision": Value(revision), "rows": Value.rows(of: song)])
  }
}
