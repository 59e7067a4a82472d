extension Pitch {
  /// The General MIDI percussion keys by the words people use.
  package static let drums: [(name: String, pitch: UInt8)] = [
    ("kick", 36), ("kick2", 35), ("rim", 37), ("snare", 38), ("clap", 39), ("snare2", 40),
    ("hat", 42), ("pedal", 44), ("open", 46), ("lowtom", 45), ("tom", 47), ("midtom", 47),
    ("hightom", 50), ("floortom", 43), ("floortom2", 41), ("crash", 49), ("ride", 51),
    ("china", 52), ("bell", 53), ("tambourine", 54), ("splash", 55), ("cowbell", 56),
    ("crash2", 57), ("vibraslap", 58), ("ride2", 59), ("bongo", 60), ("bongo2", 61),
    ("mutedconga", 62), ("conga", 63), ("conga2", 64), ("timbale", 65), ("timbale2", 66),
    ("agogo", 67), ("agogo2", 68), ("cabasa", 69), ("maracas", 70), ("whistle", 71),
    ("whistle2", 72), ("guiro", 73), ("guiro2", 74), ("clave", 75), ("block", 76), ("block2", 77),
    ("cuica", 78), ("cuica2", 79), ("triangle", 80), ("triangle2", 81),
  ]

  /// What people call the drum on this key.
  package var drumName: String {
    Pitch.drums.first { $0.pitch == number }?.name ?? "drum \(number)"
  }
}
