import Timeline
import Testing

@testable import ControlProtocol

struct ListReadoutTests {
  let readout = Readout(rows: [Row.ID(1): "bass", Row.ID(2): "keys"])

  private static let waiting: Value = [
    "pending": 2, "method": "history.undo", "client": 7, "when": "bar", "position": 16,
    "time": 5_711_566_024_673,
  ]

  @Test func `what waits is said to wait, whatever it would tell when done`() {
    let methods = [
      "history.undo", "history.redo", "song.revert", "song.new", "rows.arm", "metronome.set",
      "transport.chase", "song.export",
    ]
    for method in methods {
      #expect(readout.result(ListReadoutTests.waiting, of: method) == "2 undo, at 5:1", "\(method)")
    }
  }

  @Test func `songs that are passed over are told, whether the next one waits or is open`() {
    let lost: Value = ["lost is skipped: /lost.song is missing"]
    let song: Value = ["rows": 1, "cells": 3, "end": 0, "skipped": lost]
    #expect(
      readout.result(song, of: "setlist.go")
        == "1 row, 3 cells\nlost is skipped: /lost.song is missing")
    let waiting: Value = ["pending": 4, "method": "setlist.go", "about": "a", "skipped": lost]
    #expect(
      readout.result(waiting, of: "setlist.go")
        == "4 setlist a, not ahead\nlost is skipped: /lost.song is missing")
  }

  @Test(
    arguments: [
      (
        "hello", ["program": "playhead", "version": "0.1.0", "protocol": "1.0", "client": 2],
        "playhead 0.1.0, protocol 1.0, client 2"
      ),
      ("sync", ["revision": 39], "ok"), ("help", ["manual": "move WHERE"], "move WHERE"),
      ("history.set", ["limit": 500, "steps": 12], "keeps 500 steps, has 12"),
      ("pending.cancel", ["cancelled": []], "nothing waits"),
      ("pending.cancel", ["cancelled": [3, 4]], "cancelled 3,4"),
      ("selection.get", ["revision": 3, "cells": []], "nothing is selected"),
      ("selection.set", ["revision": 3, "cells": [4]], "1 cell is selected: 4"),
      (
        "selection.set", ["cells": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
        "10 cells are selected: 1,2,3,4,5,6,7,8 and 2 more"
      ),
      (
        "scenes.list",
        ["scenes": [["name": "A", "rows": [1, 2], "muted": [1, 2], "soloed": []]]],
        "scene  muted      solo\nA      bass,keys  -"
      ),
      ("scenes.list", ["scenes": []], "no scenes"),
      ("bindings.remove", ["bindings": []], "nothing is bound"),
      ("bindings.learn", ["bindings": [], "learning": "play"], "what comes in next does: play"),
      (
        "bindings.list", ["bindings": [["trigger": "cc:64", "line": "stop", "edge": "press"]]],
        "trigger  line  edge\ncc:64    stop  press"
      ),
      ("setlist.set", ["songs": []], "no songs"),
      (
        "setlist.go", ["songs": [["number": 1, "name": "a", "path": "/a", "state": "open"]]],
        "number  name  path  state\n1       a     /a    open"
      ),
      ("transport.next", ["position": 16, "time": 11_498_100_611_179], "5:1"),
      ("transport.chase", ["state": "stopped", "position": 0, "chase": true], "chase on"),
      ("song.export", ["path": "/a.json"], "exported /a.json"),
      (
        "song.export", ["path": "/a.mid", "losses": ["sectionEnds": 2], "seconds": 16.04],
        "exported /a.mid, 16 s\nleft out: 2 section ends"
      ),
      ("song.export", ["path": "/a.mid", "losses": [:], "seconds": 0], "exported /a.mid, 0 s"),
    ] as [(String, Value, String)])
  func `an answer is told as a musician reads it`(method: String, result: Value, text: String) {
    #expect(readout.result(result, of: method) == text)
  }

  @Test func `more cells than a few are counted, whether gone or cut in pieces`() {
    #expect(readout.edit(["removals": [3, 4, 5]]) == "cells 3,4,5 removed")
    #expect(readout.edit(["removals": [3, 4, 5, 6]]) == "4 cells removed")
    let pieces = (1...11).map { number -> Value in
      [
        "cell": Value(40 + number), "row": 1, "position": Value(16 + number), "duration": 1,
        "source": 40,
      ]
    }
    let host: Value = [
      "cell": 40, "row": 1, "position": 16, "duration": 1,
      "was": ["row": 1, "position": 16, "duration": 12],
    ]
    #expect(
      readout.edit(["updates": [host], "insertions": .array(pieces)])
        == "bass cell 40 split into 12 cells 5:1–8:1")
  }

  @Test func `cells that are called alike and changed alike are counted`() {
    func change(_ note: Int64, _ velocity: Int64) -> Value {
      let was: Value = ["row": 1, "position": 16, "duration": 1]
      return [
        "cell": Value(note + velocity), "row": 1, "position": 16, "duration": 1, "notes": [36],
        "velocity": Value(velocity), "chance": 60, "was": was,
      ]
    }
    let told = "plays C2 vel 90 chance 60 %"
    #expect(readout.edit(["updates": [change(1, 90), change(2, 90)]]) == "bass 2 cells: \(told)")
    #expect(
      readout.edit(["updates": [change(1, 90), change(2, 91)]])
        == "bass C2: \(told), C2: plays C2 vel 91 chance 60 %")
  }

  @Test func `a tempo is read to a thousandth`() {
    #expect(
      readout.status(["state": "stopped", "position": 0, "bpm": 117.999902])
        == "■ 1:1  118 bpm 4/4")
    #expect(
      readout.result(["tempo": [["position": 0, "bpm": 133.7256]], "meter": []], of: "maps.list")
        == "at   what\n1:1  133.726 bpm")
  }

  @Test func `a song that waits and whose file is not there is said to be new`() {
    let load: Value = [
      "pending": 7, "method": "song.load", "about": "/a.song", "position": 16, "new": true,
    ]
    #expect(
      readout.result(load, of: "song.load")
        == "7 load /a.song, at 5:1; a new song, there is no such file yet")
  }

  @Test func `a row that is gone is told by its name`() {
    let gone: Value = ["rows": [["row": 8, "name": "noise", "removed": true]]]
    #expect(readout.edit(gone) == "row noise removed")
  }

  @Test func `an outline is what there is of a song, in tables`() {
    let outline: Value = [
      "revision": 9, "title": "Friday", "data": .null,
      "rows": [["row": 1, "name": "bass", "port": "out", "channel": 3, "cells": 50]],
      "sections": [["name": "Chorus", "from": 16, "to": 32]],
      "maps": [
        "tempo": [["position": 0, "bpm": 118]], "meter": [["position": 0, "meter": "4/4"]],
      ],
      "transport": ["state": "stopped", "position": 0, "bpm": 118],
      "counts": ["rows": 1, "cells": 50, "end": 32, "undo": 3, "redo": 0],
    ]
    #expect(
      readout.result(outline, of: "subscribe") == """
        "Friday": 1 row, 50 cells, ends at 9:1

        id  row   port  channel  cells  settings
        1   bass  out   3        50

        section  at   for
        Chorus   5:1  4bars

        at   what
        1:1  118 bpm 4/4

        ■ 1:1  118 bpm 4/4
        """)
  }
}
