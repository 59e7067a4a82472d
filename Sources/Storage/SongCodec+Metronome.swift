import Timeline

extension ByteWriter {
  mutating func put(_ metronome: Metronome) {
    put(metronome.isOn)
    put(metronome.port)
    put(byte: metronome.channel.number)
    put(byte: metronome.accent.number)
    put(byte: metronome.beat.number)
    put(byte: metronome.barVelocity.number)
    put(byte: metronome.groupVelocity.number)
    put(byte: metronome.beatVelocity.number)
    put(signed: Int64(metronome.countIn))
  }
}

extension ByteReader {
  mutating func metronome() throws(Malformed) -> Metronome {
    var metronome = Metronome()
    metronome.isOn = try flag()
    metronome.port = try text()
    metronome.channel = try channel()
    metronome.accent = try pitch()
    metronome.beat = try pitch()
    metronome.barVelocity = try velocity()
    metronome.groupVelocity = try velocity()
    metronome.beatVelocity = try velocity()
    let bars = Int64(Limits.countIn.lowerBound)...Int64(Limits.countIn.upperBound)
    metronome.countIn = Int(try signed(bars, "bars of a count-in"))
    return metronome
  }

  private mutating func velocity() throws(Malformed) -> Velocity {
    guard let velocity = Velocity(exactly: Int(try byte())) else { throw malformed("a velocity") }
    return velocity
  }
}
