internal import Glibc

/// Where a user's program keeps what, by the XDG base directory rules.
///
/// A variable that is empty or no absolute path counts as unset, as the rules say.
package struct Folders: Hashable, Sendable {
  /// The socket's folder: `$XDG_RUNTIME_DIR/playhead`, else `/run/user/UID/playhead` where that
  /// user folder exists, else `/tmp/playhead-UID`.
  package let runtime: String

  /// What must survive a restart: `$XDG_STATE_HOME/playhead`, else `~/.local/state/playhead`.
  package let state: String

  /// Settings: `$XDG_CONFIG_HOME/playhead`, else `~/.config/playhead`.
  package let config: String

  /// Where presets are looked for, first come first served: `$XDG_DATA_HOME/playhead` (else
  /// `~/.local/share/playhead`), then `playhead` in each of `$XDG_DATA_DIRS` (else
  /// `/usr/local/share` and `/usr/share`).
  package let data: [String]

  /// Reads this process's environment; without `$HOME` the user database says where home is.
  package init() {
    self.init(user: getuid(), home: Environment["HOME"] ?? homeOfUser()) { Environment[$0] }
  }

  /// What the rules say for such a user with such variables.
  package init(user: UInt32, home: String, variable: (String) -> String?) {
    func folder(_ name: String) -> String? {
      variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let userRuntime = "/run/user/\(user)"
    if let given = folder("XDG_RUNTIME_DIR") {
      runtime = given + "/playhead"
    } else if access(userRuntime, W_OK) == 0 {
      runtime = userRuntime + "/playhead"
    } else {
      runtime = "/tmp/playhead-\(user)"
    }
    state = (folder("XDG_STATE_HOME") ?? home + "/.local/state") + "/playhead"
    config = (folder("XDG_CONFIG_HOME") ?? home + "/.config") + "/playhead"
    let shared = (variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share")
      .split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/playhead" }
    data = [(folder("XDG_DATA_HOME") ?? home + "/.local/share") + "/playhead"] + shared
  }
}

private func homeOfUser() -> String {
  // Called once, before a second thread exists: the buffer is the library's own.
  guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return "/" }
  return String(cString: home)
}
