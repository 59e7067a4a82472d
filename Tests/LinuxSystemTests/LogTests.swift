import Glibc
import LinuxSystem
import Synchronization
import Testing

struct LogTests {
  @Test func `people read the time and the level`() throws {
    let pipe = Pipe()
    Log(descriptor: pipe.writer.number, journal: nil).warning("no port\nyet")
    let line = try pipe.text()
    #expect(line.hasSuffix(" warning: no port yet\n"))
    #expect(line.prefix(9).filter { $0 == ":" }.count == 2)
  }

  @Test func `the journal reads priorities, but only on its own stream`() throws {
    let pipe = Pipe()
    let file = try #require(FileStatus(of: pipe.writer.number)?.identity)
    let log = Log(descriptor: pipe.writer.number, journal: "\(file.device):\(file.inode)")
    log.error("lost")
    log.notice("started")
    #expect(try pipe.text() == "<3>lost\n<5>started\n")
    Log(descriptor: pipe.writer.number, journal: "1:2").error("lost")
    #expect(try pipe.text().hasPrefix("<") == false)
  }

  @Test func `who listens hears what is written, and nothing else`() throws {
    let log = Log(descriptor: Pipe().writer.number, level: .warning, journal: nil)
    let heard = Mutex<[String]>([])
    log.relay { level, text in heard.withLock { $0.append("\(level.name) \(text)") } }
    log.warning("no port\nyet")
    log.notice("started")
    #expect(heard.withLock { $0 } == ["warning no port yet"])
  }

  @Test func `what is less important than the level is not even built`() throws {
    let pipe = Pipe()
    let log = Log(descriptor: pipe.writer.number, level: .warning, journal: nil)
    var wasBuilt = false
    func text() -> String {
      wasBuilt = true
      return "x"
    }
    log.info(text())
    #expect(wasBuilt == false)
    log.level = .info
    log.info(text())
    #expect(try pipe.text().hasSuffix(" info: x\n"))
  }

  @Test func `a full pipe is not waited for, and the loss is counted`() throws {
    let pipe = Pipe()
    let log = Log(descriptor: pipe.writer.number, journal: nil)
    let long = String(repeating: "x", count: Log.lineLimit)
    for number in 0..<100 { log.notice("\(number) \(long)") }
    let kept = try pipe.text().split(separator: "\n").count
    #expect(kept < 100)
    log.notice("after")
    #expect(
      try pipe.text().hasSuffix("after (\(100 - kept) lines before this one were dropped)\n"))
  }
}

/// A pipe whose reader takes what is there.
private struct Pipe: ~Copyable {
  let reader: FileDescriptor
  let writer: FileDescriptor

  init() {
    var numbers: [Int32] = [0, 0]
    precondition(pipe(&numbers) == 0)
    reader = FileDescriptor(owning: numbers[0])
    writer = FileDescriptor(owning: numbers[1])
    _ = fcntl(numbers[0], F_SETFL, O_NONBLOCK)
  }

  func text() throws -> String {
    var bytes: [UInt8] = []
    while case .bytes = try reader.read(65_536, appendingTo: &bytes) {}
    return String(decoding: bytes, as: UTF8.self)
  }
}
