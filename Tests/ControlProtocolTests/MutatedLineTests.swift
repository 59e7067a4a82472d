import ControlProtocol
import Testing

struct MutatedLineTests {
  /// Lines of the table's examples and their JSON, damaged at random; the seed repeats a failure.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func `a damaged line is read or refused, and its refusal is JSON`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let json =
      #"{"id":1,"method":"edit","params":{"ops":[{"op":"cells.move","in":"a@1..2","by":-1}]}}"#
    let lines = (Command.all.map(\.example) + [json]).map { Array($0.utf8) }
    var refused = 0
    for _ in 0..<200 {
      var line = lines[Int.random(in: 0..<lines.count, using: &random)]
      for _ in 0..<Int.random(in: 1...3, using: &random) { random.damage(&line) }
      do throws(Refusal) { _ = try Request(line: line.span) } catch {
        refused += 1
        #expect(try JSONText.read(Array(error.reply.json.utf8).span) == error.reply)
      }
    }
    #expect(refused > 20)
  }
}

/// SplitMix64: the same numbers from the same seed, everywhere.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Replaces, removes or inserts a byte that means something to the language.
  mutating func damage(_ line: inout [UInt8]) {
    guard !line.isEmpty else { return }
    let alphabet =
      Array(#"0199999999999999999.:,;@=+-/$#"\ {}[]tbeax"#.utf8) + [0, 0x7F, 0xC3, 0xFF]
    let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &self)]
    let index = Int.random(in: 0..<line.count, using: &self)
    switch UInt8.random(in: 0..<4, using: &self) {
    case 0: line[index] = byte
    case 1: line.remove(at: index)
    case 2: line.insert(byte, at: index)
    default: line.insert(contentsOf: repeatElement(byte, count: 20), at: index)
    }
  }
}
