import ControlProtocol
import Testing
import Timeline

struct ReadoutTests {
  private let readout = Readout(outline: [
    "rows": [["row": 1, "name": "bass"], ["row": 2, "name": "keys"]],
    "maps": ["meter": [["position": 0, "meter": "4/4"], ["position": 32, "meter": "6/8"]]],
  ])

  @Test(
    arguments: [
      (0, "1:1"), (22.5, "6:3.5"), (32, "9:1"), (33.5, "9:4"), (33.25, "9:3.5"), (35, "10:1"),
      (1.0 / 3, "1:1.3333333"),
    ] as [(Double, String)])
  func `a position is a bar and a beat of its meter`(beats: Double, text: String) throws {
    let position = try #require(Ticks(beats: beats))
    #expect(readout.position(position) == text)
  }

  @Test(
    arguments: [
      (0.5, 0, "1/8"), (0.75, 0, "1/8."), (1.0 / 6, 0, "1/16t"), (1, 0, "1/4"), (4, 0, "bar"),
      (16, 0, "4bars"), (3, 32, "bar"), (3, 0, "1/2."), (3, 30, "1/2."), (5, 0, "5"),
      (1.25, 0, "1.25"),
    ] as [(Double, Double, String)])
  func `a length is bars, a note value or beats`(
    beats: Double, at position: Double, text: String
  ) throws {
    let length = try #require(Ticks(beats: beats))
    let start = try #require(Ticks(beats: position))
    #expect(readout.length(length, at: start) == text)
    #expect(throws: Never.self) { try LengthExpression(.string(text)) }
  }

