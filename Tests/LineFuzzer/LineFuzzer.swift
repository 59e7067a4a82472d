import ControlProtocol
import Session
import Timeline

/// Takes what the fuzzer has thought of for what a client sends: reads it and does it.
///
/// Nothing may trap. Pieces make no difference; each answer is one line of JSON; words and JSON
/// that were read are the same when they are written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let lines = cut(bytes, inPiecesOf: count + 1)
  precondition(lines == cut(bytes, inPiecesOf: count % 7 + 1), "pieces make no difference")
  let session = Session.silent(song: song)
  for case .whole(let line) in lines {
    checkWords(line)
    checkJSON(line)
    checkAnswer(session.answer(line))
    // In a song that has become huge each line takes long.
    if session.song.cellCount > hugeSong { break }
  }
  return 0
}

private let longestLine = 512
private let hugeSong = 2_000

/// Rows and cells to be named, changed and removed.
private let song = {
  let session = Session.silent()
  for line in [
    "row keys voices=poly", "row drum note=kick tags=d", "add keys 0 4 60", "add keys 4 4 64,67",
    "pattern drum x.x. times=4", "section Verse 0 4", "tempo 99 at=8", "meter 3/4 at=8",
    "scenes.save A",
  ] {
    let answer = session.answer(Array(line.utf8))
    precondition(answer?["error"] == nil, answer?.json ?? "")
  }
  return session.song
}()

private func cut(_ bytes: [UInt8], inPiecesOf size: Int) -> [LineSplitter.Line] {
  var splitter = LineSplitter(limit: longestLine)
  var lines: [LineSplitter.Line] = []
  for start in stride(from: 0, to: bytes.count, by: size) {
    splitter.fill { $0 += bytes[start..<min(start + size, bytes.count)] }
    while let line = splitter.next() { lines.append(line) }
  }
  if let last = splitter.last() { lines.append(last) }
  return lines
}

private func checkWords(_ line: [UInt8]) {
  guard let text = String(validating: line, as: UTF8.self), let words = try? Words.split(text)
  else { return }
  precondition((try? Words.split(Words.join(words))) == words, "words are read as they are written")
}

private func checkJSON(_ line: [UInt8]) {
  guard let value = try? JSONText.read(line.span) else { return }
  let again = try? JSONText.read(Array(value.json.utf8).span)
  precondition(again == value, "JSON is read as it is written")
}

private func checkAnswer(_ answer: Value?) {
  guard let text = answer?.json else { return }
  precondition(!text.utf8.contains(UInt8(ascii: "\n")), "an answer is one line")
  precondition((try? JSONText.read(Array(text.utf8).span)) != nil, "an answer is JSON")
}
