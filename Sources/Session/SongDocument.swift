import ControlProtocol

/// A whole song as JSON text that people and programs may read, change and compare.
///
/// Of a song that is written and read again every value is the same, ids included, and so is the
/// text; only the pitch and velocities that a cell had before it came to hold something else than
/// notes are not written.
package enum SongDocument {
  /// The member by which a document is known, and its value.
  package static let mark = (key: "playhead", value: "song")
  /// The only version that is written and read.
  static let version: Int64 = 1

  /// The members of a document that are objects and lists.
  static let parts = [
    "range", "metronome", "swing", "maps", "sections", "scenes", "rows", "cells", "next",
  ]
}
