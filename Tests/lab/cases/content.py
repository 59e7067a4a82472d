"""A ramp, a pedal, a program, sysex, a looping clip and a label are looped for three passes.

The recording is the closed form, message by message; the labels tell the exact moments.
"""

import json

from recording import anchor, read_log, stop_time, summary, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note, stopped
from timing import Late, Loss, Onsets, match

LOOP, STOP_AT = 8, 20.55
LOOKS = 96
"""How often in a beat a ramp is looked at."""
BOUND = 1.0
"""Milliseconds from its place in which a message must arrive."""

CLIP_AT = 4
CLIP = [(0, 0.5, 60), (0.5, 0.25, 64)]  # offset, length, pitch: one beat, over and over
LABEL_AT, LABEL_END = 1, 3
EXCLUSIVES = {2: 6, 3: 4_104}
"""How many bytes of sysex stand at a beat where no note is; no more are allowed."""
OWN, OTHER = 4, 40
"""The programs of the row and of the cell, as on the wire."""

PHRASE = {"method": "cells.add", "params": {
    "row": "keys", "position": CLIP_AT, "duration": 4, "loop": 1,
    "clip": {"notes": [
        {"offset": offset, "duration": length, "pitch": pitch, "velocity": 90}
        for offset, length, pitch in CLIP]}}}

BUILD = f"""
tempo {TEMPO}
snap off
row keys channel=1 voices=poly program={OWN + 1}
row lights
add keys 0 4 control=cutoff value=0 to=100
{json.dumps(PHRASE)}
add keys {CLIP_AT} 2 control=sustain value=127
add keys {CLIP_AT} 1 program={OTHER + 1}
add lights {LABEL_AT} {LABEL_END - LABEL_AT} label=red
loop 0 {LOOP}
"""
BUILD += "".join(
    f'add keys {beat} 1 sysex="F0 {"7D " * (size - 2)}F7"\n' for beat, size in EXCLUSIVES.items())

GUEST = """
start_daemon content.db
connect_out
perform build
playhead --socket "$SOCKET" --json subscribe cells > labels.log &
record content
perform play
stop_recording
stop_daemon
"""


def prepare(folder):
    (folder / "build.txt").write_text(BUILD.strip() + "\nsync\n")
    (folder / "play.txt").write_text(f"play\n@{STOP_AT * BEAT / 1e6} stop\nsync\n")
    return GUEST


def ramp():
    """Where the ramp changes, in beats, and its values."""
    values = [(0.0, 0)]
    for look in range(1, 4 * LOOKS):
        value = (100 * look + 2 * LOOKS) // (4 * LOOKS)
        if value != values[-1][1]:
            values.append((look / LOOKS, value))
    return values


def settings(stop):
    """All but the notes until a stop in nanoseconds: beats since play, status and data, in the
    order in which they come."""
    expected = [(0, 0xC0, OWN, 0)]
    for begin in range(0, int(STOP_AT), LOOP):
        if begin:
            expected += [(begin, 0xC0, OWN, 0), (begin, 0xB0, 64, 0)]
        values = [(begin + at, 0xB0, 74, value) for at, value in ramp()]
        exclusives = [
            (begin + beat, 0xF0, *divmod(size, 128)) for beat, size in EXCLUSIVES.items()
            if begin + beat < STOP_AT]
        changes = [(begin + CLIP_AT, 0xC0, OTHER, 0), (begin + CLIP_AT, 0xB0, 64, 127)]
        expected += sorted([*values, *exclusives, *changes], key=lambda event: event[0])
    return [*expected, (stop / BEAT, 0xB0, 64, 0)]


def score():
    """The notes of the clip in all passes."""
    events = []
    for begin in range(0, int(STOP_AT), LOOP):
        for beat in range(CLIP_AT, LOOP):
            for offset, length, pitch in CLIP:
                start = (begin + beat + offset) * BEAT
                events += note(start, start + length * BEAT, 1, pitch, 90)
    return events


def check(folder):
    log = read_log(folder, "play")
    zero, stop = anchor(log), stop_time(log)
    messages = read_recording(folder / "content.rec")
    yield "leaves nothing sounding", unbalanced(messages)
    pairs, differences = match(stopped(score(), stop), messages)
    yield "a clip loops in its cell", differences
    onsets = Onsets([pair for pair in pairs if pair.event.is_on], zero)
    yield "#", str(onsets)
    yield "is on time", onsets.beyond()
    others = [message for message in messages if not message.is_on and not message.is_off]
    got = [(message.status, message.data1, message.data2) for message in others]
    want = [event[1:] for event in settings(stop)]
    yield "ramps, programs, pedal and sysex come once and in order", different(want, got)
    late = [
        (message.time - zero - event[0] * BEAT) / 1e6
        for event, message in zip(settings(stop), others)
    ]
    yield "#", f"{len(late)} settings, at most {max(map(abs, late[1:])):.2f} ms from their places"
    yield f"settings are within {BOUND:.0f} ms of their places", Late.of([
        f"{value:+.2f} ms" for value in late[1:] if abs(value) > BOUND])
    yield "a setting precedes the note of its tick", misplaced(messages)
    yield "a label tells its exact moments", differing_labels(folder, zero)


def different(want, got):
    """Says where two lists differ first; what is only missing is a loss."""
    rest = iter(want)
    if len(got) < len(want) and all(message in rest for message in got):
        return Loss(f"{len(got)} messages instead of {len(want)}")
    for index, (a, b) in enumerate(zip(want, got)):
        if a != b:
            return f"message {index} is {b} instead of {a}"
    return None if len(want) == len(got) else f"{len(got)} messages instead of {len(want)}"


def misplaced(messages):
    """Says where the program of the clip's start comes after its first note."""
    return summary([
        f"at {message.time}" for before, message in zip(messages, messages[1:])
        if before.is_on and message.status & 0xF0 == 0xC0 and message.data1 == OTHER
    ])


def differing_labels(folder, zero):
    """Says where the label's events differ from the closed form, to the microsecond."""
    lines = map(json.loads, (folder / "labels.log").read_text().splitlines())
    events = [(line["method"], line["params"]["time"]) for line in lines if "method" in line]
    want = [
        (name, zero + (begin + at) * BEAT)
        for begin in range(0, int(STOP_AT), LOOP)
        for name, at in (("cell.started", LABEL_AT), ("cell.ended", LABEL_END))
    ]
    if [name for name, _ in events] != [name for name, _ in want]:
        return f"{[name for name, _ in events]}"
    return summary([
        f"{name} {time - ideal:+.0f} ns" for (name, time), (_, ideal) in zip(events, want)
        if abs(time - ideal) > 1_000
    ])
