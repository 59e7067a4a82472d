"""Chord symbols that go elsewhere."""

import re

WHITE = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
FLAT = ["C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"]
SHARP = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
MAJOR = ["C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"]
MINOR = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B"]


def moved(symbol: str, semitones: int) -> str:
    """A symbol without a bass, spelled as before where it was altered, else as keys are named."""
    letter, accidentals, rest = re.fullmatch(r"([A-G])([b#]*)(.*)", symbol).groups()
    if semitones % 12 == 0:
        return symbol
    key = (WHITE[letter] + accidentals.count("#") - accidentals.count("b") + semitones) % 12
    is_minor = rest.startswith("dim") or rest.startswith("m") and not rest.startswith("maj")
    names = {"b": FLAT, "#": SHARP}.get(accidentals[:1], MINOR if is_minor else MAJOR)
    return names[key] + rest
