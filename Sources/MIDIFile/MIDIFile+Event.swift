package import Timeline

extension MIDIFile {
  /// What happens in a track.
  package enum Event: Hashable, Sendable {
    case noteOn(Channel, Pitch, Velocity)
    /// Also a note-on with velocity 0, which says nothing of how the key was released.
    case noteOff(Channel, Pitch, velocity: UInt8)
    case control(Channel, controller: UInt8, value: UInt8)
    case program(Channel, UInt8)
    /// Centre is 0, from −8192 to 8191.
    case bend(Channel, Int16)
    case channelPressure(Channel, UInt8)
    case keyPressure(Channel, Pitch, UInt8)
    case systemExclusive(SystemExclusive)
    /// Zero is in the file's power, and no tempo.
    case tempo(microsecondsPerBeat: Int64)
    /// The note value is 2 to the power of `power`; both as in the file, however absurd.
    case timeSignature(beats: UInt8, power: UInt8)
    /// The name of the track, or of the whole sequence in the first; in whatever encoding.
    case trackName([UInt8])
    /// A name of a place, in whatever encoding.
    case marker([UInt8])
    /// Something a song has no place for, of which only the kind is kept.
    case other(Kind)
  }

  /// A kind of event that an import can leave out.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case program, controller
    case systemExclusive = "system exclusive"
    case text, copyright, instrument, lyric, cue, tempo
    case trackName = "track name"
    case timeSignature = "time signature"
    case keySignature = "key signature"
    case otherMeta = "other meta"

    /// The kind of a meta event that is none of those a song can use.
    init(metaType: UInt8) {
      self =
        switch metaType {
        case 0x01: .text
        case 0x02: .copyright
        case 0x03: .trackName
        case 0x04: .instrument
        case 0x05: .lyric
        case 0x07: .cue
        case 0x51: .tempo
        case 0x58: .timeSignature
        case 0x59: .keySignature
        default: .otherMeta
        }
    }
  }
}
