"""Sixteen rows play more than 20,000 events a second, evenly and then in large chords."""

import json
from itertools import chain

import mido

from recording import anchor, read_log, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note
from timing import Onsets, match, out_of_order

PPQ = 9_600
EVERY = 2
"""File ticks from note to note: 93 µs."""
GATE = 121
"""File ticks that a note sounds: longer than the next dozens take to come, and to no line."""
CHORD = 220
"""Notes that begin at once in the second half."""
ROWS = 16
LENGTH = 2 * PPQ * 2
"""File ticks of each half: four beats, 1.8 seconds."""
END_MS = 2 * LENGTH / PPQ * BEAT / 1e6

GUEST = """
cp "$OUT/throughput.mid" throughput.mid
start_daemon throughput.db
import_file "$WORK/throughput.mid"
connect_out
perform build
record throughput
perform play
stop_recording
stop_daemon
"""


def notes():
    """Each note's start in file ticks, channel and pitch; no key is struck while it sounds."""
    for number in range(LENGTH // EVERY):
        yield number * EVERY, 1 + number % ROWS, 20 + number // ROWS % 100
    for number in range(LENGTH // EVERY):
        chord, place = divmod(number, CHORD)
        yield LENGTH + chord * CHORD * EVERY, 1 + place % ROWS, 20 + place // ROWS + chord % 5 * 16


def score():
    return list(chain.from_iterable(
        note(start / PPQ * BEAT, (start + GATE) / PPQ * BEAT, channel, pitch, 90)
        for start, channel, pitch in notes()))


def track(channel):
    events = [
        event for start, own, pitch in notes() if own == channel
        for event in [(start, 1, pitch), (start + GATE, 0, pitch)]
    ]
    messages, now = mido.MidiTrack(), 0
    for tick, is_on, pitch in sorted(events):
        messages.append(mido.Message(
            "note_on" if is_on else "note_off", channel=channel - 1, note=pitch, velocity=90,
            time=tick - now))
        now = tick
    return messages


def prepare(folder):
    file = mido.MidiFile(ticks_per_beat=PPQ)
    file.tracks.append(mido.MidiTrack([
        mido.MetaMessage("set_tempo", tempo=mido.bpm2tempo(TEMPO))]))
    file.tracks += [track(channel) for channel in range(1, ROWS + 1)]
    file.save(folder / "throughput.mid")
    (folder / "build.txt").write_text("loop off\nsync\n")
    (folder / "play.txt").write_text(f"play from=0\n@{END_MS + 200} status\nstop\nsync\n")
    return GUEST


def check(folder):
    messages = read_recording(folder / "throughput.rec")
    pairs, differences = match(score(), messages)
    log = read_log(folder, "play")
    health = next(reply.result["health"] for reply in log if "status" in reply.request)
    rate = len(score()) / END_MS * 1e3
    yield "#", f"{rate:.0f} events a second; {json.dumps(health)}"
    yield "20,000 events a second: none lost, none doubled", differences
    yield "20,000 events a second: each key's on and off in turn", unbalanced(messages)
    yield "20,000 events a second: in order", out_of_order(pairs)
    onsets = Onsets(pairs, anchor(log))
    yield "#", str(onsets)
    yield "20,000 events a second: on time", onsets.beyond()
