import ControlProtocol
import Testing
import Timeline

struct ProgramTests {
  @Test(
    arguments: [
      (1, 0), ("128", 127), ("Electric Bass (finger)", 33), ("electric bass (f", 33),
      ("VIOLIN", 40),
      ("viola", 41), ("Celesta", 8), ("Gunshot", 127), ("church", 19),
    ] as [(Value, UInt8)])
  func `a program is a number from 1 or a name`(value: Value, wire: UInt8) throws {
    #expect(try Program.read(value) == wire)
  }

  @Test(arguments: [0, 129, "Electric Bass", "", "Kazoo", 1.5, nil] as [Value])
  func `what is no program is refused`(value: Value) {
    #expect(throws: Mismatch.self) { try Program.read(value) }
  }

  @Test func `there are 128 programs`() {
    #expect(Set(Program.names).count == 128)
  }
}
