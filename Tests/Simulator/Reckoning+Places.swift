import Timeline

/// What can be waited for.
enum Milestone {
  case beat
  case bars(Int)
  case loops(Int)
  case section
  case position(Ticks)

  /// As the protocol spells it; a position in beats.
  init?(_ text: String) {
    let count = Int(text.prefix { $0.isNumber }) ?? 1
    switch text.drop(while: \.isNumber) {
    case "beat": self = .beat
    case "bar", "bars": self = .bars(count)
    case "loop", "loops": self = .loops(count)
    case "section": self = .section
    default:
      guard let tick = Double(text).flatMap({ Ticks(beats: $0) }) else { return nil }
      self = .position(tick)
    }
  }
}

/// Where something that waits takes effect.
struct Place {
  /// Where the playhead is then; at a wrap, where it goes on.
  let tick: Ticks
  let travelled: Int64
  let isWrap: Bool
  var time: Double
}

extension Reckoning {
  /// The first place of a kind that the playhead comes to after a moment; nil where it never does.
  func place(of milestone: Milestone, after time: Double, in song: Song) -> Place? {
    var way = self
    while way.wraps, way.passEnd <= time { way.wrap(in: song) }
    let here = way.tick(at: time)
    switch milestone {
    case .beat: return way.come(to: song.meters.beatLine(atOrAfter: here), in: song)
    case .bars(let count):
      var place = way.come(to: song.meters.barLine(atOrAfter: here), in: song)
      for _ in 1..<max(count, 1) {
        place = way.come(to: song.meters.barLine(after: place.tick), in: song)
      }
      return place
    case .loops(let count):
      for _ in 1..<max(count, 1) where way.wraps { way.wrap(in: song) }
      return way.come(to: way.end, in: song)
    case .section: return way.come(to: song.section(around: here)?.end ?? way.end, in: song)
    case .position(let tick):
      if here <= tick, tick <= way.end { return way.come(to: tick, in: song) }
      guard way.wraps else { return nil }
      way.wrap(in: song)
      return way.passStart <= tick && tick <= way.end ? way.come(to: tick, in: song) : nil
    }
  }

  /// A place as it lies now, if the playhead still comes there.
  func lead(to place: Place, in song: Song) -> Place? {
    var (way, isWrap) = (self, false)
    // At a jump it may be told otherwise by some ticks where it was.
    let some: Int64 = 100
    while way.wraps, way.travelled(to: way.end) <= place.travelled + some {
      way.wrap(in: song)
      isWrap = true
    }
    let error = way.travelled(to: place.tick) - place.travelled
    guard error.magnitude <= some, way.passStart <= place.tick, place.tick <= way.end else {
      return nil
    }
    return Place(
      tick: place.tick, travelled: place.travelled,
      isWrap: isWrap && place.tick == way.passStart, time: way.time(of: place.tick))
  }

  /// A tick of this pass, or at its end, the start of the next.
  private mutating func come(to tick: Ticks, in song: Song) -> Place {
    let isWrap = tick >= end && wraps
    if isWrap { wrap(in: song) }
    let tick = isWrap ? passStart : min(tick, end)
    return Place(tick: tick, travelled: travelled(to: tick), isWrap: isWrap, time: time(of: tick))
  }
}
