"""Two hundred wraps of loops from the shortest to two beats: each pass is the closed form."""

from fractions import Fraction

from recording import read_log, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note, stopped
from timing import Onsets, match, out_of_order

PASSES = 11
"""Of each loop, so that it wraps ten times."""
LENGTHS = [Fraction(1, 32) * step for step in (
    1, Fraction(9, 8), Fraction(4, 3), Fraction(3, 2), Fraction(5, 3), 2, Fraction(17, 8),
    Fraction(8, 3), 3, Fraction(7, 2), 4, 5, Fraction(16, 3), 7, 8, Fraction(32, 3), 16,
    Fraction(64, 3), 32, 64)]
"""Of the loops, in beats; some end where no grid of the kernel's is, and no sixteenth."""
GATE = Fraction(9, 10)

GUEST = """
start_daemon wraps.db
connect_out
perform build
record wraps
perform play
stop_recording
stop_daemon
"""


def cells(length):
    """The cells of a loop: position, duration and pitch, a sixteenth apart or the loop long."""
    count = max(1, int(length * 4))
    step = length / count
    return [(step * index, step * GATE, 60 + index) for index in range(count)]


def prepare(folder):
    build = [f"tempo {TEMPO}", "snap off"]
    play = []
    for number, length in enumerate(LENGTHS):
        build.append(f"row r{number} channel={number % 16 + 1} voices=poly")
        build += [f"add r{number} {float(position):.9f} {float(duration):.9f} {pitch} vel=90"
                  for position, duration, pitch in cells(length)]
        end = float(length * PASSES - length / 20) * BEAT / 1e6
        play += ["unsolo", f"solo r{number}", f"loop 0 {float(length):.9f}", "play from=0",
                 f"@{end:.3f} stop", "sync"]
    (folder / "build.txt").write_text("\n".join([*build, "sync"]) + "\n")
    (folder / "play.txt").write_text("\n".join(play) + "\n")
    return GUEST


def score(log):
    """Every note of every pass of every loop, in nanoseconds after the first play."""
    plays = [reply.result["commit"] for reply in log if reply.request.startswith("play")]
    stops = [reply.result["commit"] for reply in log if reply.request.endswith("stop")]
    events = []
    for number, (length, start, stop) in enumerate(zip(LENGTHS, plays, stops)):
        passed = [
            event
            for turn in range(PASSES + 1)
            for position, duration, pitch in cells(length)
            for event in note(
                float(turn * length + position) * BEAT,
                float(turn * length + position + duration) * BEAT, number % 16 + 1, pitch, 90)]
        events += [event._replace(time=event.time + start - plays[0])
                   for event in stopped(passed, stop - start)]
    return events, plays[0]


def check(folder):
    log = read_log(folder, "play")
    expected, start = score(log)
    messages = read_recording(folder / "wraps.rec")
    pairs, differences = match(expected, messages)
    yield "two hundred wraps lose and double nothing", differences
    yield "two hundred wraps are in order", out_of_order(pairs)
    yield "two hundred wraps leave nothing sounding", unbalanced(messages)
    onsets = Onsets(pairs, start)
    yield "#", str(onsets)
    yield "the onsets of short loops are on time", onsets.beyond()
