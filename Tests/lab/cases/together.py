"""What waits for one bar happens there as one: mutes, another chord, another tempo and a go.

Eight rows play eighths until the bar, and none after. A pad plays on in the section that is gone to,
with the chord that it was given there, at the tempo that it was given there.
"""

import json

from recording import anchor, read_log, unbalanced
from recording import read as read_recording
from score import note
from timing import Onsets, match

MUTED, PAD = 8, 10
BEFORE, AFTER = 133.7, 171.3
"""Tempos."""
BOUND = 100.0
"""Microseconds from the bar to the first onset after it."""
WISHES = [f"mute r{row} when=bar" for row in range(MUTED)] + [
    "set pad@3:1 chord=Fmaj7 when=bar", f"tempo {AFTER} when=bar", "go Chorus when=bar"]
CHORDS = {1: [62, 65, 69, 72], 2: [62, 65, 67, 71], 3: [65, 69, 72, 76]}
"""What the pad plays in each bar: Dm7, G7 led from it, and Fmaj7 in place of Cmaj7."""

GUEST = """
start_daemon together.db
connect_out
perform build
playhead --socket "$SOCKET" --json subscribe pending > events.log &
SUBSCRIBER=$!
record together
perform play
stop_recording
kill "$SUBSCRIBER"
stop_daemon
"""


def bar(tempo):
    """Nanoseconds."""
    return 4 * 60e9 / tempo


def prepare(folder):
    rows = [f"row r{row} channel={row + 1}" for row in range(MUTED)]
    patterns = [f"pattern r{row} {40 + row} step=1/8 times=32 gate=50" for row in range(MUTED)]
    (folder / "build.txt").write_text("\n".join([
        f"tempo {BEFORE}", *rows, *patterns, f"row pad channel={PAD} voices=poly",
        'chords pad "Dm7 | G7 | Cmaj7 | Am7" at=1:1', "section Verse 1:1 3:1",
        "section Chorus 3:1 5:1", "loop Verse", "sync", ""]))
    # Half a bar before the second bar line.
    asked = 1.5 * bar(BEFORE) / 1e6
    wishes = [f"@{asked + number:.3f} {wish}" for number, wish in enumerate(WISHES)]
    end = (2 * bar(BEFORE) + bar(AFTER) / 2) / 1e6
    (folder / "play.txt").write_text("\n".join(["play", *wishes, f"@{end:.3f} stop", "sync", ""]))
    return GUEST


def score(end):
    events, line = [], 2 * bar(BEFORE)
    for row in range(MUTED):
        for number in range(16):
            start = number * bar(BEFORE) / 8
            events += note(start, start + bar(BEFORE) / 16, row + 1, 40 + row, 90)
    for number, pitches in CHORDS.items():
        start = (number - 1) * bar(BEFORE)
        for pitch in pitches:
            events += note(start, end if start == line else start + bar(BEFORE), PAD, pitch, 100)
    return events


def check(folder):
    log = read_log(folder, "play")
    lines = (folder / "events.log").read_text().splitlines()
    events = [json.loads(line).get("params", {}) for line in lines]
    done = [event for event in events if event.get("state") == "done"]
    yield f"each of {len(WISHES)} is done", None if len(done) == len(WISHES) else f"{len(done)}"
    commits = {event["result"].get("commit", event["time"]) for event in done}
    yield "they are one commit point", None if len(commits) == 1 else f"{sorted(commits)}"
    line = anchor(log) + 2 * bar(BEFORE)
    yield "it is the bar line", None if all(abs(at - line) < 1e3 for at in commits) else (
        f"{[at - line for at in commits]} ns from it")
    messages = read_recording(folder / "together.rec")
    notes = [message for message in messages if message.is_on or message.is_off]
    stop = next(reply.result["commit"] for reply in log if reply.request.endswith("stop"))
    pairs, why = match(score(stop - anchor(log)), notes)
    yield "what is heard is the old until the bar and the new from there", why
    yield "no note hangs", unbalanced(notes)
    onsets = Onsets([pair for pair in pairs if pair.event.is_on], anchor(log))
    yield "#", f"{onsets}"
    error = onsets.at(2 * bar(BEFORE))
    yield "#", f"the first onset after it: {error:.0f} µs from the bar"
    yield "the first onset after it is on the bar", (
        None if abs(error) <= BOUND else f"{error:.0f} µs from it")
