import Testing
import Timeline

struct VoicingTests {
  /// The keys of a chord, as numbers.
  private func keys(_ symbol: String, _ voicing: Voicing = Voicing()) throws -> [Int] {
    try voicing.pitches(of: ChordSymbol(symbol)).map { Int($0.number) }
  }

  @Test(arguments: [
    ("C", [60, 64, 67]), ("Dm7", [62, 65, 69, 72]), ("B", [71, 75, 78]), ("Cb", [59, 63, 66]),
    ("C9", [60, 64, 67, 70, 74]), ("C5", [60, 67]),
    ("C/E", [52, 60, 67]), ("C/D", [50, 60, 64, 67]), ("Am7/G", [67, 69, 72, 76]),
    ("C/B", [59, 60, 64, 67]), ("C/C", [60, 64, 67]),
  ])
  func `a close chord stands on its root, or on its bass`(symbol: String, keys: [Int]) throws {
    #expect(try self.keys(symbol) == keys)
  }

  @Test(arguments: [
    ("C13", [60, 64, 67, 70, 74, 81]), ("C11", [60, 67, 70, 74, 77]),
    ("Cm11", [60, 63, 67, 70, 74, 77]), ("C13#11", [60, 64, 67, 70, 74, 78, 81]),
    ("C7add11", [60, 64, 67, 70, 77]),
  ])
  func `a natural eleventh and a major third are not played together`(
    symbol: String, keys: [Int]
  ) throws {
    #expect(try self.keys(symbol) == keys)
  }

  @Test func `an inversion takes notes from below to above`() throws {
    #expect(try keys("C", Voicing(inversion: 1)) == [64, 67, 72])
    #expect(try keys("C", Voicing(inversion: 2)) == [67, 72, 76])
    #expect(try keys("C9", Voicing(inversion: 3)) == [70, 72, 74, 76, 79])
    #expect(throws: Voicing.Unplayable.inversion(last: 2)) {
      try keys("C", Voicing(inversion: 3))
    }
  }

  @Test func `open and drop 2 spread the notes`() throws {
    #expect(try keys("C", Voicing(spread: .open)) == [60, 67, 76])
    #expect(try keys("Cmaj7", Voicing(spread: .open)) == [60, 67, 76, 83])
    #expect(try keys("Cmaj7", Voicing(spread: .drop2)) == [55, 60, 64, 71])
    #expect(try keys("Cmaj7", Voicing(spread: .drop2, inversion: 1)) == [59, 64, 67, 72])
  }

  @Test func `notes that no key has are refused`() throws {
    #expect(try keys("G", Voicing(octave: -1)) == [7, 11, 14])
    #expect(throws: Voicing.Unplayable.outside) { try keys("C/B", Voicing(octave: -1)) }
    #expect(throws: Voicing.Unplayable.outside) { try keys("Cmaj7", Voicing(octave: 9)) == [] }
  }

  @Test func `two, five and one are led as a pianist leads them`() throws {
    let voicing = Voicing()
    let two = try voicing.pitches(of: ChordSymbol("Dm7"))
    let five = try voicing.pitches(of: ChordSymbol("G7"), after: two)
    let one = try voicing.pitches(of: ChordSymbol("Cmaj7"), after: five)
    #expect(two.map(\.number) == [62, 65, 69, 72])
    #expect(five.map(\.number) == [62, 65, 67, 71])
    #expect(one.map(\.number) == [60, 64, 67, 71])
  }

  @Test func `a chord led from itself stays, and from nothing begins`() throws {
    for symbol in ["C", "Cm9", "F#dim7", "Dm7/G", "C5", "G7alt"] {
      let chord = try ChordSymbol(symbol)
      for spread in Voicing.Spread.allCases {
        let voicing = Voicing(octave: 3, spread: spread, inversion: 1)
        let pitches = try voicing.pitches(of: chord)
        #expect(try voicing.pitches(of: chord, after: pitches) == pitches, "\(symbol) \(spread)")
        #expect(try voicing.pitches(of: chord, after: []) == pitches)
      }
    }
  }

  @Test func `every chord of the table is playable in the middle, bass below`() throws {
    for line in chordTable.split(separator: "\n") {
      let chord = try ChordSymbol(line.split(separator: ": ")[0])
      for spread in Voicing.Spread.allCases {
        let pitches = try Voicing(spread: spread).pitches(of: chord)
        #expect(pitches == Set(pitches).sorted() && pitches.count <= Limits.pitches)
        let classes = Set(pitches.map { Int($0.number) % 12 })
        #expect(classes.isSubset(of: chord.pitchClasses))
        if let bass = chord.bass { #expect(Int(pitches[0].number) % 12 == bass.pitchClass) }
      }
    }
  }
}
