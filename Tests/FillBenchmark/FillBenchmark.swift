import Glibc
import Timeline
import Transport

/// Plays a song as fast as it goes, and prints how much of a processor that would take in its time.
///
/// `FillBenchmark EVENTS SECONDS`: so many events a second, in sixteen rows.
@main
struct FillBenchmark {
  static func main() {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int64($0) }
    guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else {
      print("usage: FillBenchmark EVENTS SECONDS")
      exit(64)
    }
    let (rate, seconds) = (numbers[0], numbers[1])
    let (clock, output) = (HandClock(), CountingOutput())
    let tune = song(notes: rate / 2 * seconds, each: 2_000_000_000 / rate)
    var transport = Transport(song: tune, clock: clock, output: output)
    let start = processorTime()
    let end = transport.play() + seconds * 1_000_000_000
    while clock.now() < end {
      _ = transport.advance()
      clock.time = clock.time + Health.period
    }
    let taken = (processorTime() - start) / Double(seconds) * 100
    print("\(output.count) events, \((taken * 1_000).rounded() / 1_000) % of a processor")
  }

  /// The seconds of a processor that this process has used.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// So many notes, one every so many nanoseconds, each as long as thirty of them.
  private static func song(notes: Int64, each nanoseconds: Int64) -> Song {
    let rows: Int64 = 16
    let step = Ticks.perBeat * nanoseconds / 500_000_000
    var song = Song(
      rows: (0..<rows).map { number in
        var row = Row(id: Row.ID(number + 1), name: "row\(number + 1)")
        row.channel = Channel(UInt8(number + 1))
        let cells = stride(from: number, to: notes, by: Int(rows)).map { note in
          PlacedCell(
            row: row.id,
            cell: Cell(
              id: Cell.ID(note + 1), position: Ticks(count: note * step),
              duration: Ticks(count: 30 * step), pitch: Pitch(UInt8(20 + note / rows % 100))))
        }
        return (row, cells)
      })
    var range = song.range
    range.end = Ticks(count: notes * step)
    song.apply(Patch(fields: [Patch.FieldChange(from: .range(song.range), to: .range(range))]))
    return song
  }
}

/// A clock that is moved by hand.
final class HandClock: TransportClock {
  var time = HostTime(nanoseconds: 1_000_000_000)

  func now() -> HostTime { time }
}

/// An output that takes everything.
final class CountingOutput: MIDIOutput {
  private(set) var count = 0
  let grid: Int64 = 100_000

  func start() {}
  func stop() {}
  func remove(tag: UInt8?, from time: HostTime) {}
  func sendNow(_ messages: [(port: String, message: MIDIMessage)]) {}

  func send(_ messages: ArraySlice<ScheduledMessage>) -> Int {
    count += messages.count
    return messages.count
  }
}
