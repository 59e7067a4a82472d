/// What an import changed, guessed or left out: nothing is lost in silence.
package struct ImportReport: Hashable, Sendable {
  /// Something about the music that was settled, as often as it occurred.
  package enum Finding: String, Hashable, Sendable, CaseIterable {
    /// Closed at the end of their track.
    case hangingNotes
    /// Note-offs without a note; left out.
    case orphanOffs
    /// Kept, with one file tick as their duration.
    case zeroLengthNotes
    /// Notes that begin while the same pitch of their row sounds; kept as they are.
    case overlaps
    /// Faster than a song can be; set to the fastest.
    case clampedTempos
    /// Tempos of no time at all; left out.
    case zeroTempos
    /// Tempos in a file whose time is that of a film; left out, since nothing there follows them.
    case timelessTempos
    /// The other sequences of a format 2 file; left out.
    case otherSequences
    /// Different tempos at one position; the last one counts.
    case contradictingTempos
    /// Time signatures that no bar can have; left out.
    case impossibleMeters
    /// Notes and whatever else beyond the furthest position; left out.
    case beyondFurthestPosition
    /// Notes and whatever else beyond what a song can hold; left out.
    case beyondLimits
  }

  /// What was wrong with the file itself.
  package var warnings: [MIDIFile.Warning]
  /// How often each finding occurred; those that did not are absent.
  package private(set) var findings: [Finding: Int] = [:]
  /// How many events of each kind a song has no place for; none of a kind: absent.
  package private(set) var dropped: [MIDIFile.Kind: Int] = [:]

  package init(warnings: [MIDIFile.Warning] = []) {
    self.warnings = warnings
  }

  /// The first finding that is a fault of the file.
  package var fault: Finding? {
    Finding.allCases.first { findings[$0] != nil && $0.isFault }
  }

  mutating func count(_ finding: Finding, _ times: Int = 1) {
    if times > 0 { findings[finding, default: 0] += times }
  }

  mutating func countDropped(_ kind: MIDIFile.Kind, _ times: Int = 1) {
    if times > 0 { dropped[kind, default: 0] += times }
  }
}

extension ImportReport.Finding {
  /// Whether a file that is as it should be has none of it.
  fileprivate var isFault: Bool {
    switch self {
    case .overlaps, .clampedTempos, .otherSequences, .beyondFurthestPosition, .beyondLimits: false
    default: true
    }
  }
}
