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

  @Test(
    arguments: [
      ([:], "nothing changed"),
      (
        [
          "updates": [
            [
              "cell": 41, "row": 1, "position": 22, "duration": 2,
              "was": ["row": 1, "position": 24, "duration": 2],
            ],
            [
              "cell": 40, "row": 1, "position": 16, "duration": 6,
              "was": ["row": 1, "position": 16, "duration": 8],
            ],
          ]
        ], "41 bass 7:1 → 6:3, 40 bass trimmed to 5:1–6:3"
      ),
      (
        [
          "updates": [
            [
              "cell": 41, "row": 2, "position": 0, "duration": 2,
              "was": ["row": 1, "position": 0, "duration": 2],
            ]
          ], "removals": [3, 4],
        ], "41 bass 1:1 → keys 1:1, 3,4 removed"
      ),
      (
        ["insertions": [["cell": 9, "row": 1, "position": 0, "duration": 4]]],
        "9 bass added 1:1–2:1"
      ),
      (
        [
          "insertions": [["cell": 9, "row": 1, "position": 0, "duration": 4, "source": 8]],
          "asked": 0.3, "stored": 0.25, "clamped": 7,
        ], "9 bass split off 8 1:1–2:1 (asked 0.3, stored 0.25; held back by 7)"
      ),
      (
        [
          "rows": [["row": 3, "name": "hat"], ["row": 4, "removed": true]], "snap": "4",
          "maps": ["tempo": [["position": 0, "bpm": 133.7]], "meter": [["meter": "4/4"]]],
        ], "row 3 hat, row 4 removed, 133.7 bpm 4/4, snap 4"
      ),
      (
        ["updates": [], "partial": true, "counts": ["updates": 1200, "insertions": 3]],
        "3 cells added, 1200 cells changed"
      ),
      (["updates": [["cell": 5, "row": 1, "position": 0, "duration": 1]]], "5 bass changed"),
    ] as [(Value, String)])
  func `an edit is one line`(result: Value, text: String) {
    #expect(readout.edit(result) == text)
  }

  @Test func `a long edit says how much more there is`() {
    let cell: Value = ["cell": 9, "row": 1, "position": 0, "duration": 4]
    let text = readout.edit(["insertions": .array(Array(repeating: cell, count: 20))])
    #expect(text.hasSuffix(", and 15 more"))
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

  @Test func `other results are tables and lines`() {
    #expect(readout.result([:], of: "ping") == "ok")
    #expect(
      readout.result(
        ["ports": [["port": "out", "to": ["a", "b"]], ["port": "in", "open": true]]],
        of: "ports.list") == "port  to   open\nout   a,b\nin         on")
    #expect(
      readout.result(["revision": 3, "steps": [["step": "cells.add"]], "rules": []], of: "x")
        == "revision 3\nsteps\nstep\ncells.add\nrules none")
  }
}
