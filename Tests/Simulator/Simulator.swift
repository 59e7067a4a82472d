import Glibc

/// Plays concerts in virtual time, edited at random, and tells which laws were broken.
///
/// Simulator SEEDS ACTS [storm] [waits] [shrink] [trace]: SEEDS is a number or a range such as
/// 1..200, ACTS how many acts each has; in a storm, whatever can go wrong around the daemon does;
/// where something waits, acts are put off to places ahead, and sections follow one another. What
/// breaks a law is shrunk to the fewest acts that break it still; a trace shows every request and
/// what was heard. The same arguments say the same. Exit status 1: a law was broken.
@main
struct Simulator {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3, let acts = Int(arguments[2]), acts > 0 else {
      print("usage: Simulator SEEDS ACTS [storm] [waits] [shrink] [trace]")
      exit(64)
    }
    let weather = Weather(
      isStormy: arguments.contains("storm"), waits: arguments.contains("waits"))
    let trace: (String) -> Void = arguments.contains("trace") ? { print($0) } : { _ in }
    let bounds = arguments[1].split(separator: "..").compactMap { UInt64($0) }
    var (violations, onsets, refusals) = (0, 0, 0)
    for seed in bounds[0]...bounds[bounds.count - 1] {
      var program = Program(seed: seed, weather: weather, acts: Array(1...acts))
      if arguments.contains("shrink") { program.shrink() }
      let concert = program.play(trace)
      onsets += concert.ear.onsetCount
      refusals += concert.refusals
      if !concert.violations.isEmpty { violations += 1 }
      for violation in concert.violations.prefix(5) {
        print("seed \(seed), act \(concert.act): \(violation)")
      }
      if arguments.contains("shrink"), !concert.violations.isEmpty {
        print("seed \(seed): \(program.acts.count) acts are enough: \(program.acts)")
      }
    }
    print(
      "\(onsets) notes heard, \(refusals) requests refused, \(violations) seeds with violations")
    exit(violations == 0 ? 0 : 1)
  }
}
