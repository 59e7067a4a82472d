import LinuxSystem
package import Timeline

/// All that a working copy holds when it is opened.
package struct Contents: Sendable {
  package var song: Song
  package var history: History
  package var revision: Int64
  /// The song file that it belongs to; nil for a song that has never been saved.
  package var original: Original?
  /// The song file that a save was about to put there when it was cut short.
  var arriving: Original?
  /// False when it was rolling as the daemon ended, so that notes may still sound.
  package var wasClean: Bool
  /// Every destination of notes since playing last began, and those of the rows and of clicks.
  package var destinations: Set<Destination>
  /// The named versions, oldest first.
  package var versions: [Version]

  /// Whether the song holds anything that its file does not.
  package var isModified: Bool {
    guard let original else { return revision > 0 || !song.order.isEmpty }
    return original.revision != revision
  }

  /// Takes the song file for saved whose save was cut short, if it is there, and for good.
  mutating func concludeSave() {
    guard let file = arriving, file.isUnchanged(),
      (try? Files.synchroniseFolder(of: SongFile.resolved(file.path))) != nil
    else { return }
    (original, arriving) = (file, nil)
  }
}

/// A song file, as it was when the song was last read from it or written to it.
package struct Original: Hashable, Sendable {
  package let path: String
  package let stamp: FileStamp
  /// The revision that the file holds.
  package let revision: Int64

  package init(path: String, stamp: FileStamp, revision: Int64) {
    self.path = path
    self.stamp = stamp
    self.revision = revision
  }

  /// Whether the file is still as it was then; looks at the disk.
  package func isUnchanged() -> Bool {
    FileStamp(of: path) == stamp
  }
}

/// Where notes go: a port by name, and a channel.
package struct Destination: Hashable, Sendable {
  package let port: String
  package let channel: Channel

  package init(port: String, channel: Channel) {
    self.port = port
    self.channel = channel
  }
}

/// A state of the song that somebody gave a name.
package struct Version: Hashable, Sendable {
  package let name: String
  /// When it was marked, in whatever unit the caller counts.
  package let time: Int64
}
