package import Timeline

/// A General MIDI program.
package enum Program {
  /// What fits, to follow "must be".
  package static let allowed = "a program from 1 to 128, or a General MIDI name"

  /// The program as on the wire, 0–127, from the number of manuals, 1–128, or a name.
  ///
  /// Upper and lower case are the same; the beginning of a name will do if it is the only one.
  package static func read(_ value: Value) throws(Mismatch) -> UInt8 {
    switch value {
    case .integer(let number):
      guard (1...128).contains(number) else { throw Mismatch(.outOfRange, allowed) }
      return UInt8(number - 1)
    case .string(let text):
      if let number = digits(text[...]) { return try read(.integer(number)) }
      return try named(text)
    default: throw Mismatch(.badType, allowed)
    }
  }

  private static func named(_ text: String) throws(Mismatch) -> UInt8 {
    let wanted = text.lowercased()
    var candidates: [Int] = []
    for (index, name) in names.enumerated() {
      let name = name.lowercased()
      if name == wanted { return UInt8(index) }
      if !wanted.isEmpty, name.hasPrefix(wanted) { candidates.append(index) }
    }
    if candidates.count == 1 { return UInt8(candidates[0]) }
    guard candidates.isEmpty else {
      let list = candidates.prefix(8).map { names[$0] }.joined(separator: ", ")
      throw Mismatch(.badText, "one program; that begins \(list)")
    }
    throw Mismatch(.badText, allowed, hint: suggestion(for: text, among: names))
  }

  /// All 128, in the order of their numbers.
  package static let names: [String] = [
    "Acoustic Grand Piano", "Bright Acoustic Piano", "Electric Grand Piano", "Honky-tonk Piano",
    "Electric Piano 1", "Electric Piano 2", "Harpsichord", "Clavinet",
    "Celesta", "Glockenspiel", "Music Box", "Vibraphone",
    "Marimba", "Xylophone", "Tubular Bells", "Dulcimer",
    "Drawbar Organ", "Percussive Organ", "Rock Organ", "Church Organ",
    "Reed Organ", "Accordion", "Harmonica", "Tango Accordion",
    "Acoustic Guitar (nylon)", "Acoustic Guitar (steel)", "Electric Guitar (jazz)",
    "Electric Guitar (clean)",
    "Electric Guitar (muted)", "Overdriven Guitar", "Distortion Guitar", "Guitar Harmonics",
    "Acoustic Bass", "Electric Bass (finger)", "Electric Bass (pick)", "Fretless Bass",
    "Slap Bass 1", "Slap Bass 2", "Synth Bass 1", "Synth Bass 2",
    "Violin", "Viola", "Cello", "Contrabass",
    "Tremolo Strings", "Pizzicato Strings", "Orchestral Harp", "Timpani",
    "String Ensemble 1", "String Ensemble 2", "Synth Strings 1", "Synth Strings 2",
    "Choir Aahs", "Voice Oohs", "Synth Voice", "Orchestra Hit",
    "Trumpet", "Trombone", "Tuba", "Muted Trumpet",
    "French Horn", "Brass Section", "Synth Brass 1", "Synth Brass 2",
    "Soprano Sax", "Alto Sax", "Tenor Sax", "Baritone Sax",
    "Oboe", "English Horn", "Bassoon", "Clarinet",
    "Piccolo", "Flute", "Recorder", "Pan Flute",
    "Blown Bottle", "Shakuhachi", "Whistle", "Ocarina",
    "Lead 1 (square)", "Lead 2 (sawtooth)", "Lead 3 (calliope)", "Lead 4 (chiff)",
    "Lead 5 (charang)", "Lead 6 (voice)", "Lead 7 (fifths)", "Lead 8 (bass + lead)",
    "Pad 1 (new age)", "Pad 2 (warm)", "Pad 3 (polysynth)", "Pad 4 (choir)",
    "Pad 5 (bowed)", "Pad 6 (metallic)", "Pad 7 (halo)", "Pad 8 (sweep)",
    "FX 1 (rain)", "FX 2 (soundtrack)", "FX 3 (crystal)", "FX 4 (atmosphere)",
    "FX 5 (brightness)", "FX 6 (goblins)", "FX 7 (echoes)", "FX 8 (sci-fi)",
    "Sitar", "Banjo", "Shamisen", "Koto",
    "Kalimba", "Bagpipe", "Fiddle", "Shanai",
    "Tinkle Bell", "Agogo", "Steel Drums", "Woodblock",
    "Taiko Drum", "Melodic Tom", "Synth Drum", "Reverse Cymbal",
    "Guitar Fret Noise", "Breath Noise", "Seashore", "Bird Tweet",
    "Telephone Ring", "Helicopter", "Applause", "Gunshot",
  ]
}

extension Row.Bank {
  /// From `msb:lsb`.
  package init(reading value: Value) throws(Mismatch) {
    let allowed = "a bank as msb:lsb, both from 0 to 127"
    guard let text = value.string else { throw Mismatch(.badType, allowed) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let msb = digits(parts[0]), let lsb = digits(parts[1]) else {
      throw Mismatch(.badType, allowed)
    }
    guard let bank = Row.Bank(msb: Int(msb), lsb: Int(lsb)) else {
      throw Mismatch(.outOfRange, allowed)
    }
    self = bank
  }

  /// Reads back as the same value.
  package var text: String { "\(msb):\(lsb)" }
}
