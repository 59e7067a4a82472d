import Glibc
import MIDIFile
import Timeline

/// Imports what the fuzzer has thought of, exports it and imports it again.
///
/// Nothing may trap, and what was written must be read. With SAME in the environment it must be a
/// good file as well, and the same song.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let file = try? MIDIFile(reading: bytes) else { return 0 }
  let isMusical = file.time.ticksPerBeat != nil
  var options = Import.Options()
  // Any two files take the same way every time.
  options.joinsDrums = count & 1 == 1
  options.cells = count & 2 == 2 ? .bars : .notes
  options.isStrict = count & 12 == 12
  guard let song = try? Import(file, options).song else { return 0 }
  let written = Export(song).file
  for isRunning in [false, true] {
    let again = try? MIDIFile(reading: written.bytes(runningStatus: isRunning))
    precondition(again != nil, "what is written is read")
    guard checksSameness else { continue }
    precondition(again?.warnings == [], "what is written has no defect")
    precondition(again?.tracks == written.tracks, "what is written is what is read")
  }
  options.isStrict = false
  guard isMusical, let back = try? Import(written, options).song else { return 0 }
  precondition(
    !checksSameness || back.hasSameContent(as: song), "what is imported again is the same song")
  return 0
}

private let checksSameness = getenv("SAME") != nil
