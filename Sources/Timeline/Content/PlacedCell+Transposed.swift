extension PlacedCell {
  /// The cell with all that has a pitch higher or lower; refused if one would leave 0–127.
  func transposed(by interval: Interval) throws(EditError) -> PlacedCell {
    var transposed = self
    switch content {
    case nil:
      guard !pitches.isEmpty else { return self }
      var moved: [Pitch] = []
      for pitch in pitches { moved.append(try self.pitch(interval, above: pitch)) }
      if moved != pitches { transposed.setPitches(moved, of: chord(from: pitches, to: moved)) }
    case .clip(let clip): transposed.rare.content = .clip(try self.clip(clip, by: interval))
    case .control(let control):
      let target = try target(control.target, by: interval)
      guard let moved = Control(target, value: control.value, ramp: control.ramp) else { break }
      transposed.rare.content = .control(moved)
    case .program, .sysex, .meta: break
    }
    return transposed
  }

  /// The chord elsewhere, if all of its notes have moved alike; else they are none.
  private func chord(from before: [Pitch], to after: [Pitch]) -> ChordSymbol? {
    let distances = Set(zip(before, after).map { Int($1.number) - Int($0.number) })
    guard distances.count == 1, let distance = distances.first else { return nil }
    return rare.chord?.transposed(by: distance)
  }

  private func clip(_ clip: Clip, by interval: Interval) throws(EditError) -> Clip {
    var notes: [Clip.Note] = []
    for note in clip.notes {
      notes.append(
        Clip.Note(
          offset: note.offset, duration: note.duration,
          pitch: try pitch(interval, above: note.pitch), velocity: note.velocity,
          offVelocity: note.offVelocity))
    }
    var changes: [Clip.Change] = []
    for change in clip.changes {
      let target = try target(change.target, by: interval)
      changes.append(Clip.Change(offset: change.offset, target: target, value: change.value))
    }
    do throws(Clip.Unusable) {
      return try Clip(notes: notes, changes: changes, loop: clip.loop)
    } catch {
      throw .cannotHold(cell.id, .unusable(error))
    }
  }

  private func target(
    _ target: Control.Target, by interval: Interval
  ) throws(EditError) -> Control.Target {
    guard case .keyPressure(let pitch) = target else { return target }
    return .keyPressure(try self.pitch(interval, above: pitch))
  }

  private func pitch(_ interval: Interval, above pitch: Pitch) throws(EditError) -> Pitch {
    let number = interval.number(above: pitch)
    guard let pitch = Pitch(exactly: number) else {
      throw .outsideTheKeys(cell.id, number, interval)
    }
    return pitch
  }
}