  @Test func `cells are a table`() {
    let text = readout.cells([
      "revision": 3,
      "cells": [
        ["cell": 41, "row": 1, "position": 16, "duration": 0.5, "notes": [42], "velocity": 100],
        [
          "cell": 7, "row": 2, "position": 17.5, "duration": 4, "notes": [60, 64], "velocity": 90,
          "label": "C",
        ],
      ], "next": ["position": 17.5, "row": 2, "cell": 7],
    ])
    #expect(
      text == """
        id  row   at     for  what
        41  bass  5:1    1/8  F#2  vel 100
        7   keys  5:2.5  bar  C4,E4  vel 90  "C"
        more: after=17.5,2,7
        """)
  }

  @Test func `what waits is told as it would be typed, and where`() {
    let go: Value = [
      "pending": 2, "method": "transport.go", "about": "Chorus", "client": 7, "when": "bar",
      "position": 33.5, "time": 5_711_566_024_673,
    ]
    let mute: Value = ["pending": 3, "method": "rows.mute", "about": "keys", "when": "loop"]
    #expect(readout.result(go, of: "transport.go") == "2 go Chorus, at 9:4")
    #expect(
      readout.result(["pending": [go, mute]], of: "pending.list")
        == "2 go Chorus, at 9:4\n3 mute keys, not ahead")
    #expect(readout.result(["pending": []], of: "pending.list") == "nothing waits")
    let status: Value = ["state": "rolling", "position": 4, "pending": [go, mute]]
    #expect(readout.result(status, of: "status") == "▶ 2:1  next: go Chorus at 9:4, mute keys")
  }

  @Test func `scenes, versions and saved songs are told by name`() {
    let saved: Value = [
      "revision": 3, "updates": [], "removals": [], "insertions": [], "scenes": [["name": "A"]],
    ]
    #expect(readout.result(saved, of: "scenes.save") == "scenes A")
    #expect(readout.result(["path": "/a.song", "revision": 3], of: "song.save") == "saved /a.song")
    var dated = readout
    dated.date = { "moment \($0)" }
    #expect(
      dated.result(["versions": [["name": "take1", "time": 9]]], of: "song.versions")
        == "version  saved\ntake1    moment 9")
    #expect(readout.result(["commit": 5], of: "midi.note") == "ok")
  }

  @Test func `sections are a table`() {
    let text = readout.result(
      [
        "revision": 3,
        "sections": [
          ["name": "Chorus", "from": 16, "to": 32], ["name": "Solo", "position": 20],
        ],
      ], of: "sections.list")
    #expect(
      text == """
        section  at   for
        Chorus   5:1  4bars
        Solo     6:1  marker
        """)
    #expect(readout.result(["revision": 3, "sections": []], of: "sections.list") == "no sections")
  }

  private static let moved: Value = [
    "cell": 41, "row": 1, "position": 22, "duration": 2,
    "was": ["row": 1, "position": 24, "duration": 2],
  ]
  private static let trimmed: Value = [
    "cell": 40, "row": 1, "position": 16, "duration": 6,
    "was": ["row": 1, "position": 16, "duration": 8],
  ]

  @Test(
    arguments: [
      ([:], "nothing changed"),
      (
        [
          "sections": [
            ["name": "Chorus", "from": 16, "to": 32], ["name": "Solo", "position": 20],
            ["name": "Old", "removed": true],
          ]
        ], "section Chorus 5:1–9:1, marker Solo 6:1, section Old removed"
      ),
      (
        ["updates": [trimmed, moved]],
        "bass cell 41 7:1 → 6:3, cell 40 trimmed to 5:1–6:3"
      ),
      (
        [
          "updates": [
            [
              "cell": 41, "row": 2, "position": 0, "duration": 2,
              "was": ["row": 1, "position": 0, "duration": 2],
            ]
          ], "removals": [3, 4],
        ], "bass cell 41 1:1 → keys 1:1, cells 3,4 removed"
      ),
      (
        ["insertions": [["cell": 9, "row": 1, "position": 0, "duration": 4, "notes": [42]]]],
        "bass F#2 added 1:1–2:1 as 9"
      ),
      (
        [
          "updates": [trimmed],
          "insertions": [["cell": 9, "row": 1, "position": 23, "duration": 1, "source": 40]],
        ], "bass cell 40 split into 5:1–6:3 and 6:4–7:1"
      ),
      (
        [
          "removals": [8],
          "insertions": [["cell": 9, "row": 1, "position": 0, "duration": 4, "source": 8]],
          "asked": 0.3, "stored": 0.25, "clamped": 7,
        ],
        "bass cell 9 split off cell 8 1:1–2:1, cell 8 removed "
          + "(asked 0.3, stored 0.25; held back by cell 7)"
      ),
      (
        [
          "updates": [trimmed],
          "insertions": [["cell": 9, "row": 2, "position": 23, "duration": 1, "source": 40]],
        ], "keys cell 9 copied to 6:4–7:1 as 9, bass cell 40 trimmed to 5:1–6:3"
      ),
      (
        ["rows": [["row": 2, "name": "keys", "index": 0, "moved": true]]],
        "row keys moved to 0"
      ),
      (
        [
          "rows": [
            [
              "row": 3, "name": "hat", "port": "out", "channel": 10, "note": 42, "mute": true,
              "level": 80,
            ], ["row": 4, "removed": true],
          ], "snap": "4",
          "maps": ["tempo": [["position": 0, "bpm": 133.7]], "meter": [["meter": "4/4"]]],
        ],
        "row hat (channel 10, F#2, level 80, muted), row 4 removed, 133.7 bpm 4/4, snap 1/16"
      ),
      (
        ["updates": [], "partial": true, "counts": ["updates": 1200, "insertions": 3]],
        "3 cells added, 1200 cells changed"
      ),
      (
        ["updates": [["cell": 5, "row": 1, "position": 0, "duration": 1]]], "bass cell 5: changed"
      ),
    ] as [(Value, String)])
  func `an edit is one line`(result: Value, text: String) {
    #expect(readout.edit(result) == text)
  }

  @Test func `cells are called by their label or notes where these are known`() {
    let result: Value = ["updates": [ReadoutTests.trimmed, ReadoutTests.moved]]
    #expect(Readout.nameless(in: result).map(\.number) == [40, 41])
    let named = readout.naming(cells: [
      "cells": [["cell": 41, "label": "C", "notes": [60]], ["cell": 40, "notes": [53, 57]]]
    ])
    #expect(named.edit(result) == "bass C 7:1 → 6:3, F3,A3 trimmed to 5:1–6:3")
  }

  @Test func `a chord is shown by its symbol`() {
    let cell: Value = [
      "cell": 9, "row": 2, "position": 0, "duration": 4, "chord": "Dm7",
      "notes": [62, 65, 69, 72], "velocity": 100,
    ]
    #expect(readout.cells(["cells": [cell]]).hasSuffix("bar  Dm7  D4,F4,A4,C5  vel 100"))
    #expect(readout.edit(["insertions": [cell]]) == "keys Dm7 added 1:1–2:1 as 9")
    let named = readout.naming(cells: ["cells": [cell]])
    let change: Value = [
      "cell": 9, "row": 2, "position": 0, "duration": 4, "chord": "F", "notes": [65, 69, 72],
      "was": ["row": 2, "position": 0, "duration": 4],
    ]
    #expect(named.edit(["updates": [change]]) == "keys Dm7: plays F")
  }

  @Test func `many cells with one fate are told together`() {
    let added: Value = ["cell": 9, "row": 1, "position": 0, "duration": 4]
    #expect(
      readout.edit(["insertions": .array(Array(repeating: added, count: 20))])
        == "bass 20 cells added")
    let louder: Value = [
      "cell": 9, "row": 2, "position": 0, "duration": 4, "velocity": 100,
      "was": ["row": 2, "position": 0, "duration": 4],
    ]
    #expect(
      readout.edit(["updates": .array(Array(repeating: louder, count: 4))])
        == "keys 4 cells: vel 100")
  }

  @Test func `a long edit says how much more there is`() {
    let rows = (1...20).map { number -> Value in ["row": Value(number), "name": "x"] }
    #expect(readout.edit(["rows": .array(rows)]).hasSuffix(", row x, and 13 more"))
  }

  @Test func `a step says what was taken back or done again`() {
    let step: Value = ["step": "cells.move", "name": "move 1 cell", "author": 3]
    let result = step.with("updates", [ReadoutTests.moved])
    #expect(
      readout.result(result, of: "history.undo")
        == "move 1 cell undone: bass cell 41 7:1 → 6:3")
    #expect(
      readout.result(result.with("author", "Anna"), of: "history.redo")
        == "move 1 cell by Anna redone: bass cell 41 7:1 → 6:3")
    let song: Value = ["rows": 1, "cells": 3, "end": 0]
    #expect(
      readout.result(["name": "import song", "counts": song], of: "history.undo")
        == "import song undone: 1 row, 3 cells")
    let steps: Value = [
      ["name": "add 1 cell to bass", "author": "Anna", "done": true],
      ["name": "move 3 cells", "author": 7, "done": false], ["name": "edit song", "done": true],
    ]
    #expect(
      readout.result(["steps": steps], of: "history.list")
        == """
        add 1 cell to bass  Anna
        move 3 cells        client 7  undone
        edit song
        """)
  }

  @Test func `a group that was held back says by what`() {
    let result: Value = [
      "updates": [], "asked": -2, "stored": -1, "clamped": 7,
      "byRows": ["asked": 3, "stored": 1, "cell": 9, "row": 2],
    ]
    #expect(
      readout.edit(result)
        == "nothing changed (asked -2, stored -1; held back by cell 7; "
        + "asked 3 rows, stored 1; held back by cell 9 in row keys)")
  }

  @Test func `a song that has come says what was wrong with its file`() {
    #expect(
      readout.result(
        [
          "title": "Friday", "rows": 8, "cells": 226, "end": 32, "warnings": ["no end of track"],
          "findings": ["hangingNotes": 2], "dropped": [:],
        ], of: "song.import")
          == """
          "Friday": 8 rows, 226 cells, ends at 9:1
          warning: no end of track
          mended: 2 hanging notes
          """)
  }

  @Test func `rows are a table`() {
    let text = readout.result(
      [
        "rows": [
          [
            "row": 1, "name": "bass", "port": "out", "channel": 3, "program": 34, "tags": [],
            "level": 100, "mute": false, "solo": true, "transpose": -12, "cells": 50,
          ]
        ]
      ], of: "rows.list")
    #expect(
      text == """
        id  row   port  channel  cells  settings
        1   bass  out   3        50     Electric Bass (finger), transpose -12, solo
        """)
  }

  @Test func `the status is one line`() {
    let text = readout.status([
      "transport": ["state": "rolling", "position": 22.5, "pass": 3, "bpm": 118.0],
      "range": ["start": 16, "end": 32, "on": true],
      "connections": [
        ["port": "bass", "to": "Minitaur", "connected": true],
        ["port": "keys", "to": "Minilogue", "connected": false],
      ],
    ])
    #expect(
      text == "▶ 6:3.5  5:1–9:1 loop pass 3  118 bpm 4/4  "
        + "bass → Minitaur ✓ · keys → Minilogue, waiting")
  }

  @Test func `on a ramp the status says where the tempo goes`() {
    let text = readout.status([
      "state": "rolling", "position": 16, "bpm": 127.272727,
      "ramp": ["position": 0, "bpm": 120, "to": ["bpm": 140], "over": 32],
    ])
    #expect(text == "▶ 5:1  127.3 → 140 bpm 4/4")
  }

  @Test func `tempo and meter are told by their places`() {
    let maps: Value = [
      "tempo": [
        ["position": 0, "bpm": 120],
        ["position": 16, "bpm": 120, "to": ["bpm": 140.5], "over": 16],
      ],
      "meter": [["position": 0, "meter": "4/4"], ["position": 32, "meter": "7/8"]],
    ]
    #expect(
      readout.result(maps, of: "maps.list") == """
        at   what
        1:1  120 bpm 4/4
        5:1  120 → 140.5 bpm over 4bars
        9:1  7/8
        """)
    #expect(
      readout.edit(["updates": [], "maps": maps])
        == "1:1 120 bpm 4/4, 5:1 120 → 140.5 bpm over 4bars, 9:1 7/8")
    let steps = (0..<50).map { ["position": Value($0), "bpm": 99] as Value }
    #expect(
      readout.edit(["maps": ["tempo": .array(steps), "meter": []]])
        == "tempo or meter changed, at 50 places")
    let many: Value = ["partial": true, "counts": ["tempo": 1_001, "meter": 2]]
    #expect(
      readout.edit(["maps": many]) == "tempo or meter changed, of 1001 tempos and 2 meters")
  }

  @Test func `other results are tables and lines`() {
    #expect(readout.result([:], of: "ping") == "ok")
    #expect(
      readout.result(
        ["revision": 3, "steps": [["step": "cells.add"]], "rules": [], "range": ["start": 0]],
        of: "x") == "revision 3\nsteps\nstep\ncells.add\nrange start 0")
    #expect(readout.result(["rules": []], of: "x") == "rules none")
    #expect(readout.result(["versions": []], of: "song.versions") == "no versions")
  }
}

extension Value {
  /// This object with another value for a key, or one more.
  fileprivate func with(_ key: String, _ value: Value) -> Value {
    guard case .object(let members) = self else { return self }
    var changed = Members()
    for member in members.list where member.key != key { changed.append(member.key, member.value) }
    changed.append(key, value)
    return .object(changed)
  }
}
