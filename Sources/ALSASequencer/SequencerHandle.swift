import CALSA

/// An open connection to the kernel's sequencer, closed when it goes.
struct SequencerHandle: ~Copyable {
  /// The library's own pointer; valid as long as this lives, for one thread.
  let raw: OpaquePointer

  /// Opens the sequencer for both directions; no call on it ever blocks.
  ///
  /// Brings its own two lines of configuration: the system's would be parsed for milliseconds and
  /// may be missing.
  init() throws(SequencerError) {
    calsa_silence()
    let text = "seq.hw { type hw }"
    var configuration: OpaquePointer?
    try check(.open, snd_config_load_string(&configuration, text, text.utf8.count))
    defer { snd_config_delete(configuration) }
    var opened: OpaquePointer?
    try check(
      .open,
      snd_seq_open_lconf(
        &opened, "hw", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK, configuration))
    guard let opened else { throw SequencerError(.open, result: -EIO) }
    raw = opened
  }

  deinit {
    snd_seq_close(raw)
  }
}
