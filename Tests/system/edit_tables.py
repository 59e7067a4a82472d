"""What edits must come to, as data: songs before and after, written as they look.

A song is its rows, `a[0,+4) b[4,+2)`: cells by label, start and length in beats. What was cut from
a cell has its label and a `'`. In a command `{a}` is the id of the cell with that label.
"""

RESOLVER = [
    # law, rows before, commands (several are one batch), rows after
    ("O1 trimmed from the left", ["a[0,+4) b[4,+4)"], "move {a} at=2", ["a[2,+4) b[6,+2)"]),
    ("O2 trimmed from the right", ["a[8,+4) b[0,+4)"], "move {a} at=2", ["b[0,+2) a[2,+4)"]),
    ("O3 covered", ["a[8,+4) b[2,+2)"], "move {a} at=0; resize {a} for=6", ["a[0,+6)"]),
    ("O4 split", ["a[20,+4) b[0,+10)"], "resize {a} for=2; move {a} at=3",
     ["b[0,+3) a[3,+2) b'[5,+5)"]),
    ("O5 nothing met", ["a[0,+2) b[10,+2)"], "move {a} at=0", ["a[0,+2) b[10,+2)"]),
    ("O6 trimmed by its neighbour", ["a[0,+4) b[4,+4)"], "resize {a},{b} by=2",
     ["a[0,+6) b[6,+4)"]),
    ("O7 covered by its neighbour", ["a[10,+8) b[12,+2)"], "move {a},{b} by=-10", ["a[0,+8)"]),
    ("O8 split twice", ["x[0,+10) a[100,+1) b[101,+1)"],
     "move {a} at=3; move {b} at=5; resize {b} for=3",
     ["x[0,+3) a[3,+1) x'[4,+1) b[5,+3) x'[8,+2)"]),
    ("A1 L1 others stay", ["a[0,+4) b[10,+2)"], "move {a} at=2", ["a[2,+4) b[10,+2)"]),
    ("A2 L2 to another row", ["a[0,+4)", ""], "move {a} at=6 row=r2", ["", "a[6,+4)"]),
    ("A3 A5 L3 removed", ["a[0,+4) b[4,+2)"], "cut {b}", ["a[0,+4)"]),
    ("A4 L4 copied", ["a[0,+4)"], "copy {a} at=8; resize $1 for=2", ["a[0,+4) a'[8,+2)"]),
    ("L6 resolved and applied", ["a[0,+4) b[4,+4)"], "move {a} at=2", ["a[2,+4) b[6,+2)"]),
    ("A7 nothing changes", ["a[2,+4)"], "move {a} at=2", ["a[2,+4)"]),
    ("G1 equal", ["x[4,+4) a[20,+4)"], "move {a} at=4", ["a[4,+4)"]),
    ("G1 its first half", ["x[4,+4) a[20,+2)"], "move {a} at=4", ["a[4,+2) x[6,+2)"]),
    ("G1 its second half", ["x[4,+4) a[20,+2)"], "move {a} at=6", ["x[4,+2) a[6,+2)"]),
    ("G1 touching its start", ["x[4,+4) a[20,+2)"], "move {a} at=2", ["a[2,+2) x[4,+4)"]),
    ("G1 touching its end", ["x[4,+4) a[20,+2)"], "move {a} at=8", ["x[4,+4) a[8,+2)"]),
    ("G1 inside", ["x[4,+4) a[20,+2)"], "move {a} at=5", ["x[4,+1) a[5,+2) x'[7,+1)"]),
    ("G1 around", ["x[4,+4) a[20,+6)"], "move {a} at=3", ["a[3,+6)"]),
    ("G2 D9 three neighbours grow", ["a[0,+4) b[4,+4) c[8,+4)"], "resize {a},{b},{c} by=2",
     ["a[0,+6) b[6,+4) c[10,+4)"]),
    ("G4 two neighbours grow", ["a[0,+4) b[4,+1)"], "resize {a},{b} by=4", ["a[0,+8) b[8,+1)"]),
    ("G5 equals move together", ["a[0,+4) b[0,+4)"], "move {a},{b} by=1", ["a[1,+4)"]),
    ("G10 the piece that is left keeps the id", ["x[0,+10) a[20,+1) b[21,+3)"],
     "move {a} at=3; move {b} at=0", ["b[0,+3) a[3,+1) x[4,+6)"]),
    ("G12 to a row that has one", ["a[0,+1) b[2,+1)", "c[4,+1)"], "move {a},{b} row=r2",
     ["", "a[0,+1) b[2,+1) c[4,+1)"]),
    ("G14 moved, removed and something added", ["a[0,+4)"],
     "move {a} at=4; cut {a}; add r1 8 1 60 label=n", ["n[8,+1)"]),
    ("D8 one tick of overlap", ["a[0,+4) b[8,+4)"], "move {b} at=3.9999999",
     ["a[0,+3.99999988) b[3.99999988,+4)"]),
    ("D8 three hosts covered", ["a[0,+1) b[1,+1) c[2,+1) d[8,+3)"], "move {d} at=0", ["d[0,+3)"]),
    ("D8 two equal edits", ["a[8,+2) b[12,+2)"], "move {a} at=0; move {b} at=0", ["b[0,+2)"]),
    ("D10 a group meets the start", ["a[0.5,+1) b[2,+1)"], "move {a},{b} by=-1",
     ["a[0,+1) b[1.5,+1)"]),
    ("D10 a group meets the first row", ["", "a[0,+1)", "", "b[2,+1)"],
     "move {a},{b} byRows=-2", ["a[0,+1)", "", "b[2,+1)", ""]),
    ("D13 a duplicate is never hidden", ["a[0,+1)"], "add r1 0 1 60 label=n", ["n[0,+1)"]),
    ("D13 unless it is allowed", ["a[0,+1)"], "add r1 0 1 60 label=n overlap=allow",
     ["a[0,+1) n[0,+1)"]),
]
"""Overlaps, with snap off."""

