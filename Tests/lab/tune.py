"""MIDI files to measure players with."""

from pathlib import Path

import mido

from score import TEMPO

PPQ = 1_200
SIXTEENTH = PPQ // 4
SWING = 57
"""Percent of a pair of sixteenths after which the second one comes."""
GATE = 250
US_PER_BEAT = mido.bpm2tempo(TEMPO)
BEAT_NS = US_PER_BEAT * 1000


def straight(tick: int) -> int:
    """Where something sounds without swing."""
    return tick


def swung(tick: int) -> int:
    """Where what is written at a tick sounds under the swing; in this file's ticks exactly."""
    start, offset = tick // (2 * SIXTEENTH) * 2 * SIXTEENTH, tick % (2 * SIXTEENTH)
    middle = 2 * SIXTEENTH * SWING // 100
    if offset <= SIXTEENTH:
        return start + offset * middle // SIXTEENTH
    return start + middle + (offset - SIXTEENTH) * (2 * SIXTEENTH - middle) // SIXTEENTH


def write(
        path: Path, tracks: list[list[tuple[int, int, int]]], place, has_tempo: bool = True) -> None:
    """Writes tracks of notes: step, channel from 1, pitch; each edge where `place` puts it."""
    file = mido.MidiFile(ticks_per_beat=PPQ)
    if has_tempo:
        file.tracks.append(mido.MidiTrack([mido.MetaMessage("set_tempo", tempo=US_PER_BEAT)]))
    for notes in tracks:
        messages = []
        for step, channel, pitch in notes:
            start = step * SIXTEENTH
            messages.append((place(start), "note_on", channel, pitch, 90))
            messages.append((place(start + GATE), "note_off", channel, pitch, 64))
        track, now = mido.MidiTrack(), 0
        for tick, kind, channel, pitch, velocity in sorted(messages):
            track.append(mido.Message(
                kind, channel=channel - 1, note=pitch, velocity=velocity, time=tick - now))
            now = tick
        file.tracks.append(track)
    file.save(path)


def length(seconds: float) -> int:
    """The whole beats of a tune of so many seconds."""
    return int(seconds * 1e9 / BEAT_NS)


def write_tune(path: Path, seconds: float, place=swung) -> None:
    """A melody, a bass, chords and drums of so many seconds."""
    steps = range(length(seconds) * 4)
    write(path, [
        [(step, 1, 60 + step * 7 % 12) for step in steps],
        [(step, 2, 36 + step * 5 % 7) for step in steps[::2]],
        [(step, 3, pitch) for step in steps[::4] for pitch in (52, 55, 59)],
        [(step, 10, pitch) for step in steps for pitch in ([36, 42] if step % 4 == 0 else [42])],
    ], place)


def write_notes(path: Path, count: int) -> None:
    """So many notes on eight channels, and no tempo."""
    write(path, [
        [(step, channel, 30 + step % 60) for step in range(count // 8)] for channel in range(1, 9)
    ], straight, has_tempo=False)
