"""The daemon is stopped for two seconds, and the wall clock is set, while a song plays."""

import json

from recording import anchor, read_log, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note
from timing import Late, Onsets, match

STEPS = 48
"""Sixteenths, in 5.4 seconds."""
GAP = 1_500_000_000
"""Nanoseconds without a note-on that only the stall can be."""
LATEST = 21_000_000
"""Nanoseconds by which a note-on may be late after a stall: later ones are left out."""

GUEST = """
start_daemon tune.db
connect_out
perform build
record stalled
perform begin
kill -STOP "$DAEMON"
sleep 2
kill -CONT "$DAEMON"
sleep 1
perform end
stop_recording
playhead --socket "$SOCKET" --json status > status.log

record stepped
perform play &
sleep 0.8
date -s "+1 hour" > /dev/null
sleep 0.4
date -s "-25 hours" > /dev/null
wait %perform || die "play failed"
stop_recording
stop_daemon
"""


def score():
    """A pad that is struck again each beat, and sixteenths over it."""
    events = []
    for beat in range(STEPS // 4):
        events += note(beat * BEAT, (beat + 1) * BEAT, 1, 48, 90)
    for step in range(STEPS):
        events += note(step * BEAT / 4, (step + 0.5) * BEAT / 4, 1, 60 + step % 12, 90)
    return events


def prepare(folder):
    build = [f"tempo {TEMPO}", "snap off", "row keys channel=1 voices=poly"]
    build += [f"add keys {beat} 1 48 vel=90" for beat in range(STEPS // 4)]
    build += [f"add keys {step / 4} 0.125 {60 + step % 12} vel=90" for step in range(STEPS)]
    (folder / "build.txt").write_text("\n".join([*build, "loop off", "sync", ""]))
    (folder / "begin.txt").write_text("play 0\n@1100 sync\n")
    (folder / "end.txt").write_text("stop\nsync\n")
    (folder / "play.txt").write_text(f"play 0\n@{STEPS / 4 * BEAT / 1e6 + 100} sync\n")
    return GUEST


def check(folder):
    messages = read_recording(folder / "stalled.rec")
    start = anchor(read_log(folder, "begin"))
    yield "a stall leaves nothing sounding", unbalanced(messages)
    ons = [message for message in messages if message.is_on]
    yield "a stall brings no burst of missed notes", burst(ons, start)
    yield "offs come first after a stall", offs_first(messages)
    health = json.loads((folder / "status.log").read_text())["result"]["health"]
    yield "status counts a stall and what it missed", None if (
        health["stalls"] >= 1 and health["missed"] > 0) else str(health)
    pairs, differences = match(score(), read_recording(folder / "stepped.rec"))
    onsets = Onsets(pairs, anchor(read_log(folder, "play")))
    yield "#", str(onsets)
    yield "a step of the wall clock loses and doubles nothing", differences
    yield "a step of the wall clock delays nothing", onsets.beyond()


def burst(ons, start):
    """Says which note-on comes later than after its own time."""
    grid = BEAT / 4
    late = [on.time for on in ons if (on.time - start + grid / 2) % grid - grid / 2 > LATEST]
    if late:
        return Late(f"late by more than {LATEST / 1e6:.0f} ms: {late}")
    gaps = [b.time - a.time for a, b in zip(ons, ons[1:])]
    return None if max(gaps) > GAP else f"there was no stall: {max(gaps) / 1e6:.0f} ms"


def offs_first(messages):
    """Whether what the stall let ring ends before the next note begins."""
    sounding = set()
    last = 0
    for message in messages:
        if message.is_on:
            if message.time - last > GAP and sounding:
                return f"{sounding} still sound at {message.time}"
            last = message.time
            sounding.add(message.data1)
        elif message.is_off:
            sounding.discard(message.data1)
    return None
