package import Timeline

/// Where another sequencer is, by its MIDI clock: 24 a beat, each of them early or late.
///
/// Pure: all it knows of time are the moments that it is told. Every clock counts as one, but those
/// that were lost on the way, which show when the tempo afterwards is what it was.
package struct ClockFollower {
  /// Nanoseconds without a clock after which it counts as lost, or so many periods if those are
  /// longer.
  private static let (longestGap, periodsOfGap) = (500_000_000.0, 4.0)
  /// How many clocks are kept to find a new tempo in.
  private static let kept = 48

  private struct Arrival {
    let number: Int64
    let time: Double
  }

  /// The number of the newest clock, from 0; −1 before the first.
  package private(set) var number: Int64 = -1
  private var loop: ClockLoop
  private var change = TempoChange()
  /// The clocks since the tempo was found last.
  private var recent: [Arrival] = []
  /// The newest clocks while they come at quite another time than they should.
  private var strays: [Arrival] = []
  /// When the newest clock came.
  private var last: HostTime?
  /// Whether the next clock may come whenever it likes.
  private var isFree = false
  /// What the moments count from.
  private var origin = HostTime(nanoseconds: 0)

  /// Expects a tempo.
  package init(expecting tempo: Tempo) {
    loop = ClockLoop(period: Double(tempo.picosecondsPerBeat) / 24_000)
  }

  /// Expects another tempo, where no clocks have told one.
  mutating func expect(_ tempo: Tempo) {
    guard !isTold else { return }
    loop.expect(period: Double(tempo.picosecondsPerBeat) / 24_000)
  }

  /// Nanoseconds from clock to clock.
  package var period: Double { loop.period }
  /// The tempo, to the nearest picosecond.
  package var tempo: Tempo { Tempo(picosecondsPerBeat: Int64((loop.period * 24_000).rounded())) }
  /// Whether it has heard enough to tell a tempo at all.
  package var isTold: Bool { loop.memory > 1 }
  /// Whether it has heard a whole beat since the tempo changed.
  package var isSteady: Bool { loop.memory >= 24 }

  /// Whether no clock has come for so long that none may come any more.
  package func isLost(at now: HostTime) -> Bool {
    guard let last else { return true }
    return Double(now - last)
      > max(ClockFollower.longestGap, ClockFollower.periodsOfGap * loop.period)
  }

  /// Which clock is due at a moment, in parts of clocks.
  package func position(at time: HostTime) -> Double {
    Double(number) + loop.lateness(of: Double(time - origin), after: 0) / loop.period
  }

  /// When a clock is due.
  package func time(of number: Int64) -> HostTime {
    let clocks = Double(number - self.number)
    return origin + Int64((loop.time + clocks * loop.period).rounded())
  }

  /// The next clock begins a beat, whenever it comes.
  package mutating func free() { isFree = true }

  /// Takes in a clock.
  package mutating func clock(at moment: HostTime) {
    if last == nil { origin = moment }
    let time = Double(moment - origin)
    let wasLost = isLost(at: moment)
    defer {
      last = moment
      isFree = false
    }
    guard loop.memory > 0, !wasLost else { return find(time) }
    number += 1
    let lateness = loop.lateness(of: time)
    if isFree, abs(lateness) > loop.period / 4 {
      return begin(Arrival(number: number, time: time))
    }
    if loop.memory > 1, abs(lateness) > loop.period / 2 {
      loop.coast()
      return stray(Arrival(number: number, time: time))
    }
    strays.removeAll()
    recent.append(Arrival(number: number, time: time))
    if recent.count > ClockFollower.kept { recent.removeFirst() }
    // Against the first two it could be off by anything.
    let (isComparable, isLearning) = (loop.memory > 2, loop.memory <= 8)
    loop.take(time)
    if isComparable, let count = change.note(lateness, isLearning: isLearning) {
      refit(Array(recent.suffix(max(count, 2))))
    }
  }

  /// The first clock, or the first after a silence: then as many were lost as fit into it.
  private mutating func find(_ time: Double) {
    let isFirst = loop.memory == 0
    let passed = isFirst || isFree ? 1 : max(1, loop.lateness(of: time, after: 0) / loop.period)
    number += Int64(passed.rounded())
    begin(Arrival(number: number, time: time))
  }

  private mutating func begin(_ arrival: Arrival) {
    loop.begin(at: arrival.time)
    recent = [arrival]
    strays.removeAll()
    change.settle()
  }

  /// Finds out what it means that clocks come at quite another time.
  private mutating func stray(_ arrival: Arrival) {
    strays.append(arrival)
    guard let former = strays.dropLast().last else { return }
    let gap = arrival.time - former.time
    let lateness = loop.lateness(of: arrival.time, after: 0)
    let lost = (lateness / loop.period).rounded()
    if abs(gap - loop.period) < loop.period / 4, lost >= 1,
      abs(lateness - lost * loop.period) < loop.period / 4
    {
      // The tempo is as it was: the others were lost.
      number += Int64(lost)
      loop.forget(to: 24)
      loop.coast(by: lost - 1)
      loop.take(arrival.time)
      recent = [Arrival(number: number, time: arrival.time)]
      strays.removeAll()
      change.settle()
    } else if gap < loop.period / 2, lateness > 0, strays.count < ClockFollower.kept {
      // Held up, and now they come all at once.
      return
    } else {
      refit([former, arrival])
    }
  }

  /// Weighs these clocks anew, and nothing before.
  private mutating func refit(_ arrivals: [Arrival]) {
    let (first, second) = (arrivals[0], arrivals[1])
    loop = ClockLoop(period: (second.time - first.time) / Double(second.number - first.number))
    loop.begin(at: arrivals[0].time)
    for (former, arrival) in zip(arrivals, arrivals.dropFirst()) {
      loop.coast(by: Double(arrival.number - former.number - 1))
      loop.take(arrival.time)
    }
    recent = arrivals
    strays.removeAll()
    change.settle()
  }
}
