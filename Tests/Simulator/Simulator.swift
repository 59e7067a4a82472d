import Glibc

/// Plays concerts in virtual time, edited at random, and tells which laws were broken.
///
/// Simulator SEEDS ACTS [storm] [trace]: SEEDS is a number or a range such as 1..200, ACTS how many
/// acts each has; in a storm, whatever can go wrong around the daemon does; a trace shows every
/// request and what was heard. The same arguments say the same. Exit status 1: a law was broken.
@main
struct Simulator {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3, let acts = Int(arguments[2]) else {
      print("usage: Simulator SEEDS ACTS [storm] [trace]")
      exit(64)
    }
    let isStormy = arguments.contains("storm")
    let bounds = arguments[1].split(separator: "..").compactMap { UInt64($0) }
    var (violations, onsets, refusals) = (0, 0, 0)
    for seed in bounds[0]...bounds[bounds.count - 1] {
      var concert = Concert(seed: seed)
      if arguments.contains("trace") { concert.trace = { print($0) } }
      concert.begin()
      for act in 1...acts {
        if isStormy, concert.dice.hits(oneIn: 4) { concert.storm() } else { concert.act() }
        guard concert.violations.isEmpty else {
          for violation in concert.violations.prefix(5) {
            print("seed \(seed), act \(act): \(violation)")
          }
          violations += 1
          break
        }
      }
      concert.end()
      onsets += concert.ear.onsetCount
      refusals += concert.refusals
    }
    print(
      "\(onsets) notes heard, \(refusals) requests refused, \(violations) seeds with violations")
    exit(violations == 0 ? 0 : 1)
  }
}
