import Timeline

extension Performance {
  /// Decides everything before `time` and returns it in order.
  ///
  /// Part of the fill.
  ///
  /// Note-ons that should have sounded before `stale` are left out and counted; of everything else
  /// what then holds is caught up with.
  mutating func fill(
    to time: HostTime, stale: HostTime
  ) -> (messages: [ScheduledMessage], missed: Int) {
    // What is made just then is decided by the next fill: this one may be taken back to there.
    guard let ahead, let place = reached(ahead.place.travelled, by: time), place < time else {
      return fillOn(to: time, stale: stale)
    }
    var before = fillOn(to: place, stale: stale)
    if ahead.isAnotherSong {
      // In the song before nobody goes further than the place, who is early either.
      path.end(after: ahead.place.travelled)
      let over = moment(of: ahead)
      let rest = fillOn(to: min(time, over), stale: stale, isHeld: false)
      before = (before.messages + rest.messages, before.missed + rest.missed)
      guard time > over else { return before }
    }
    let made = make(ahead)
    let after = fillOn(to: time, stale: stale)
    return (
      before.messages + (made + after.messages).clockFirst, before.missed + after.missed
    )
  }

  /// The same without anything that is made on the way.
  private mutating func fillOn(
    to time: HostTime, stale: HostTime, isHeld: Bool = true
  ) -> (messages: [ScheduledMessage], missed: Int) {
    let time = (isHeld ? held : nil).flatMap { reached($0, by: time) } ?? time
    guard let passage = nextPassage, passage < time else {
      return fillStraight(to: time, stale: stale)
    }
    let before = fillStraight(to: passage, stale: stale)
    let passed = pass()
    let after = fillOn(to: time, stale: stale, isHeld: false)
    return (
      before.messages + (passed + after.messages).clockFirst, before.missed + after.missed
    )
  }

  /// The same where nobody goes over to another song.
  private mutating func fillStraight(
    to time: HostTime, stale: HostTime
  ) -> (messages: [ScheduledMessage], missed: Int) {
    messages.removeAll(keepingCapacity: true)
    var missed = 0
    let begin = edge
    if edge < stale {
      missed = run(to: min(stale, time), isLate: true)
      if ending == nil { messages += chaseAll(at: edge) }
    }
    missed += run(to: time, isLate: false)
    messages += clock(from: begin, to: max(begin, time), stale: stale)
    return (messages.clockFirst, missed)
  }

  /// When the place where so many ticks have been travelled is to be decided, if that is by a
  /// moment.
  private mutating func reached(_ travelled: Int64, by time: HostTime) -> HostTime? {
    path.reach(time + early, in: song)
    let moment = moment(after: travelled)
    return moment <= time ? moment : nil
  }

  /// Goes on to a moment; returns how many note-ons were missed when that is late.
  private mutating func run(to time: HostTime, isLate: Bool) -> Int {
    guard edge < time else { return 0 }
    defer { edge = time }
    guard !isStopped else { return 0 }
    path.reach(time + early, in: song)
    let (edge, occasions, begin) = (edge, occasions(until: time), messages.count)
    let heap = occasions.prefix { $0.time == edge }
    var missed = meet(heap, isLate: isLate)
    if heap.contains(where: \.isOverdue) { messages.setOnce(from: begin) }
    missed += meet(occasions[heap.endIndex...], isLate: isLate)
    let delay = players[0].delay
    endDue(by: time - 1, delay, path.travelled(before: time - delay) - 1)
    if ending == nil, !path.last.wraps, path.last.over < time {
      ending = (path.last.over, resting ?? path.last.end)
      if resting != nil { messages += silenceHands(at: max(path.last.over, self.edge)) }
    }
    return missed
  }

  private mutating func meet(_ occasions: ArraySlice<Occasion>, isLate: Bool) -> Int {
    var missed = 0
    for occasion in occasions {
      endDue(by: occasion.time, players[occasion.player].delay, occasion.travelled)
      if isLate, occasion.isNote {
        missed += 1
      } else {
        meet(occasion, isLate: isLate)
      }
    }
    return missed
  }

  private mutating func meet(_ occasion: Occasion, isLate: Bool) {
    let time = occasion.time
    switch occasion.event {
    case .leg(let leg): enter(leg, occasion.player, at: time, isLate: isLate)
    case .arrival(let arrival, let goal):
      if !isLate || !arrival.event.isSetting { perform(arrival, towards: goal, on: occasion) }
    case .end(let tick):
      leave(occasion.player, at: tick, time)
      messages += silence(player: occasion.player, at: time) + rest(occasion.player, at: time)
    }
  }

  /// Comes to the start of a leg, perhaps from the end of the one before.
  private mutating func enter(
    _ leg: Path.Leg, _ player: Int, at time: HostTime, isLate: Bool
  ) {
    let song = score(of: players[player]).song
    switch leg.entrance {
    case .straight: return
    case .jump: if song.chases, !isLate, leg.countIn == nil { strikeWithin(leg, player, at: time) }
    case .seek(let end), .wrap(let end):
      let isSeek = if case .seek = leg.entrance { true } else { false }
      leave(player, at: end, time)
      if isSeek || song.range.tails == .cut { messages += silence(player: player, at: time) }
      if !isLate, song.hasLanes {
        messages += chase(player, at: leg.tick, leg.pass, time: time)
      }
      if isSeek, song.chases, !isLate { strikeWithin(leg, player, at: time) }
    }
    attend(player, in: leg, at: leg.tick, time)
  }

  /// Sends the offs that are due by a moment, when one who is so late has come so far, and leaves
  /// labels.
  private mutating func endDue(by time: HostTime, _ delay: Int64, _ travelled: Int64) {
    let (path, edge) = (path, edge)
    func moment(_ due: Int64, _ own: Int64) -> Stay.Moment? {
      if own == delay, due > travelled { return nil }
      let (position, moment) = path.moment(after: due)
      guard own == delay || moment + own <= time else { return nil }
      return Stay.Moment(position: position, time: max(moment + own, edge))
    }
    stays.end { moment($0.due, $0.delay) }
    let isAhead = { (due: Int64, own: Int64) in
      due == Voice.never || own == delay && due > travelled
    }
    for voice in ledger.end(unless: isAhead, { moment($0.due, $0.delay)?.time }) {
      messages.append(ScheduledMessage(off: voice, at: voice.off ?? edge))
    }
  }
}

extension [ScheduledMessage] {
  /// Sets what is set from an index on but once, to what it was set last, and before any note.
  fileprivate mutating func setOnce(from index: Int) {
    var known: Set<Knob> = []
    let settings = self[index...].reversed().filter { message in
      message.knob.map { known.insert($0).inserted } ?? false
    }
    let rest = self[index...].filter { $0.knob == nil }
    replaceSubrange(index..., with: settings.reversed() + rest)
  }
}

extension Occasion {
  fileprivate var isNote: Bool {
    guard case .arrival(let arrival, _) = event else { return false }
    return arrival.rank == .notes && arrival.event.isNote
  }
}

extension Arrival.Event {
  fileprivate var isNote: Bool {
    switch self {
    case .cell, .note: true
    case .setting, .sysex, .label: false
    }
  }

  fileprivate var isSetting: Bool {
    if case .setting = self { true } else { false }
  }
}
