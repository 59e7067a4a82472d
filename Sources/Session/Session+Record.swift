import ControlProtocol
import Timeline
package import Transport

extension Session {
  /// Whether something is recorded, or was and is not kept yet.
  package var isRecording: Bool {
    recorders.contains { $0.over != nil || transport.isPlaying || !$0.laps.isEmpty }
  }

  /// Takes in what came at the port `in`, and when.
  package func record(_ message: MIDIMessage, at time: HostTime) {
    for index in recorders.indices where recorders[index].counts(time) {
      let latency = recorders[index].settings.latency
      guard let place = transport.whereabouts(at: time - latency) else { continue }
      recorders[index].hear(message, at: place, in: song)
    }
  }

  /// Lets the recorders know where the playhead is; to be called at every turn.
  package func followRecording() {
    for index in recorders.indices where recorders[index].over == nil {
      guard let place = place(of: recorders[index]) else { continue }
      recorders[index].come(to: place, since: place.start, in: song)
    }
  }

  /// Whether a lap is over, and what came on it can be kept once nothing waits to be taken in.
  package var hasTakes: Bool {
    recorders.contains { recorder in
      if isOver(recorder) { return true }
      guard let first = recorder.laps.first else { return false }
      return place(of: recorder).map { first.number < $0.lap } ?? true
    }
  }

  /// When the first lap under way will be over, as things are now.
  package var nextTake: HostTime? {
    recorders.lazy.filter { $0.over == nil && !$0.laps.isEmpty }
      .compactMap { [self] in
        let latency = $0.settings.latency
        return place(of: $0).map { $0.over + latency }
      }
      .min()
  }

  /// When all can be kept that was recorded before a stop or a disarming; nil when it is.
  package var takesDue: HostTime? {
    recorders.compactMap { recorder in
      if let over = recorder.over { return over }
      guard !transport.isPlaying, !recorder.laps.isEmpty else { return nil }
      return (transport.left ?? transport.now) + recorder.settings.latency
    }
    .max()
  }

  /// The edits that keep what came on the laps that are over, one for each.
  package func takes() -> [Edit] {
    var edits: [Edit] = []
    for index in recorders.indices {
      let (recorder, place) = (recorders[index], place(of: recorders[index]))
      for lap in recorders[index].takeLaps(before: isOver(recorder) ? nil : place?.lap) {
        let end = place?.lap == lap.number ? place?.tick : transport.end(ofLap: lap.number)
        if let take = take(of: lap, recorder.settings, end: end) { edits.append(take) }
      }
    }
    recorders.removeAll(where: isOver)
    remember()
    return edits
  }

  /// Records no more, and keeps what has come in: in this turn, however much that is.
  ///
  /// A pass that the song has no room for is told to who hears the log.
  package func concludeRecording() -> [Outcome] {
    endRecording()
    return takes().compactMap { take in
      do throws(RequestError) {
        return commit(try take.decide(on: basis))
      } catch {
        return Outcome(
          reply: [:],
          events: [Event(.log, ["level": "warning", "message": .string(error.ofTake)])])
      }
    }
  }

  /// Disarms the row that is armed: what comes from now on does not count.
  func endRecording() {
    let now = transport.now
    for index in recorders.indices { recorders[index].over = recorders[index].over ?? now }
  }

  /// Goes on with one more recorder, for what is left of the lap under way.
  func begin(_ recorder: Recorder) {
    recorders.append(recorder)
    remember()
    guard let place = place(of: recorder) else { return }
    recorders[recorders.count - 1].come(to: place, since: place.tick, in: song)
  }

  /// Forgets what has come in, and which row it was for: there is another song.
  func dropRecorders() {
    recorders = []
    remember()
  }

  private func take(
    of lap: Recorder.Lap, _ settings: Recorder.Settings, end: Ticks?
  ) -> Edit? {
    guard let row = song.row(settings.row), lap.start != nil || !lap.followsCountIn,
      let take = Take(lap, of: settings, end: end, row.voices)
    else { return nil }
    return edit(.record(take), "record", Arguments(), settings.client)
  }

  private func isOver(_ recorder: Recorder) -> Bool {
    recorder.over.map { $0 <= transport.now } ?? false
  }

  /// Where the playhead was when that was played which comes in now, or came in last.
  private func place(of recorder: Recorder) -> Whereabouts? {
    let now = transport.now
    return transport.whereabouts(
      at: min(now, recorder.over ?? now) - recorder.settings.latency)
  }

  /// Has the transport remember what recorders may still ask for.
  func remember() {
    let latencies = recorders.map(\.settings.latency)
    transport.remember(for: latencies.max().map { $0 + Session.memory } ?? 0)
  }

  /// Nanoseconds for which what came in may have waited here.
  private static var memory: Int64 { 1_000_000_000 }
}

extension RequestError {
  /// Why something recorded could not be kept, for people.
  package var ofTake: String { "what was recorded is not kept: \(message)" }
}
