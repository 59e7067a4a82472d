import ControlProtocol
import Glibc

/// The commands of a command line: each argument is one word, `;` alone stands between commands; a
/// single argument with blanks in it is a line.
struct Commands {
  private let commands: [[Word]]

  init(_ arguments: [String]) {
    let line = arguments.count == 1 ? arguments[0] : ""
    if line.contains(where: \.isWhitespace), let commands = try? Words.split(line) {
      self.commands = commands
    } else {
      commands = arguments.split(separator: ";").map { $0.map(Commands.word) }
    }
  }

  /// `name=` in front makes a named value, as it does unquoted in a line.
  private static func word(_ argument: String) -> Word {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex,
      argument[..<equals].allSatisfy({ $0.isASCII && $0.isLetter })
    else { return Word(value: argument) }
    return Word(
      name: String(argument[..<equals]), value: String(argument[argument.index(after: equals)...]))
  }

  /// The line to send, its paths absolute.
  func line() throws(Failure) -> String {
    guard !commands.isEmpty else { throw .usage("there is no command") }
    var resolved: [[Word]] = []
    for words in commands { resolved.append(try Commands.resolve(words)) }
    let line = Words.join(resolved)
    do throws(RequestError) { _ = try Words.split(line) } catch { throw .usage(error.message) }
    return line
  }

  /// The method whose result comes back.
  func method() -> String {
    guard commands.count == 1, let verb = commands.first?.first?.value else { return "edit" }
    return (try? Command.verb(verb))?.method ?? verb
  }

  var isSubscription: Bool { method() == "subscribe" }

  private static func resolve(_ words: [Word]) throws(Failure) -> [Word] {
    guard let verb = words.first, verb.name == nil else {
      throw .usage("a command must stand first, such as play")
    }
    do throws(RequestError) {
      let command = try Command.verb(verb.value)
      return [verb] + command.resolvingPaths(of: Array(words.dropFirst()), from: folder())
    } catch {
      let hint = error.hint.map { " (did you mean \($0)?)" } ?? ""
      throw .usage(error.message + hint)
    }
  }

  /// A line of a script with its paths made absolute; as it is where it is no line of words.
  static func resolvingPaths(in line: String) -> String {
    Words.resolvingPaths(in: line, from: folder())
  }

  private static func folder() -> String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }
}
