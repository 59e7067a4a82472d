"""Messages made sound by FluidSynth, and how loud that is."""

import struct
import subprocess
import wave
from array import array
from pathlib import Path

from performance import Message

SOUNDS = "/usr/share/sounds/sf2/TimGM6mb.sf2"
RATE = 22_050


def render(messages: list[Message], start: int, speed: float, tail: float, folder: Path) -> Path:
    """Renders what was played `speed` times too fast, with so many seconds more at its end.

    What comes before `start` comes at once; the sound begins there.
    """
    score, sound = folder / "played.mid", folder / "played.wav"
    score.write_bytes(midi_file(messages, start, speed, tail))
    subprocess.run(
        ["fluidsynth", "-niq", "-g", "1", "-F", sound, "-r", str(RATE), SOUNDS, score],
        check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return sound


def midi_file(messages: list[Message], start: int, speed: float, tail: float) -> bytes:
    """A MIDI file of one track whose tick is a millisecond."""
    track = bytearray(b"\0\xff\x51\x03" + (1_000_000).to_bytes(3, "big"))
    now = 0
    for message in messages:
        tick = max(now, round((message.time - start) * speed / 1e6))
        size = 2 if message.status & 0xE0 == 0xC0 else 3
        track += delta(tick - now) + bytes(message[1:])[:size]
        now = tick
    track += delta(round(tail * 1000)) + b"\xff\x2f\0"
    header = struct.pack(">4sIHHH", b"MThd", 6, 0, 1, 1000)
    return header + struct.pack(">4sI", b"MTrk", len(track)) + track


def delta(ticks: int) -> bytes:
    """A length of time as MIDI files write it: seven bits a byte, the highest first."""
    digits = [ticks & 0x7F]
    while ticks := ticks >> 7:
        digits.append(ticks & 0x7F | 0x80)
    return bytes(reversed(digits))


def levels(sound: Path, edges: list[float]) -> list[float]:
    """The loudness (RMS, 1 is full scale) between each two neighbours of these seconds."""
    with wave.open(str(sound)) as file:
        samples = array("h", file.readframes(file.getnframes()))
        channels = file.getnchannels()
    places = [round(edge * RATE) * channels for edge in edges]
    return [level(samples[begin:end]) for begin, end in zip(places, places[1:])]


def level(samples: array) -> float:
    return (sum(sample * sample for sample in samples) / max(1, len(samples))) ** 0.5 / 32_768
