import Testing
import Timeline

/// The overlap table of the edit model's origin, on our own types.
///
/// An edit that changes both place and length is a move and a resize of one draft.
struct SeedResolverTests {
  @Test func `O1 a cell overlapped from the left is trimmed to what is left`() throws {
    let patch = try song([(0, 4), (4, 4)]).patch {
      _ = try $0.move([cell(1)], .to(beats(2)), .exact)
    }
    #expect(patch.updates == [Span(1, 2, 4), Span(2, 6, 2)])
    #expect(patch.removals.isEmpty && patch.insertions.isEmpty)
  }

  @Test func `O2 a cell overlapped from the right is trimmed to what is left`() throws {
    let patch = try song([(8, 4), (0, 4)]).patch {
      _ = try $0.move([cell(1)], .to(beats(2)), .exact)
    }
    #expect(patch.updates == [Span(1, 2, 4), Span(2, 0, 2)])
    #expect(patch.removals.isEmpty && patch.insertions.isEmpty)
  }

  @Test func `O3 a covered cell is removed`() throws {
    let patch = try song([(8, 4), (2, 2)]).patch {
      _ = try $0.move([cell(1)], .to(.zero), .exact)
      _ = try $0.resize([cell(1)], .to(beats(6)), edge: .right, .exact)
    }
    #expect(patch.updates == [Span(1, 0, 6)])
    #expect(patch.removals == [2])
    #expect(patch.insertions.isEmpty)
  }

  @Test func `O4 an edit inside a cell splits it`() throws {
    let patch = try song([(20, 4), (0, 10)]).patch {
      _ = try $0.resize([cell(1)], .to(beats(2)), edge: .right, .exact)
      _ = try $0.move([cell(1)], .to(beats(3)), .exact)
    }
    #expect(patch.updates == [Span(1, 3, 2), Span(2, 0, 3)])
    #expect(patch.insertions == [Span(3, 5, 5)])
    #expect(patch.cells.last?.source == cell(2))
    #expect(patch.removals.isEmpty)
  }

  @Test func `O5 an edit that meets nothing and changes nothing is empty`() throws {
    let patch = try song([(0, 2), (10, 2)]).patch { _ = try $0.move([cell(1)], .to(.zero), .exact) }
    #expect(patch.isEmpty)
  }

  @Test func `O6 among edited cells the earlier trims the later`() throws {
    let edited = try song([(0, 4), (4, 4)]).after {
      _ = try $0.resize([cell(1), cell(2)], .by(beats(2)), edge: .right, .exact)
    }
    #expect(edited.spans() == [Span(1, 0, 6), Span(2, 6, 4)])
  }

  @Test func `O7 among edited cells the earlier removes what it covers`() throws {
    let patch = try song([(10, 8), (12, 2)]).patch {
      _ = try $0.move([cell(1), cell(2)], .by(beats(-10)), .exact)
    }
    #expect(patch.removals == [2])
    #expect(patch.updates == [Span(1, 0, 8)])
  }

  @Test func `O8 a piece split again names the cell it all came from`() throws {
    let patch = try song([(0, 10), (100, 1), (103, 3)]).patch {
      _ = try $0.move([cell(2)], .to(beats(3)), .exact)
      _ = try $0.move([cell(3)], .to(beats(5)), .exact)
    }
    #expect(patch.removals.isEmpty)
    #expect(patch.updates == [Span(1, 0, 3), Span(2, 3, 1), Span(3, 5, 3)])
    #expect(patch.insertions == [Span(4, 4, 1), Span(5, 8, 2)])
    #expect(patch.cells.filter { $0.before == nil }.map(\.source) == [cell(1), cell(1)])
  }

  /// Where a cell is dropped on X[4,+4), and what is left of X.
  @Test(arguments: [
    (4.0, 4.0, []), (4, 2, [Span(1, 6, 2)]), (6, 2, [Span(1, 4, 2)]), (2, 2, [Span(1, 4, 4)]),
    (8, 2, [Span(1, 4, 4)]), (5, 2, [Span(1, 4, 1), Span(3, 7, 1)]), (3, 6, []),
  ])
  func `G1 what is left of a cell follows from where another is dropped`(
    position: Double, duration: Double, left: [Span]
  ) throws {
    let edited = try song([(4, 4), (100, duration)]).after {
      _ = try $0.move([cell(2)], .to(beats(position)), .exact)
    }
    #expect(edited.spans().filter { $0.id != 2 } == left)
  }

  @Test func `G2 neighbours that all grow push each other's starts`() throws {
    let edited = try song([(0, 4), (4, 4), (8, 4)]).after {
      _ = try $0.resize([cell(1), cell(2), cell(3)], .by(beats(2)), edge: .right, .exact)
    }
    #expect(edited.spans() == [Span(1, 0, 6), Span(2, 6, 4), Span(3, 10, 4)])
  }

  @Test func `G4 a grown cell keeps what its grown neighbour leaves it`() throws {
    let edited = try song([(0, 4), (4, 1)]).after {
      _ = try $0.resize([cell(1), cell(2)], .by(beats(4)), edge: .right, .exact)
    }
    #expect(edited.spans() == [Span(1, 0, 8), Span(2, 8, 1)])
  }

  @Test func `G5 of two equal cells moved together the lower id stays`() throws {
    let edited = try song([(0, 4), (0, 4)]).after {
      _ = try $0.move([cell(2), cell(1)], .by(beats(1)), .exact)
    }
    #expect(edited.spans() == [Span(1, 1, 4)])
  }

  /// Differs from the origin, which removed the host and left an insertion with a lost source.
  @Test func `G10 a host whose left piece is covered later lives on under its own id`() throws {
    let patch = try song([(0, 10), (100, 1), (103, 3)]).patch {
      _ = try $0.move([cell(2)], .to(beats(3)), .exact)
      _ = try $0.move([cell(3)], .to(.zero), .exact)
    }
    #expect(patch.updates == [Span(1, 4, 6), Span(2, 3, 1), Span(3, 0, 3)])
    #expect(patch.removals.isEmpty && patch.insertions.isEmpty)
  }

  /// Differs from the origin in that a row has no order but that of time.
  @Test func `G12 cells moved to another row are there, whatever the order`() throws {
    let edited = try song([(0, 1), (1, 1)], [(2, 1)]).after {
      _ = try $0.move([cell(2)], nil, rows: .to(row(2)), .exact)
      _ = try $0.move([cell(1)], nil, rows: .by(1), .exact)
    }
    #expect(edited.spans(1).isEmpty)
    #expect(Set(edited.spans(2)) == [Span(1, 0, 1), Span(2, 1, 1), Span(3, 2, 1)])
  }

  /// Differs from the origin, which dropped such an edit without a word.
  @Test func `G13 a row that is not there is refused by name`() {
    let one = song([(0, 4)])
    var draft = Draft(of: one)
    #expect(throws: EditError.noSuchRow(row(5))) {
      try draft.move([cell(1)], nil, rows: .to(row(5)), .exact)
    }
    #expect(draft.patch.isEmpty)
  }
}
