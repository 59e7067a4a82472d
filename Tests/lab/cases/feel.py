"""Rows that are late, early, swung and straight, and cells with odds: each onset in closed form."""

from recording import anchor, read_log, stop_time, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note, stopped
from timing import Onsets, match, out_of_order

BEATS, PASSES = 2, 8
STEP, LENGTH = 0.25, 0.125
DELAY = 7e6
"""Nanoseconds by which one row is late and another early."""
SWING = 57
SEED = 7
ROWS = [  # name, settings, pitch
    ("late", "delay=7", 40), ("early", "delay=-7", 50), ("swung", "", 60),
    ("straight", "swing=50", 70), ("odd", "swing=50", 80)]
ODDS = [(100, None), (50, None), (100, (2, 4)), (25, None), (75, (1, 2)), (50, None), (100, (3, 3)),
        (1, None)]
"""Of each cell of the last row: a chance, and a pass of so many."""

GUEST = """
start_daemon feel.db
connect_out
perform build
record feel
perform play
stop_recording
stop_daemon
"""


def bent(position):
    """Where what is written at a position of the song sounds under the swing, in beats."""
    pair, step = 2 * STEP, STEP
    start, middle = position // pair * pair, 2 * STEP * SWING / 100
    offset = position - start
    if offset <= step:
        return start + offset * middle / step
    return start + middle + (offset - step) * (pair - middle) / (pair - step)


def plays(cell, count, odds):
    """Whether a cell plays in a pass, counted from 0, as the documentation says."""
    chance, turn = odds
    if turn and count % turn[1] != turn[0] - 1:
        return False
    state = (SEED + 0x9E3779B97F4A7C15 * cell + 0xD1B54A32D192ED03 * count) % 2**64
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    state = (state ^ state >> 27) * 0x94D049BB133111EB % 2**64
    state ^= state >> 31
    return (state >> 32) * 100 >> 32 < chance


def cells():
    """Each cell: its id, row, place in its row, channel and pitch."""
    steps = int(BEATS / STEP)
    for number, (name, _, pitch) in enumerate(ROWS):
        for index in range(steps):
            yield number * steps + index + 1, name, index, number + 1, pitch + index


def score():
    """Every note of every pass, and of some that a late stop lets begin."""
    events = []
    for count in range(2 * PASSES):
        for cell, row, index, channel, pitch in cells():
            if row == "odd" and not plays(cell, count, ODDS[index]):
                continue
            place = bent if row in ("swung", "late", "early") else float
            delay = {"late": DELAY, "early": -DELAY}.get(row, 0)
            start, end = ((count * BEATS + place(at)) * BEAT + delay
                          for at in (index * STEP, index * STEP + LENGTH))
            behind = max(0, -start)  # What would sound before the start sounds at it, as long.
            events += note(start + behind, end + behind, channel, pitch, 90)
    return events


def prepare(folder):
    build = ["snap off", f"tempo {TEMPO}", f"swing {SWING} 1/16", f"song.set seed={SEED}"]
    build += [f"row {name} channel={number + 1} voices=poly {settings}"
              for number, (name, settings, _) in enumerate(ROWS)]
    for _, row, index, _, pitch in cells():
        chance, turn = ODDS[index] if row == "odd" else (100, None)
        every = f" every={turn[0]}:{turn[1]}" if turn else ""
        odds = f" chance={chance}" * (chance < 100) + every
        build.append(f"add {row} {index * STEP} {LENGTH} {pitch} vel=90{odds}")
    build += [f"loop 0 {BEATS}", "sync"]
    (folder / "build.txt").write_text("\n".join(build) + "\n")
    stop = PASSES * BEATS * BEAT / 1e6 - 15
    play = ["play from=0", f"@{stop} stop", "sync"]
    (folder / "play.txt").write_text("\n".join(play) + "\n")
    return GUEST


def check(folder):
    messages = read_recording(folder / "feel.rec")
    log = read_log(folder, "play")
    pairs, differences = match(stopped(score(), stop_time(log)), messages)
    yield "delays, swing and odds lose and double nothing", differences
    yield "delays, swing and odds are in order", out_of_order(pairs)
    yield "delays, swing and odds leave nothing sounding", unbalanced(messages)
    onsets = Onsets(pairs, anchor(log))
    yield "#", str(onsets)
    yield "late, early and swung onsets are on time", onsets.beyond()
