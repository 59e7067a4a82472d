import ControlProtocol
import LinuxSystem
import Timeline

/// The songs of a night in order, and which of them is played; kept for the next start.
///
/// It belongs to the night, not to any of the songs.
final class SetList {
  private(set) var paths: [String] = []
  /// The index of the song that is played, or was last; nil before the first.
  private(set) var place: Int?

  private let file: CommandFile

  /// With the settings of the last run, which stand as commands in a file.
  init(path: String, log: Log) {
    file = CommandFile(path: path, log: log)
    paths = file.read(["setlist.add"]).compactMap { $0.arguments.text("path") }
    paths = Array(paths.prefix(Limits.setList))
  }

  /// The song after the one that is played.
  var next: String? { paths.dropFirst(place.map { $0 + 1 } ?? 0).first }

  func set(_ paths: [String]) {
    let current = place.map { self.paths[$0] }
    self.paths = paths
    place = current.flatMap { paths.firstIndex(of: $0) }
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

  /// The song at an index is played.
  func stand(at index: Int) {
    if paths.indices.contains(index) { place = index }
  }

  /// The song of a file is played; one that is not in the list is a detour.
  func stand(at path: String?) {
    guard let path, place.map({ paths[$0] != path }) ?? true else { return }
    place = paths.firstIndex(of: path) ?? place
  }

  /// What a song is called: its file's name without what follows the dot.
  nonisolated static func name(of path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    return String(file.split(separator: ".").first ?? file)
  }

  private func index(of word: String) throws(RequestError) -> Int {
    let file = { (path: String) in path.split(separator: "/").last.map(String.init) }
    if let index = paths.firstIndex(where: { SetList.name(of: $0) == word || file($0) == word }) {
      return index
    }
    guard let number = Int(word), paths.indices.contains(number - 1) else {
      throw RequestError(
        .notFound,
        "song is \"\(word)\": must be next, previous, a name, or a number up to "
          + "\(paths.count)", field: "song")
    }
    return number - 1
  }

  private func keep() {
    file.write(paths.map { [Word(value: "setlist.add"), Word(value: $0)] })
  }
}
