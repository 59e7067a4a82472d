import Glibc
import Storage
import TestFolders
import Testing
import Timeline

/// What is left of a working copy when something goes wrong.
struct SurvivalTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [1, 40, 173])
  func `a kill takes back nothing that was acknowledged`(acknowledged: Int) async throws {
    let path = folder.file("a.db")
    try WorkingCopy.create(path, song: Song(), history: History(limit: 20))
    let log = folder.file("acknowledged")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, log = log as String, acknowledged] in
      let copy = try WorkingCopy.open(path).0
      let file = open(log, O_WRONLY | O_CREAT, 0o600)
      var jam = Jam(seed: 5)
      for _ in 0..<400 {
        let record = jam.edit()
        copy.commit(record) { _ in
          _ = write(file, "x", 1)
          if record.revision == acknowledged { kill(getpid(), SIGKILL) }
        }
      }
      copy.close()
    }
    #expect(try bytes(of: log).count == acknowledged)

    let (copy, contents) = try WorkingCopy.open(path)
    copy.close()
    #expect(contents.revision >= acknowledged)
    var jam = Jam(seed: 5)
    while jam.revision < contents.revision { _ = jam.edit() }
    #expect(contents.song.everything == jam.song.everything)
    #expect(contents.history.everything == jam.history.everything)
  }

  @Test func `a full disk is said once, and everything is kept until it has room`() async throws {
    let path = folder.file("a.db")
    try WorkingCopy.create(path, song: Song(), history: History(limit: 20))
    await #expect(processExitsWith: .success) { [path = path as String] in
      let states = Shared<[StorageError?]>([])
      let copy = try WorkingCopy.open(path) { state in states.change { $0.append(state) } }.0
      limitFileSize(to: 200_000)
      var jam = Jam(seed: 6)
      while states.value.isEmpty { copy.commit(jam.edit()) { _ in } }
      for _ in 0..<10 { copy.commit(jam.edit()) { _ in } }
      limitFileSize(to: nil)
      try await copy.commit(jam.edit())
      copy.close()
      #expect(states.value.count == 2)
      #expect(states.value.last == .some(nil) && states.value.first != .some(nil))
      let contents = try reopened(path)
      #expect(contents.revision == jam.revision)
      #expect(contents.song.everything == jam.song.everything)
      #expect(contents.history.everything == jam.history.everything)
    }
  }

  @Test func `what could never be written is refused when the working copy is closed`() async throws
  {
    let path = folder.file("a.db")
    try WorkingCopy.create(path, song: Jam.song(seed: 1))
    await #expect(processExitsWith: .success) { [path = path as String] in
      let states = Shared<[StorageError?]>([])
      let copy = try WorkingCopy.open(path) { state in states.change { $0.append(state) } }.0
      limitFileSize(to: 1)
      let errors = Shared<[StorageError?]>([])
      var jam = Jam(seed: 6)
      for _ in 0..<5 { copy.commit(jam.edit()) { error in errors.change { $0.append(error) } } }
      while states.value.isEmpty { await Task.yield() }
      copy.close()
      #expect(errors.value.count { $0 != nil } == 5)
      #expect(states.value.count == 1)
    }
  }

  @Test(arguments: [false, true])
  func `a torn file is refused and left as it is, unless it holds everything`(
    hasLog: Bool
  ) async throws {
    let (file, log) = try await storedJam(hasLog: hasLog)
    let path = folder.file("b.db")
    let whole = try #require(try outcome(path, file, log))
    var refused = 0
    for length in stride(from: 0, to: file.count, by: 97) {
      if let contents = try outcome(path, Array(file[..<length]), log) {
        #expect(contents.song.everything == whole.song.everything)
        #expect(contents.history.everything == whole.history.everything)
      } else {
        refused += 1
      }
    }
    #expect(refused > 0)
  }

  @Test(arguments: [false, true])
  func `a damaged file is refused and left as it is, or can be written on`(
    hasLog: Bool
  ) async throws {
    let (file, log) = try await storedJam(hasLog: hasLog)
    let path = folder.file("b.db")
    var refused = 0
    for index in stride(from: 0, to: file.count, by: 97) {
      var damaged = file
      damaged[index] ^= 0x55
      if let contents = try outcome(path, damaged, log) {
        var jam = Jam(seed: UInt64(index), from: contents)
        let copy = try WorkingCopy.open(path).0
        let errors = Shared<[StorageError]>([])
        for _ in 0..<5 {
          copy.commit(jam.next()) { error in errors.change { $0 += error.map { [$0] } ?? [] } }
        }
        copy.close()
        #expect(errors.value.isEmpty, "byte \(index)")
      } else {
        refused += 1
      }
    }
    #expect(refused > 0)
  }

  @Test func `damage that only a writer would meet is refused`() async throws {
    var file = try await storedJam(hasLog: false).file
    // The list of pages that are free to be written begins, by the header, at a page in use.
    #expect(file[36..<40].contains { $0 != 0 })
    file.replaceSubrange(32..<36, with: [0, 0, 0, 2])
    #expect(try outcome(folder.file("b.db"), file, []) == nil)
  }

  @Test func `a torn log loses only what comes after the tear`() async throws {
    let (file, log) = try await storedJam(hasLog: true)
    let path = folder.file("b.db")
    var revision: Int64 = 0
    for length in stride(from: 0, through: log.count, by: 997) {
      let contents = try #require(try outcome(path, file, Array(log[..<length])))
      #expect(contents.revision >= revision)
      revision = contents.revision
    }
    #expect(revision > 0)
  }

  @Test func `other files are refused by what they are`() throws {
    let path = folder.file("b.db")
    #expect(throws: StorageError.missing(path: path)) { try WorkingCopy.open(path) }
    try write(Array("not a database, but a text of some length".utf8), to: path)
    #expect(throws: StorageError.foreign(path: path)) { try WorkingCopy.open(path) }
    try write([], to: path)
    #expect(throws: StorageError.foreign(path: path)) { try WorkingCopy.open(path) }
    #expect(throws: StorageError.notRegular(path: folder.path)) {
      try WorkingCopy.open(folder.path)
    }
  }

  @Test func `a file from the future is refused and left as it is`() throws {
    let path = folder.file("a.db")
    try WorkingCopy.create(path, song: Jam.song(seed: 1))
    var file = try bytes(of: path)
    file[63] += 1
    try write(file, to: path)
    #expect(throws: StorageError.fromTheFuture(path: path, version: 2)) {
      try WorkingCopy.open(path)
    }
    #expect(try bytes(of: path) == file)
  }

  /// A working copy of a jam: with a log, as after a kill, or without, as after closing.
  ///
  /// The log holds every revision: where a checkpoint came in between, it is made again.
  private func storedJam(hasLog: Bool) async throws -> (file: [UInt8], log: [UInt8]) {
    var number = 0
    while true {
      number += 1
      let path = folder.file("jam\(number).db")
      let copy = try WorkingCopy.new(path, Jam.song(seed: 9, edits: 10))
      let fresh = try bytes(of: path)
      var jam = Jam(seed: 9)
      for _ in 0..<10 { _ = jam.next() }
      for _ in 0..<15 { try await copy.commit(jam.next()) }
      if !hasLog { copy.close() }
      let log = hasLog ? try bytes(of: path + "-wal") : []
      let file = try bytes(of: path)
      if hasLog { copy.close() }
      if !hasLog || file == fresh { return (file, log) }
    }
  }

  /// Opens a file with a log; nil when that is refused, after a check that it is untouched.
  private func outcome(_ path: String, _ file: [UInt8], _ log: [UInt8]) throws -> Contents? {
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    try write(file, to: path)
    if !log.isEmpty { try write(log, to: path + "-wal") }
    do {
      return try reopened(path)
    } catch {
      #expect(error != .inUse(path: path))
      #expect(try bytes(of: path) == file)
      if !log.isEmpty { #expect(try bytes(of: path + "-wal") == log) }
      return nil
    }
  }
}

/// Lets this process's files grow no further, as on a full disk; nil lifts that.
func limitFileSize(to bytes: UInt64?) {
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  limit.rlim_cur = bytes.map { rlim_t($0) } ?? limit.rlim_max
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

private func reopened(_ path: String) throws(StorageError) -> Contents {
  let (copy, contents) = try WorkingCopy.open(path)
  copy.close()
  return contents
}
