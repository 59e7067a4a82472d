/// Every limit of the model, each with its reason.
package enum Limits {
  /// The furthest position, in beats: days at any tempo, and exact in a JSON number.
  package static let beats: Int64 = 100_000_000
  /// Cells in a song: what a small machine holds in memory with room to spare.
  package static let cells = 4_000_000
  /// Rows in a song.
  package static let rows = 10_000
  /// Pitches in one cell: both hands and then some.
  package static let pitches = 16
  /// Notes and control values in one clip: some pages of a score.
  package static let clipEvents = 1_000
  /// Bytes of a system exclusive message: the 32 voices of a DX7, the longest that songs send.
  package static let systemExclusive = 4_104
  /// Bytes of a row's, port's, tag's or label's name: what a file's name may have.
  package static let name = 255
  /// Steps in the cycle of a Euclidean pattern: 64 bars of sixteenths.
  package static let euclid = 1_024
  /// Tags on one row: more than anybody remembers.
  package static let tags = 32
  /// Bytes of `data`, as JSON text: a page, so that a thousand cells still fit a reply.
  package static let data = 4_096
  /// Tempo or meter events in a song: one at each beat of twelve hours.
  package static let mapEvents = 100_000
  /// Sections and markers in a song: one for each bar of a long one.
  package static let sections = 10_000
  /// Scenes in a song: more than a pedal board has switches.
  package static let scenes = 256
  /// Operations in one `edit`: a whole preset, within a line.
  package static let operations = 10_000
  /// The factor on the lengths of a group: from a bar to a blink, and back.
  package static let stretch = 0.01...100.0
  /// Times that one edit repeats something: hours of bars.
  package static let repetitions = 10_000
  /// Cells that one edit may add or name: what is decided within seconds.
  package static let cellsPerEdit = 1_000_000
  /// Cells that an edit may touch and still be decided at once: one that takes longer than a fill
  /// may wait has a thread of its own.
  package static let cellsAtOnce = 500
  /// Cells that an edit may touch and wait for a place ahead, where it is decided at once: half of
  /// the time that the fill is ahead.
  package static let cellsWaiting = 2_000
  /// Songs in a set list: more than any night is long.
  package static let setList = 256
  /// Bytes of a path: what the kernel takes.
  package static let path = 4_096
  /// Requests that wait for places ahead: more than anybody keeps in mind.
  package static let pending = 256
  /// Undo steps kept, unless set otherwise: an evening's regrets.
  package static let history = 100
  /// The largest settable number of undo steps: a long day's work.
  package static let historyMaximum = 10_000
  /// Bytes of memory that the undo steps take together: a move of a million cells is one such step,
  /// which is kept alone.
  package static let historyBytes = 256 << 20
  /// Beats per minute, before the tempo scale: from a beat a minute to a blur.
  package static let tempo = 1.0...1_000.0
  /// Factor on the whole tempo map: what still is the same music.
  package static let tempoScale = 0.1...4.0
  /// Beats in a bar: four bars of sixteenths taken as one.
  package static let beatsPerBar = 1...64
  /// Milliseconds by which a port's clock may be early or late: what a sound card delays, and more.
  package static let clockDelay = -100.0...100.0
  /// Milliseconds by which a row or a port may be early or late: a slow instrument, and more.
  package static let delay = -500.0...500.0
  /// Ports that have a delay: more than a stage has.
  package static let delayedPorts = 256
  /// Ports that send MIDI clock: more than a stage has, and still little beside the notes.
  package static let clockPorts = 32
  /// The shortest loop of a range or a clip: 1/32 beat; shorter ones are a tone, not a rhythm.
  package static let loop = Ticks(count: Ticks.perBeat / 32)
  /// Milliseconds of a nudge: an eighth note at 120 beats a minute, and more than a hand is late.
  package static let nudge = -250.0...250.0
  /// Milliseconds by which what is played may come in late: a slow interface and its buffers.
  package static let latency = 0.0...500.0
  /// Passes of which a cell plays in one: half an hour of a four-bar loop.
  package static let turns = 256
  /// Keys that are held by hand at a time: all hands of a band.
  package static let heldKeys = 256
  /// Milliseconds for which a note by hand may sound: a long breath.
  package static let heldTime = 1.0...60_000.0
  /// Lines that are bound to what comes in: more than a pedal board and its pads have.
  package static let bindings = 256
  /// Bytes of a line that is bound: a chorus of words.
  package static let boundLine = 4_096
  /// Bars of a count-in: two lines of a song.
  package static let countIn = 0...8
  /// Subdivisions of a beat in a snap step: about a millisecond at most tempos.
  package static let subdivisions = 1...1_000
}
