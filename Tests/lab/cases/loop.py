"""Beats 4–8 are looped for 50 passes with an edit on each: the recording is the closed form."""

from recording import anchor, read_log, stop_time, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note, stopped
from timing import Late, Onsets, match, out_of_order

START, END = 4, 8
PASSES = 50
PASS = (END - START) * BEAT
EDIT_AT = 2.6
"""Beats into each pass at which the edit comes: what it touches has just been played."""
STOP_AT = 3.65
"""Beats into the last pass: between the last two notes."""

CELLS = [  # position, duration, pitch; ids are counted from 1
    (4, 0.3, 60),
    (4.25, 0.2, 72),
    (4.57, 0.4, 62),
    (5, 0.5, 64),
    (5.57, 0.25, 65),
    (6.25, 0.25, 67),
    (6.57, 0.5, 69),
    (7.5, 0.1, 71),
    (7.75, 0.5, 48),  # crosses the end of the loop, where it is cut
]
MOVED, MOVED_TO = 2, (4.25, 5.3, 5.72, 4.83)
ADDED = (5.14, 0.3, 74)

GUEST = """
start_daemon loop.db
connect_out
perform build
record loop
perform play
stop_recording
stop_daemon
"""


def edits():
    """The edit of each pass, in words, and the cells by id that the next pass plays."""
    cells = dict(enumerate(CELLS, 1))
    next_id = len(cells) + 1
    for number in range(PASSES):
        kind = number % 3
        if kind == 0:
            position = MOVED_TO[(number // 3 + 1) % len(MOVED_TO)]
            cells[MOVED] = (position, *cells[MOVED][1:])
            words = f"move {MOVED} position={position}"
        elif kind == 1:
            cells[next_id] = ADDED
            words = "add lead {} {} {} vel=90".format(*ADDED)
        else:
            del cells[next_id]
            words = f"cut {next_id}"
            next_id += 1
        yield words, dict(cells)


def versions(log):
    """The cells, and the nanosecond after the first tick from which they hold and until which."""
    zero = anchor(log)
    commits = [reply.result["commit"] - zero for reply in log
               if "@" in reply.request and "stop" not in reply.request]
    cells = [dict(enumerate(CELLS, 1)), *(after for _, after in edits())]
    return list(zip(cells, [0, *commits], [*commits, float("inf")]))


def score(log):
    """Every note of every pass, and of one more that a late stop lets begin."""
    events, history = [], versions(log)
    for index, (cells, since, until) in enumerate(history):
        for number in range(int(since // PASS), int(min(until, PASSES * PASS) // PASS) + 1):
            for cell, (position, duration, pitch) in cells.items():
                start, end = (number * PASS + (min(at, END) - START) * BEAT
                              for at in (position, position + duration))
                if since <= start < until:
                    gone = [time for later, time, _ in history[index + 1:] if cell not in later]
                    events += note(start, min([end, *gone]), 1, pitch, 90)
    return events


def prepare(folder):
    build = [f"tempo {TEMPO}", "snap off", "row lead channel=1 voices=poly"]
    build += ["add lead {} {} {} vel=90".format(*cell) for cell in CELLS]
    build += [f"loop {START} {END}", "sync"]
    (folder / "build.txt").write_text("\n".join(build) + "\n")
    play = [f"play from={START}"]
    for number, (words, _) in enumerate(edits()):
        if number < PASSES - 1:
            play.append(f"@{(number * PASS + EDIT_AT * BEAT) / 1e6} {words}")
    play += [f"@{((PASSES - 1) * PASS + STOP_AT * BEAT) / 1e6} stop", "sync"]
    (folder / "play.txt").write_text("\n".join(play) + "\n")
    return GUEST


def check(folder):
    messages = read_recording(folder / "loop.rec")
    log = read_log(folder, "play")
    pairs, differences = match(stopped(score(log), stop_time(log)), messages)
    yield f"{PASSES} passes lose and double nothing", differences
    yield f"{PASSES} passes are in order", out_of_order(pairs)
    yield "leaves nothing sounding", unbalanced(messages)
    onsets = Onsets(pairs, anchor(log))
    yield "#", str(onsets)
    yield "is on time", onsets.beyond()
    wraps = [abs(onsets.at(number * PASS)) for number in range(1, PASSES)]
    yield "#", f"first onset after a wrap: max {max(wraps):.0f} µs"
    yield "is on time after each wrap", late_wrap(wraps)


def late_wrap(wraps):
    """Says so when a wrap is later than any other onset may be."""
    return Late(f"{max(wraps):.0f} µs") if max(wraps) > 100 else None
