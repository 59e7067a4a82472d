internal import Glibc

/// Another program that is run and waited for.
package enum ChildProcess {
  /// Starts a program, found on the path, with its own name as the first word.
  ///
  /// What it says goes where ours does; quietly, nowhere.
  package static func start(
    _ words: [String], quietly: Bool = false
  ) throws(SystemError) -> Int32 {
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if quietly {
      for stream in [STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
      }
    }
    var process = pid_t()
    let result = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
    guard result == 0 else { throw SystemError(code: result, operation: "run \(words[0])") }
    return process
  }

  /// Its exit status once it has ended, waiting for that so many milliseconds at most; nil when it
  /// goes on, and 128 more than the signal that ended it.
  package static func status(of process: Int32, within milliseconds: Int32) -> Int32? {
    var rest = milliseconds
    while true {
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process {
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
      }
      guard rest > 0 else { return nil }
      poll(nil, 0, min(rest, 10))
      rest -= 10
    }
  }
}
