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
    /// Whole, from however many pieces.
    case systemExclusive(SystemExclusive)
    /// Zero is in the file's power, and no tempo.
    case tempo(microsecondsPerBeat: Int64)
    /// The note value is 2 to the power of `power`; both as in the file, however absurd.
    case timeSignature(beats: UInt8, power: UInt8)
    /// Anything else; texts in whatever encoding, and of whatever length.
    case meta(MetaEvent.Kind, [UInt8])
    /// A tempo or time signature that says nothing.
    case unusable(Kind)

    /// The name of the track, or of the whole sequence in the first.
    package static func trackName(_ text: [UInt8]) -> Event { .meta(.trackName, text) }

    /// A name of a place.
    package static func marker(_ text: [UInt8]) -> Event { .meta(.marker, text) }
  }

  /// A kind of event that an import leaves out.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case tempo
    case timeSignature = "time signature"
  }
}
