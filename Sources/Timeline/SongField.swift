/// One setting of the whole song with its value.
package enum SongField: Hashable, Sendable {
  case title(String)
  case data(String?)
  case tempo(TempoMap)
  case tempoScale(Int64)
  case meters(MeterMap)
  case snap(Snap)
  case range(PlayRange)
  case metronome(Metronome)
  case swing(Swing)
  /// What chances are drawn from.
  case seed(Int64)
  /// Whether a jump strikes the notes that it leads into.
  case chase(Bool)
  /// Mutes and solos to go back to, by name.
  case scenes([Scene])
  /// Ticks in a beat of the MIDI file that it came from; nil for none.
  case resolution(Int?)

  /// What people call it.
  package var name: String {
    switch self {
    case .title: "title"
    case .data: "data"
    case .tempo: "tempo"
    case .tempoScale: "scale"
    case .meters: "meter"
    case .snap: "snap"
    case .range: "range"
    case .metronome: "metronome"
    case .swing: "swing"
    case .seed: "seed"
    case .chase: "chase"
    case .scenes: "scenes"
    case .resolution: "resolution"
    }
  }

  /// Range, tempo scale, metronome, chase and scenes are saved, but are performance: no undo step
  /// takes them back.
  package var isUndoable: Bool {
    switch self {
    case .range, .tempoScale, .metronome, .chase, .scenes: false
    default: true
    }
  }

  /// Whether it is the range.
  package var isRange: Bool { if case .range = self { true } else { false } }

  /// Whether it says on which port something sounds.
  var namesPort: Bool { if case .metronome = self { true } else { false } }

  /// Every setting of a song, in one order for all songs.
  package static func all(of song: Song) -> [SongField] {
    [
      .title(song.title), .data(song.data), .tempo(song.tempo), .tempoScale(song.tempoScale),
      .meters(song.meters), .snap(song.snap), .range(song.range),
      .metronome(song.metronome), .swing(song.swing), .seed(song.seed),
      .chase(song.chases), .scenes(song.scenes), .resolution(song.resolution),
    ]
  }

  /// The same field with the value it has in `song`.
  package func current(in song: Song) -> SongField {
    switch self {
    case .title: .title(song.title)
    case .data: .data(song.data)
    case .tempo: .tempo(song.tempo)
    case .tempoScale: .tempoScale(song.tempoScale)
    case .meters: .meters(song.meters)
    case .snap: .snap(song.snap)
    case .range: .range(song.range)
    case .metronome: .metronome(song.metronome)
    case .swing: .swing(song.swing)
    case .seed: .seed(song.seed)
    case .chase: .chase(song.chases)
    case .scenes: .scenes(song.scenes)
    case .resolution: .resolution(song.resolution)
    }
  }

  func apply(to song: inout Song) {
    switch self {
    case .title(let value): song.parts.title = value
    case .data(let value): song.parts.data = value
    case .tempo(let value): song.parts.tempo = value
    case .tempoScale(let value): song.parts.tempoScale = value
    case .meters(let value): song.parts.meters = value
    case .snap(let value): song.parts.snap = value
    case .range(let value): song.parts.range = value
    case .metronome(let value): song.parts.metronome = value
    case .swing(let value): song.parts.swing = value
    case .seed(let value): song.parts.seed = value
    case .chase(let value): song.parts.chases = value
    case .scenes(let value): song.parts.scenes = value
    case .resolution(let value): song.parts.resolution = value
    }
  }
}
