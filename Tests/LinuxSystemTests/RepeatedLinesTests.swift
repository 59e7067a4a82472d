import LinuxSystem
import Testing

struct RepeatedLinesTests {
  @Test func `of one line in one window only the first few are written, and the last says so`() {
    var lines = RepeatedLines()
    let notes = (0..<8).map { lines.admit("x", now: $0) }
    let last = " (more of these are left out for a while)"
    #expect(notes == ["", "", "", "", last, nil, nil, nil])
    #expect(lines.admit("y", now: 9) == "")
  }

  @Test func `the next window begins by counting what was left out`() {
    var lines = RepeatedLines()
    for now in 0..<8 { _ = lines.admit("x", now: Int64(now)) }
    #expect(lines.admit("x", now: RepeatedLines.window) == " (3 more of these were left out)")
    #expect(lines.admit("x", now: RepeatedLines.window + 1) == "")
  }

  @Test func `what is remembered is bounded`() {
    var lines = RepeatedLines()
    for _ in 0..<6 { _ = lines.admit("x", now: 0) }
    for number in 0..<RepeatedLines.capacity { _ = lines.admit("\(number)", now: 0) }
    #expect(lines.admit("x", now: 0) == "", "Forgotten when the memory was full.")
  }
}
