/// The click that beats time: where it goes, how it sounds, and how many bars it counts in.
package struct Metronome: Hashable, Sendable {
  package var isOn = false
  /// The output port's name.
  package var port = "click"
  package var channel = Channel.drums
  /// Struck where a bar or a group of beats begins: in General MIDI the high wood block.
  package var accent = Pitch(76)
  /// Struck on all other beats: in General MIDI the low wood block.
  package var beat = Pitch(77)
  package var barVelocity = Velocity(120)
  package var groupVelocity = Velocity(100)
  package var beatVelocity = Velocity(80)
  /// Bars counted in before a play that does not say how many.
  package var countIn = 0

  package init() {}

  /// The row that clicks seem to be in; no row of a song has this id.
  package var row: Row {
    var row = Row(id: Row.ID(0), name: port)
    row.port = port
    row.channel = channel
    return row
  }

  /// A click as a cell, of a quarter of the beat; no cell of a song has its id.
  package func click(at position: Ticks, beat number: Int, of meter: Meter) -> Cell {
    let (pitch, velocity) =
      switch meter.weight(ofBeat: number) {
      case .bar: (accent, barVelocity)
      case .group: (accent, groupVelocity)
      case .beat: (beat, beatVelocity)
      }
    let duration = Ticks(count: meter.beat.count / 4)
    return Cell(
      id: Cell.ID(0), position: position, duration: duration, pitch: pitch, velocity: velocity)
  }
}

extension Meter {
  /// What begins with a beat.
  enum Weight {
    case bar
    case group
    case beat
  }

  func weight(ofBeat number: Int) -> Weight {
    guard number > 0 else { return .bar }
    var start = 0
    for beats in grouping {
      start += beats
      if start == number { return .group }
    }
    return .beat
  }
}

extension MeterMap {
  /// Visits the meters' own beats in [from, to), with their numbers in their bars from 0.
  ///
  /// Part of the fill. O(log n) a bar.
  package func visitBeats(
    from: Ticks, to: Ticks, _ body: (_ position: Ticks, _ number: Int, _ meter: Meter) -> Void
  ) {
    var place = from
    while place < to {
      let meter = event(at: place).meter
      let bar = bar(at: place).start
      let end = min(barLine(after: place), to)
      var number = ((place - bar).count + meter.beat.count - 1) / meter.beat.count
      while bar + meter.beat * number < end {
        body(bar + meter.beat * number, Int(number), meter)
        number += 1
      }
      place = end
    }
  }
}
