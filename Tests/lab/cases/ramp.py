"""A ritardando, a tempo and an accelerando, looped from ramp to ramp: each onset in closed form."""

from fractions import Fraction

from recording import anchor, read_log, stop_time, unbalanced
from recording import read as read_recording
from score import TEMPO, note, stopped
from timing import Onsets, match, out_of_order

CHANGES = [  # position, beats per minute, and over how many beats it gets there
    (0, str(TEMPO), 0), (1, "91.3", 5), (6, str(TEMPO), 0), (8, "217.3", 4)]
START, END = 3, 11
"""The loop: both edges lie in a ramp."""
PASSES = 3
STOP_AT = Fraction(47, 10)
"""Where the last pass is stopped: between two notes."""
STEP, LENGTH = Fraction(1, 4), Fraction(1, 10)

GUEST = """
start_daemon ramp.db
connect_out
perform build
record ramp
perform play
stop_recording
stop_daemon
"""


def picoseconds(bpm):
    """Picoseconds per beat, to the nearest."""
    return round(60 * 10**12 / Fraction(bpm))


def time(position):
    """Nanoseconds from the start of the song to a position, exactly."""
    passed, reached = Fraction(0), picoseconds(CHANGES[0][1])
    ends = [change[0] for change in CHANGES[1:]] + [position]
    for (start, bpm, over), end in zip(CHANGES, ends):
        goal, beats = picoseconds(bpm), min(end, position) - start
        if beats <= 0:
            break
        ramp = min(beats, over)
        if over:
            passed += reached * ramp + (goal - reached) * ramp**2 / Fraction(2 * over)
        passed += goal * (beats - ramp)
        reached = goal
    return passed / 1000


def pitch(number):
    return 48 + number % 36


def score():
    """Every note of every pass; the first begins with the song."""
    events, begin = [], Fraction(0)
    for count in range(PASSES):
        first = START if count else 0
        for number in range(int(END / STEP)):
            position = number * STEP
            if position >= first:
                times = (position, min(position + LENGTH, END))
                start, stop = (float(begin + time(at) - time(first)) for at in times)
                events += note(start, stop, 1, pitch(number), 90)
        begin += time(END) - time(first)
    return events


def duration():
    """Nanoseconds from the first tick to the stop."""
    return time(END) + (PASSES - 2) * (time(END) - time(START)) + time(STOP_AT) - time(START)


def prepare(folder):
    build = ["snap off", "row lead channel=1 voices=poly"]
    build += [f"tempo {bpm} at={at}" + (f" over={over}" * (over > 0)) for at, bpm, over in CHANGES]
    build += [
        f"add lead {float(number * STEP)} {float(LENGTH)} {pitch(number)} vel=90"
        for number in range(int(END / STEP))]
    build += [f"loop {START} {END}", "sync"]
    (folder / "build.txt").write_text("\n".join(build) + "\n")
    play = ["play from=0", f"@{float(duration()) / 1e6} stop", "sync"]
    (folder / "play.txt").write_text("\n".join(play) + "\n")
    return GUEST


def check(folder):
    messages = read_recording(folder / "ramp.rec")
    log = read_log(folder, "play")
    pairs, differences = match(stopped(score(), stop_time(log)), messages)
    yield "ramps lose and double nothing", differences
    yield "ramps are in order", out_of_order(pairs)
    yield "ramps leave nothing sounding", unbalanced(messages)
    onsets = Onsets(pairs, anchor(log))
    yield "#", str(onsets)
    yield "on a ramp each onset is on time", onsets.beyond()
