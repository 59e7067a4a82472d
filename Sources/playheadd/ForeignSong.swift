import ControlProtocol
import LinuxSystem
import MIDIFile
import Session
import Timeline

/// A song out of a file of another kind than the program's own.
struct ForeignSong: Sendable {
  enum Kind: String {
    case midi = "MIDI"
    case document = "a song as JSON"
  }

  nonisolated let song: Song
  /// What was found in a MIDI file.
  nonisolated let report: ImportReport?

  /// Reads a file; `progress` is told now and then what part of it is behind.
  nonisolated init(
    _ path: String, _ options: Import.Options, given: [String], progress: (Double) -> Void
  ) throws(RequestError) {
    try self.init(try SongSource.read(path), path, options, given: given, progress)
  }

  /// Reads the content of a file; `given` are the options for MIDI files that a request names.
  nonisolated init(
    _ bytes: [UInt8], _ path: String, _ options: Import.Options = Import.Options(),
    given: [String] = [], _ progress: (Double) -> Void = { _ in }
  ) throws(RequestError) {
    if Kind(of: bytes) == .document {
      try ForeignSong.checkNone(given)
      song = try ForeignSong.document(bytes, path, progress)
      report = nil
      return
    }
    var options = options
    options.shiftJIS = ShiftJIS.text
    do throws(MIDIFileError) {
      let file = try MIDIFile(reading: bytes) { progress(Double($0) / Double(bytes.count)) }
      let found = try Import(file, options)
      (song, report) = (found.song, found.report)
    } catch {
      throw RequestError(error, path: path)
    }
  }

  /// Refuses options that only MIDI files have.
  nonisolated static func checkNone(_ given: [String]) throws(RequestError) {
    guard let field = given.first else { return }
    throw RequestError(
      .notAllowed, "\(field) belongs to MIDI files; a song as JSON is always whole", field: field)
  }

  private nonisolated static func document(
    _ bytes: [UInt8], _ path: String, _ progress: (Double) -> Void
  ) throws(RequestError) -> Song {
    do throws(RequestError) {
      return try SongDocument.song(of: try JSONText.read(document: bytes.span), progress: progress)
    } catch {
      throw RequestError(
        error.kind, "\(path): \(error.message)", field: "path", hint: error.hint)
    }
  }
}

extension ForeignSong.Kind {
  /// What bytes are, by how they begin; nil for anything else.
  nonisolated init?(of bytes: [UInt8]) {
    if bytes.starts(with: "MThd".utf8) || bytes.starts(with: "RIFF".utf8) {
      self = .midi
    } else if JSONText.begins(bytes.span, with: SongDocument.mark.key, SongDocument.mark.value) {
      self = .document
    } else {
      return nil
    }
  }
}
