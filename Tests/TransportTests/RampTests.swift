import Testing
import Timeline
import Transport

/// Ramps of tempo as they are heard.
@Suite struct RampTests {
  private static let notes = (0..<64).map { (60 + $0 % 8, Double($0) / 8, 0.1) }

  /// Milliseconds from the start to a beat of 800 ms that are 400 after eight beats.
  private func ideal(_ beat: Double) -> Double { 800 * beat - 25 * beat * beat }

  private func rampSong(loop: ClosedRange<Int64>? = nil, scale: Int64 = 1_000_000) throws -> Song {
    let ramp = TempoCurve(
      from: Tempo(picosecondsPerBeat: 800_000_000_000),
      to: Tempo(picosecondsPerBeat: 400_000_000_000), over: Ticks(beats: 8))
    return try song(RampTests.notes, loop: loop)
      .with(.tempo(TempoMap(ramp))).with(.tempoScale(scale))
  }

  private func onsets(_ stage: Stage, since start: HostTime) -> [Double] {
    stage.tape.heard.filter { !$0.message.isOff }.map { Double($0.time - start) / 1e6 }
  }

  @Test(arguments: [100_000, 1_000_000, 3_000_000] as [Int64])
  func `each onset of a ramp is where the quadratic has it`(scale: Int64) throws {
    let stage = Stage(try rampSong(scale: scale))
    let start = stage.transport.play()
    stage.run(milliseconds: 5_000 * 1_000_000 / scale + 100)
    let heard = onsets(stage, since: start)
    #expect(heard.count == 64)
    for (number, time) in heard.enumerated() {
      #expect(abs(time - ideal(Double(number) / 8) * 1e6 / Double(scale)) <= 0.51e-6)
    }
    #expect(stage.unbalanced == [])
  }

  @Test func `a thousand passes from ramp to ramp add up to no error`() throws {
    let stage = Stage(try rampSong(loop: 3...5))
    let start = stage.transport.play(from: Ticks(beats: 3))
    stage.run(milliseconds: 1_200_500)
    let (heard, pass) = (onsets(stage, since: start), ideal(5) - ideal(3))
    #expect(heard.count > 16_000)
    for (number, time) in heard.enumerated() {
      let place = ideal(3 + Double(number % 16) / 8) - ideal(3)
      #expect(abs(time - (Double(number / 16) * pass + place)) <= 0.51e-6)
    }
  }

  @Test func `a tempo given inside a ramp goes on from the tick under the playhead`() throws {
    let stage = Stage(try rampSong())
    let start = stage.transport.play()
    stage.run(nanoseconds: 1_004_500_000)
    let commit = try #require(
      stage.edit { $0.set(.tempo(TempoMap(Tempo(picosecondsPerBeat: 1_000_000_000_000)))) })
    stage.run(milliseconds: 8_000)
    let change = Double(commit - start) / 1e6
    // The root of 800·b − 25·b² = change, where the playhead was.
    let beat = 16 - (256 - change / 25).squareRoot()
    for (number, time) in onsets(stage, since: start).enumerated() {
      let place = Double(number) / 8
      let due = place < beat ? ideal(place) : change + (place - beat) * 1_000
      #expect(abs(time - due) < 1e-4)
    }
    #expect(stage.unbalanced == [])
  }

  @Test func `where the tempo bends is told once, and a wrap tells it too`() throws {
    let song = try rampSong(loop: 6...10)
    let stage = Stage(song.with(.tempo(song.tempo.setting(.standard, at: Ticks(beats: 9)))))
    _ = stage.transport.play(from: .zero)
    stage.run(milliseconds: 10_000)
    let notices: [Transport.Notice] = [
      .bent, .bent, .wrapped(pass: 1), .bent, .bent, .wrapped(pass: 2), .bent, .bent,
      .wrapped(pass: 3),
    ]
    #expect(Array(stage.notices.prefix(9)) == notices)
  }
}