STEPS = [
    # law, snap, position, duration, command, position and duration after
    ("D1 whole steps of the way", "1/4", 0, 1, "move {a} by=3.7", (3, 1)),
    ("D2 back as well", "1/4", 5, 1, "move {a} by=-3.7", (2, 1)),
    ("D3 not even one", "1/4", 5, 1, "move {a} by=0.9", (5, 1)),
    ("D4 no further than there is room", "1/4", 99_999_996, 1, "resize {a} by=10",
     (99_999_996, 4)),
    ("G19 dragged too far", "1/4", 99_999_996, 1, "move {a} by=10", (99_999_999, 1)),
    ("G19 and back a little", "1/4", 99_999_996, 1, "move {a} by=5", (99_999_999, 1)),
    ("G19 and back where there is room", "1/4", 99_999_996, 1, "move {a} by=2", (99_999_998, 1)),
    ("D5 no further back than there is room", "1/4", 2, 1, "move {a} by=-10", (0, 1)),
    ("D6 no room at all", "1/4", 0, 1, "move {a} by=-10", (0, 1)),
    ("D7 off is exact", "off", 1, 1, "move {a} by=0.3", (1.3, 1)),
    ("G16 just under a step", "1/4", 8, 1, "move {a} by=0.99999", (8, 1)),
    ("G16 just a step", "1/4", 8, 1, "move {a} by=-1", (7, 1)),
    ("off the grid by the same", "1/16", 0.1, 1, "move {a} by=1/16", (0.35, 1)),
    ("D11 a last partial step reaches 0", "1/4", 0.1, 1, "move {a} by=-1", (0, 1)),
    ("D11 to thirds", "1/4t", 0.26, 0.05, "move {a} by=0 mode=grid", (0, 0.05)),
    ("D11 halves go up", "1/4", 0.5, 1, "move {a} by=0 mode=grid", (1, 1)),
    ("D11 never before 0", "1/4", 0.25, 1, "move {a} by=-0.5 mode=grid", (0, 1)),
    ("D11 never to no length", "1/4", 0, 1, "resize {a} by=-3", (0, 1)),
    ("a short one grows by whole steps", "1/4", 0, 0.3, "resize {a} by=1", (0, 1.3)),
    ("a short one never shrinks", "1/4", 0, 0.3, "resize {a} by=-1", (0, 0.3)),
]
"""How far a wish goes."""

WINDOWS = [
    # law, cells of one row as (start, length), selection, starts of what it holds
    ("V1 the near one", [(0, 1), (60, 1)], "all@0..14", [0]),
    ("V2 the far one", [(0, 1), (60, 1)], "all@48..70", [60]),
    ("V4 of many, those in the window", [(4 * n, 4) for n in range(500)], "all@0..14",
     [0, 4, 8, 12]),
    ("touching is not holding", [(0, 4), (4, 4)], "all@4..8", [4]),
    ("an instant is what contains it", [(0, 4), (4, 4), (9, 1)], "all@4", [4]),
    ("an instant in the middle", [(0, 4), (4, 4)], "r1@3.5", [0]),
    ("an empty region is an instant", [(0, 4), (4, 4)], "r1@5..5", [4]),
    ("an instant at an end holds nothing", [(0, 4)], "r1@4", []),
    ("from the start", [(0, 4), (4, 4), (8, 4)], "r1@..8", [0, 4]),
    ("to the end", [(0, 4), (4, 4), (8, 4)], "r1@8..", [8]),
]
"""What a region holds."""

FILTERS = [
    # words, JSON, labels of what passes
    ("all/pitch:C2..C3", {"filter": {"pitch": [36, 48]}}, "kick,loud"),
    ("all/pitch:kick", {"filter": {"pitch": "kick"}}, "kick,loud"),
    ("all/velocity:1..63", {"filter": {"velocity": [1, 63]}}, "soft"),
    ("all/vel:127", {"filter": {"velocity": 127}}, "loud"),
    ("all/label:soft", {"filter": {"label": "soft"}}, "soft"),
    ("all/muted:on", {"filter": {"muted": True}}, "soft,word"),
    ("drum@0..1/muted:off", {"rows": "drum", "from": 0, "to": 1, "filter": {"muted": False}},
     "kick"),
    ("tag:d@2/velocity:100..127/pitch:36",
     {"rows": "tag:d", "at": 2, "filter": {"velocity": [100, 127], "pitch": 36}}, "loud"),
]
"""Conditions, in both spellings."""

FILTERED = [
    "row drum note=kick tags=d", "row pad mute=on",
    "add drum 0 1 label=kick", "add drum 2 1 vel=127 label=loud",
    "add pad 0 1 72 vel=20 label=soft", "cells.add pad 4 1 label=word",
]
