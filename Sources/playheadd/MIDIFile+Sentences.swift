import MIDIFile

nonisolated extension MIDIFileError {
  /// What is wrong, for a person.
  var sentence: String {
    switch self {
    case .empty: "the file is empty"
    case .notMIDI(let found): "it is no MIDI file; it begins with the bytes \(found)"
    case .otherRIFF(let form):
      "it is a RIFF file of the form \(String(decoding: form, as: UTF8.self)), not MIDI"
    case .headerTruncated(let bytes): "its header ends after \(bytes) bytes"
    case .zeroDivision: "it has no ticks in a beat"
    case .noTracks: "it has no tracks"
    case .nothingReadable(let warning): "nothing in it can be read: \(warning.sentence)"
    case .defective(let warning): warning.sentence
    case .faulty(let finding, let times): "\(times) \(finding.words)"
    case .noSuchSequence(1): "it holds one song: sequence must be 1"
    case .noSuchSequence(let count): "it holds \(count) songs: sequence must be 1 to \(count)"
    }
  }
}

nonisolated extension MIDIFile.Warning {
  /// What is wrong, how often and where first, for a person.
  var sentence: String {
    let place = track.map { "track \($0 + 1), " } ?? ""
    let times = count > 1 ? ", \(count) times" : ""
    return "\(place)byte \(offset): \(defect.sentence)\(times)"
  }
}

nonisolated extension MIDIFile.Defect {
  fileprivate var sentence: String {
    switch self {
    case .displacedHeader(let bytes): "\(bytes) bytes of something else stand in front"
    case .unknownFormat(let format): "there is no format \(format); read as 1"
    case .trackCount(let declared, let found):
      "the header counts \(declared) tracks, there are \(found)"
    case .severalTracksInFormat0: "a file for one track holds several"
    case .unreadableChunk: "a chunk reaches beyond the file"
    case .wrongTrackLength: "the track does not end where its length says"
    case .bytesAfterEndOfTrack: "there is more after the end of the track"
    case .missingEndOfTrack: "the track has no end"
    case .truncated: "the file ends in the middle of an event"
    case .dataWithoutStatus: "a data byte stands where an event must begin; the track ends there"
    case .overlongNumber: "a number is longer than four bytes; the track ends there"
    case .systemCommon: "a system message that no file may hold; the track ends there"
    case .systemRealTime: "a real-time message that no file may hold; left out"
    case .runningStatusAcrossMeta: "an event leans on one from before a meta event"
    case .dataByteTooLarge: "a data byte is over 127; read as 127"
    case .wrongMetaLength: "a tempo or time signature of the wrong length; left out"
    }
  }
}

nonisolated extension ImportReport.Finding {
  /// Its name with spaces between the words.
  fileprivate var words: String {
    rawValue.reduce(into: "") { text, letter in
      text += letter.isUppercase ? " \(letter.lowercased())" : String(letter)
    }
  }
}
