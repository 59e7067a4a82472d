import Timeline

/// The names of rows and markers as the file had them that a song came from.
///
/// They stand among the song's cells where its own names do not say all of them, and are then
/// written in the place of those.
struct FileNames {
  private let encoding: FileText
  private var tracks: [Row.ID: MetaEvent] = [:]
  private var markers: [Ticks: [MetaEvent]] = [:]

  init(_ song: Song, _ encoding: FileText) {
    self.encoding = encoding
    song.visitLanes { lane in
      guard lane.kind == .meta else { return }
      lane.visit(overlapping: .zero, .maximum) { cell in
        guard let event = song.rare(of: cell)?.meta else { return }
        if event.kind == .trackName, tracks[lane.row] == nil { tracks[lane.row] = event }
        if event.kind == .marker { markers[cell.position, default: []].append(event) }
      }
    }
  }

  /// Whether a row holds the name of its track, of which its own was made.
  func hold(_ row: Row) -> Bool {
    guard let event = tracks[row.id], !row.name.utf8.elementsEqual(event.bytes) else {
      return false  // A second name, though the same as the first.
    }
    return RowNames().isName(row.name, for: encoding.plain(event.bytes))
  }

  /// Whether some row holds the text of which a marker's name was made.
  func hold(_ marker: Section) -> Bool {
    marker.isMarker
      && markers[marker.start, default: []].contains {
        MarkerReading.isName(marker.name, for: encoding.plain($0.bytes))
      }
  }
}
