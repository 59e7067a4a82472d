import ControlProtocol
import Testing

struct WordsTests {
  @Test(arguments: [
    ("play", [["play"]]),
    ("  play\t ", [["play"]]),
    ("play\r", [["play"]]),
    ("", []),
    ("   ", []),
    ("# a comment", []),
    ("play # and a comment; stop", [["play"]]),
    ("add bass 5:1 1/8 F#2", [["add", "bass", "5:1", "1/8", "F#2"]]),
    ("add bass 5:1 1/8 F#2 vel=100", [["add", "bass", "5:1", "1/8", "F#2", "vel=100"]]),
    ("add keys 1:1 bar C4,E4,G4", [["add", "keys", "1:1", "bar", "C4,E4,G4"]]),
    ("move 3 by=1; cut 4", [["move", "3", "by=1"], ["cut", "4"]]),
    ("move 3 by=1;cut 4;", [["move", "3", "by=1"], ["cut", "4"]]),
    ("move 3 by=1 ; # the end", [["move", "3", "by=1"]]),
    ("tempo -2", [["tempo", "-2"]]),
    ("seek by=-1/4", [["seek", "by=-1/4"]]),
    (#"row "my bass""#, [["row", "my bass"]]),
    (
      #"row bass program="Electric Bass (finger)""#,
      [["row", "bass", "program=Electric Bass (finger)"]]
    ),
    (#"save "a; b # c = d""#, [["save", "a; b # c = d"]]),
    (#"save "he said \"go\" \\ went""#, [["save", #"he said "go" \ went"#]]),
    (#"save """#, [["save", ""]]),
    ("rows.set bass tags=", [["rows.set", "bass", "tags="]]),
    (#"rows.set bass tags="""#, [["rows.set", "bass", "tags="]]),
    (#"rows.set bass tags=a,"b c",d"#, [["rows.set", "bass", "tags=a,b c,d"]]),
    ("rows.set bass colour=#ff0000", [["rows.set", "bass", "colour=#ff0000"]]),
    ("save a=b=c", [["save", "a=b=c"]]),
    (#"pattern kick "x... x|_" at=5:1"#, [["pattern", "kick", "x... x|_", "at=5:1"]]),
    ("cut all@..5:1", [["cut", "all@..5:1"]]),
    ("title Ünïcode…", [["title", "Ünïcode…"]]),
  ])
  func `a line splits into commands and words`(line: String, expected: [[String]]) throws {
    let commands = try Words.split(line)
    let shown = commands.map { words in
      words.map { word in (word.name.map { "\($0)=" } ?? "") + word.value }
    }
    #expect(shown == expected)
  }

  @Test(arguments: [
    "; play", "play ;; stop", #"save "open"#, #"save "a\n""#, #"save "a\"#, "play =5",
    #"save "a"=b"#, "save 5:1=b", "title a\u{0}b", "title a\u{1B}[0m", "\u{FEFF}play",
  ])
  func `a line outside the grammar is refused as such`(line: String) {
    #expect(throws: RequestError.self) { try Words.split(line) }
    #expect(refusal(line)?.kind == .parse)
  }

  @Test(arguments: [
    "add bass 5:1 1/8 notes=C4", "tempo +2", "tempo -2", "loop off", "loop 5:1 9:1 tails=ring",
    "ls", "ls bass@5:1..7:1 limit=10", "move 3,4 by=-1/8 snap=off dryRun=on", "cut $1",
    "set chords@7:1 label=", "rows.set tag:drums,7 solo=toggle", "save force=on", "help move",
    "subscribe edit,transport", "cut 1; cut 2 base=7", "play start+1bar", "meter 7/8(2+2+3)",
  ])
  func `a line of the language is accepted`(line: String) {
    #expect(refusal(line) == nil)
  }

  @Test(
    arguments: [
      ("plya", .unknownMethod, nil), ("by=1", .parse, nil), ("add bass", .missing, "position"),
      ("add bass 5:1 1/8 C4 loud", .badField, nil), ("add bass 5:1 0 C4", .outOfRange, "duration"),
      ("add bass 5:1 1/8 C4 vel=128", .outOfRange, "velocity"),
      ("add bass 5:1 1/8 C4 vel=90 velocity=90", .badField, "velocity"),
      ("add bass 5:1 1/8 C4 velocty=90", .badField, "velocty"),
      ("move 3", .missing, "by"), ("move 3 by=1 steps=2", .badField, "steps"),
      ("move 3 by=1; play", .notAllowed, "op"), ("loop off; cut 3", .notAllowed, "op"),
      ("cut 3,bass", .badType, "where"), ("cut cells=bass", .badType, "cells"),
      ("cut 3 cells=4", .badField, "cells"), ("cut 1 base=1; cut 2 base=1", .badField, "base"),
      ("move 1 by=1e3", .badType, "by"), ("tempo inf", .badType, "bpm"),
      ("play 5:0", .outOfRange, "from"), ("play -1", .outOfRange, "from"),
      ("scale 5", .outOfRange, "scale"), ("meter 7/7", .outOfRange, "meter"),
      ("row 123", .badText, "name"), ("row all", .badText, "name"), ("row a@b", .badText, "name"),
      ("row x mute=maybe", .badType, "mute"), ("subscribe edits", .badText, "topics"),
    ] as [(String, RequestError.Kind, String?)])
  func `a wrong line is refused by the kind of its fault`(
    line: String, kind: RequestError.Kind, field: String?
  ) {
    let error = refusal(line)
    #expect(error?.kind == kind)
    #expect(error?.field == field)
  }

  @Test(arguments: [
    Word(value: ""), Word(value: "#x"), Word(value: "a b"), Word(value: #"say "hi" \o/"#),
    Word(value: "a=b"), Word(value: "-1"), Word(name: "tags", value: ""),
    Word(name: "program", value: "Electric Bass (finger)"),
    Word(name: "data", value: #"{"a":"\n"}"#),
    Word(name: "colour", value: "#ff0"), Word(value: "a;b"), Word(value: #"C:\x"#),
  ])
  func `a joined word is read back as it was`(word: Word) throws {
    let first = Word(value: "title")
    #expect(try Words.split(Words.join([[first, word], [first]])) == [[first, word], [first]])
  }
}
