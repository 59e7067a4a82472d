import ControlProtocol
import LinuxSystem
import Timeline

/// The songs of a night in order, and which of them is played; kept for the next start.
///
/// It belongs to the night, not to any of the songs.
final class SetList {
  /// A song of the list, which may change until that is played.
  nonisolated struct Entry: Sendable {
    let index: Int
    let path: String
  }

  private(set) var paths: [String] = []
  /// The index of the song that is played, or was last; nil before the first.
  private(set) var place: Int?

  private let file: CommandFile

  /// With the settings of the last run, which stand as commands in a file.
  init(path: String, on disk: SettingsDisk, log: Log) {
    file = CommandFile(path: path, on: disk, log: log)
    read()
  }

  /// Takes what stands in the file in the place of what there is.
  func read() {
    let paths = file.read(["setlist.add"]).compactMap { $0.arguments.text("path") }
    become(Array(paths.prefix(Limits.setList)))
  }

  /// The song after the one that is played.
  var next: String? { paths.dropFirst(place.map { $0 + 1 } ?? 0).first }

  func set(_ paths: [String]) {
    become(paths)
    keep()
  }

  /// Adds a song at a place, counted from 1, or behind the last.
  func add(_ path: String, at number: Int?) throws(RequestError) {
    guard paths.count < Limits.setList else {
      throw RequestError(
        .limit, "\(Limits.setList) songs are in the set list already: remove one first",
        field: "path")
    }
    let index = min(number.map { $0 - 1 } ?? paths.count, paths.count)
    paths.insert(path, at: index)
    if let place, index <= place { self.place = place + 1 }
    keep()
  }

  func remove(_ word: String) throws(RequestError) {
    let index = try index(of: word)
    paths.remove(at: index)
    if let place, index <= place { self.place = index < place || place > 0 ? place - 1 : nil }
    keep()
  }

  /// The songs that a word means, in the order in which to try them: after a missing one the next.
  func choices(_ word: String) throws(RequestError) -> [Int] {
    let choices: [Int]
    switch word {
    case "next": choices = Array(paths.indices.dropFirst(place.map { $0 + 1 } ?? 0))
    case "previous": choices = paths.indices.prefix(place ?? 0).reversed()
    default: return [try index(of: word)]
    }
    guard !choices.isEmpty else {
      throw RequestError(
        .notFound, "song is \(word): the set list has no such song from here", field: "song")
    }
    return choices
  }

  /// The song that was at an index is played, wherever it is by now.
  func stand(at entry: Entry) {
    let isThere = paths.indices.contains(entry.index) && paths[entry.index] == entry.path
    place = isThere ? entry.index : paths.firstIndex(of: entry.path) ?? place
  }

  /// The song of a file is played; one that is not in the list is a detour.
  func stand(at path: String?) {
    guard let path = path.map(SetList.plain), place.map({ paths[$0] != path }) ?? true else {
      return
    }
    place = paths.firstIndex(of: path) ?? place
  }

  /// What a song is called: its file's name without the ending, such as `.song` or `.mid`.
  nonisolated static func name(of path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex, !file[dot...].contains(" ")
    else { return String(file) }
    return String(file[..<dot])
  }

  /// An absolute path without what leads nowhere, such as doubled slashes: each file has but one.
  nonisolated static func plain(_ path: String) -> String {
    "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  private func index(of word: String) throws(RequestError) -> Int {
    if let number = Int(word), paths.indices.contains(number - 1) { return number - 1 }
    let file = { (path: String) in path.split(separator: "/").last.map(String.init) }
    if let index = paths.firstIndex(where: { SetList.name(of: $0) == word || file($0) == word }) {
      return index
    }
    throw RequestError(
      .notFound,
      "song is \"\(word)\": must be next, previous, a number up to \(paths.count), or a name",
      field: "song")
  }

  private func become(_ paths: [String]) {
    let current = place.map { self.paths[$0] }
    self.paths = paths
    place = current.flatMap { paths.firstIndex(of: $0) }
  }

  private func keep() {
    file.write(paths.map { [Word(value: "setlist.add"), Word(value: $0)] })
  }
}
