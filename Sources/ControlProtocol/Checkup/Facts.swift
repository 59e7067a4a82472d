/// What a checkup looks at: how the machine, the installation and the daemon are.
package struct Facts: Sendable {
  /// The sequencer's device node, `/dev/snd/seq`.
  package enum Node: Sendable {
    case open
    case missing
    case forbidden
  }

  /// The unit that starts the daemon.
  package enum Unit: Sendable {
    case none
    case installed
    case enabled
  }

  /// The folder where songs are kept as they are edited.
  package struct Folder: Sendable {
    let path: String
    let isWritable: Bool
    let freeBytes: Int64

    package init(path: String, isWritable: Bool, freeBytes: Int64) {
      self.path = path
      self.isWritable = isWritable
      self.freeBytes = freeBytes
    }
  }

  /// The daemon that was asked.
  package enum Daemon: Sendable {
    /// It does not answer, and why.
    case absent(String)
    /// Its replies to `status` and `ports.list`.
    case there(status: Value, ports: Value)
  }

  let kernel: String
  let node: Node
  /// The highest real-time priority that a program of the user may ask for; 0 where none.
  let priorityLimit: Int
  let unit: Unit
  let state: Folder
  let daemon: Daemon

  package init(
    kernel: String, node: Node, priorityLimit: Int, unit: Unit, state: Folder, daemon: Daemon
  ) {
    self.kernel = kernel
    self.node = node
    self.priorityLimit = priorityLimit
    self.unit = unit
    self.state = state
    self.daemon = daemon
  }
}
