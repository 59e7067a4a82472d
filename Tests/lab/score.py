"""What must sound: notes at ideal times, in closed form."""

from pathlib import Path
from typing import NamedTuple

import mido

TEMPO = 133.7
"""Beats per minute of the cases: nothing of it lies on the kernel's 1 ms grid."""

BEAT = 60e9 / TEMPO
"""Nanoseconds per beat at TEMPO."""


class Event(NamedTuple):
    """A note's beginning or end, in nanoseconds after the first tick."""

    time: float
    is_on: bool
    channel: int
    pitch: int
    velocity: int = 0


def note(start: float, end: float, channel: int, pitch: int, velocity: int) -> list[Event]:
    """A note's two events, from times in nanoseconds."""
    return [Event(start, True, channel, pitch, velocity), Event(end, False, channel, pitch)]


def stopped(events: list[Event], time: float) -> list[Event]:
    """What is left of notes, each its two events, when all stops at a moment."""
    notes = [(on, off) for on, off in zip(events[::2], events[1::2]) if on.time < time]
    return [
        event for on, off in notes for event in (on, off._replace(time=min(off.time, time)))]


def read(path: Path) -> list[Event]:
    """The notes that mido finds in a MIDI file, in order, timed by its tempo events."""
    file = mido.MidiFile(path)
    events, time, tempo = [], 0.0, 500_000
    for message in mido.merge_tracks(file.tracks):
        time += message.time * tempo * 1000 / file.ticks_per_beat
        if message.type == "set_tempo":
            tempo = message.tempo
        elif message.type in ("note_on", "note_off"):
            is_on = message.type == "note_on" and message.velocity > 0
            velocity = message.velocity if is_on else 0
            events.append(Event(time, is_on, message.channel + 1, message.note, velocity))
    return events


def overlaps(events: list[Event]) -> int:
    """How often a pitch is struck while it sounds, or ends where it does not, or begins and ends
    at once: what players may rightly render in several ways."""
    started, count = {}, 0
    for event in events:
        key = (event.channel, event.pitch)
        if event.is_on:
            count += key in started
            started[key] = event.time
        else:
            count += started.pop(key, event.time) == event.time
    return count + len(started)
