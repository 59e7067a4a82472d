extension PlacedCell {
  /// Makes this the content, with another one's notes, chord and offset gone.
  package mutating func setContent(_ content: Cell.Content, offset: Ticks = .zero) {
    cell.kind = content.kind
    rare.pitches = []
    rare.chord = nil
    rare.content = content
    rare.offset = .zero
    move(contentBy: offset)
    cell.hasRare = true
  }

  /// Whether what it holds has a place in time of its own, which an offset can shift.
  package var hasInnerTime: Bool {
    switch content {
    case .clip: true
    case .control(let control): control.ramp != nil
    case .program, .sysex, .meta, nil: false
    }
  }

  /// The part of it in [start, end), or more than it: a clip or a ramp inside stays where it is.
  ///
  /// Before its beginning a clip that does not loop is silent, and a ramp has its first value.
  package func spanning(_ start: Ticks, _ end: Ticks) -> PlacedCell {
    var part = self
    part.move(contentBy: start - cell.position)
    part.cell.position = start
    part.cell.duration = end - start
    return part
  }

  /// Lets the cell begin so much further inside its content, if that has a time of its own.
  ///
  /// Of a clip that loops, the offset lies within the loop. Any other stops where nothing of the
  /// content can be reached any more.
  mutating func move(contentBy length: Ticks) {
    guard hasInnerTime else { return }
    var offset = rare.offset + length
    if let loop = rare.clip?.loop {
      let inside = offset.count % loop.count
      offset = Ticks(count: inside < 0 ? inside + loop.count : inside)
    }
    rare.offset = max(-.maximum, min(offset, .maximum))
  }

  /// Gives a clip another loop, or none.
  mutating func setLoop(_ loop: Ticks?) throws(EditError) {
    guard let clip = rare.clip else { throw .cannotHold(cell.id, .noLoop) }
    do throws(Clip.Unusable) {
      rare.content = .clip(try clip.looping(loop))
    } catch {
      throw .cannotHold(cell.id, .unusable(error))
    }
    move(contentBy: .zero)
  }

  /// Whether another cell holds the same and goes on with it where that lies, whatever is between.
  func goesOn(in other: PlacedCell) -> Bool {
    var moved = self
    moved.move(contentBy: other.cell.position - cell.position)
    return moved.content == other.content && moved.rare.offset == other.rare.offset
  }
}
