"""MIDI files to measure players with."""

from pathlib import Path

import mido

from score import TEMPO

PPQ = 480
SIXTEENTH = PPQ // 4
SWING = 17
"""Ticks by which each second sixteenth is late: it comes after 57 % of its pair."""
GATE = 100
US_PER_BEAT = mido.bpm2tempo(TEMPO)
BEAT_NS = US_PER_BEAT * 1000


def start(step: int) -> int:
    """Where a sixteenth begins, in file ticks."""
    return step * SIXTEENTH + (SWING if step % 2 else 0)


def write(path: Path, tracks: list[list[tuple[int, int, int]]], has_tempo: bool = True) -> None:
    """Writes tracks of notes: step, channel from 1, pitch."""
    file = mido.MidiFile(ticks_per_beat=PPQ)
    if has_tempo:
        file.tracks.append(mido.MidiTrack([mido.MetaMessage("set_tempo", tempo=US_PER_BEAT)]))
    for notes in tracks:
        messages = []
        for step, channel, pitch in notes:
            messages.append((start(step), "note_on", channel, pitch, 90))
            messages.append((start(step) + GATE, "note_off", channel, pitch, 64))
        track, now = mido.MidiTrack(), 0
        for tick, kind, channel, pitch, velocity in sorted(messages):
            track.append(mido.Message(
                kind, channel=channel - 1, note=pitch, velocity=velocity, time=tick - now))
            now = tick
        file.tracks.append(track)
    file.save(path)


def write_tune(path: Path, seconds: float) -> None:
    """A melody, a bass, chords and drums of so many seconds."""
    steps = range(int(seconds * 1e9 / BEAT_NS * 4))
    write(path, [
        [(step, 1, 60 + step * 7 % 12) for step in steps],
        [(step, 2, 36 + step * 5 % 7) for step in steps[::2]],
        [(step, 3, pitch) for step in steps[::4] for pitch in (52, 55, 59)],
        [(step, 10, pitch) for step in steps for pitch in ([36, 42] if step % 4 == 0 else [42])],
    ])


def write_notes(path: Path, count: int) -> None:
    """So many notes on eight channels, and no tempo."""
    write(path, [
        [(step, channel, 30 + step % 60) for step in range(count // 8)] for channel in range(1, 9)
    ], has_tempo=False)
