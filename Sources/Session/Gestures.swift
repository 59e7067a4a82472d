import Timeline

/// What was moved besides keys, on its way to become cells: thinned.
///
/// Values that follow each other within `reach` are a gesture, and become as few ramps as pass
/// every one of them by at most a hundredth of its range. Others stay what they are, as do those of
/// switches and numbered parameters. Of values within a 96th of a beat the first and the last
/// count.
struct Gestures {
  private typealias Point = (tick: Ticks, value: Int)

  /// What follows later does not belong to the same gesture: 62 ms at 120 BPM.
  private static let reach = Ticks(1, over: 8)

  private var moves: [Control.Target: [Point]] = [:]
  private var programs: [(tick: Ticks, change: ProgramChange)] = []

  var isEmpty: Bool { moves.isEmpty && programs.isEmpty }

  /// Notes a value; they come in order.
  mutating func move(_ target: Control.Target, to value: Int, at tick: Ticks) {
    var points = moves[target] ?? []
    let count = points.count
    let isDense = target.isSmooth && count > 1 && tick - points[count - 2].tick < Control.spacing
    if count > 0, isDense || points[count - 1].tick >= tick { points.removeLast() }
    points.append((tick, value))
    moves[target] = points
  }

  mutating func choose(_ change: ProgramChange, at tick: Ticks) {
    programs.append((tick, change))
  }

  /// The cells that it comes to, none of which is longer than a gesture.
  var cells: [NewCell] {
    programs.map { cell(.program($0.change), from: $0.tick, to: $0.tick + Control.spacing) }
      + moves.sorted { $0.key < $1.key }.flatMap { cells(of: $0.key, $0.value) }
  }

  private func cells(of target: Control.Target, _ points: [Point]) -> [NewCell] {
    var cells: [NewCell] = []
    var index = 0
    while index < points.count {
      let last = target.isSmooth ? reach(from: index, of: points, target.tolerance) : index
      if last > index {
        cells += ramp(target, points[index], points[last])
        index = last
      }
      // A ramp that another one follows ends with that one's first value.
      if last == index, !goesOn(after: index, points, target) {
        cells += hold(target, points[index], until: points.dropFirst(index + 1).first?.tick)
        index += 1
      }
    }
    return cells
  }

  private func goesOn(after index: Int, _ points: [Point], _ target: Control.Target) -> Bool {
    guard target.isSmooth, index + 1 < points.count else { return false }
    return points[index + 1].tick - points[index].tick <= Gestures.reach
  }

  /// The furthest point of the gesture to which a straight line passes all between near enough.
  private func reach(from first: Int, of points: [Point], _ tolerance: Int) -> Int {
    var (last, next) = (first, first + 1)
    var (lowest, highest) = (-Double.infinity, Double.infinity)
    while next < points.count, lowest <= highest,
      points[next].tick - points[next - 1].tick <= Gestures.reach
    {
      let way = Double((points[next].tick - points[first].tick).count)
      let rise = Double(points[next].value - points[first].value)
      if (lowest...highest).contains(rise / way) { last = next }
      lowest = max(lowest, (rise - Double(tolerance)) / way)
      highest = min(highest, (rise + Double(tolerance)) / way)
      next += 1
    }
    return last
  }

  private func ramp(_ target: Control.Target, _ from: Point, _ to: Point) -> [NewCell] {
    let ramp =
      from.value == to.value
      ? nil : Control.Ramp(to: to.value, over: to.tick - from.tick)
    guard let control = Control(target, value: from.value, ramp: ramp) else { return [] }
    return [cell(.control(control), from: from.tick, to: to.tick)]
  }

  private func hold(_ target: Control.Target, _ point: Point, until next: Ticks?) -> [NewCell] {
    guard let control = Control(target, value: point.value) else { return [] }
    let end = min(point.tick + Control.spacing, next ?? .maximum)
    return [cell(.control(control), from: point.tick, to: end)]
  }

  private func cell(_ content: Cell.Content, from: Ticks, to: Ticks) -> NewCell {
    NewCell(position: from, duration: to - from, content: .other(content))
  }
}

extension Control.Target {
  /// Whether values between two others are meant as well: no switch, and no part of a number.
  fileprivate var isSmooth: Bool {
    guard case .controller(let number) = self else { return true }
    return !(64...69).contains(number) && ![6, 38].contains(number)
      && !(96...101).contains(number)
  }

  /// By how much a ramp may pass a value.
  fileprivate var tolerance: Int { range.count / 100 }
}
