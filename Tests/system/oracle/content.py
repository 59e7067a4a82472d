"""What cells hold besides notes and labels: clips, controls, programs and system exclusives."""

from collections.abc import Callable
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from oracle.beats import BEAT, LAST, beats

# Offset, duration, pitch, velocity and release of a note in a clip.
Note = tuple[int, int, int, int, int]
# Offset, what is moved, and its value.
Change = tuple[int, str, int]

SHORTEST_LOOP = BEAT // 32
NAMES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]


class Unusable(Exception):
    """Content that there cannot be."""


class Content(NamedTuple):
    # "clip", "control", or "plain" for what has no time of its own: programs, system exclusives.
    kind: str
    notes: tuple[Note, ...] = ()
    changes: tuple[Change, ...] = ()
    loop: int | None = None
    target: str = ""
    value: int = 0
    # The value that a ramp reaches, and how long that takes; none without a ramp.
    to: int | None = None
    over: int = 0
    # As requests and replies have it.
    plain: tuple[tuple[str, Any], ...] = ()

    @property
    def has_time(self) -> bool:
        """Whether it can be shifted inside its cell."""
        return self.kind == "clip" or self.to is not None

    @property
    def pitches(self) -> set[int]:
        return {pitch for _, _, pitch, _, _ in self.notes}

    def shown(self) -> dict[str, Any]:
        if self.kind == "plain":
            return dict(self.plain)
        if self.kind == "control":
            shown: dict[str, Any] = {"control": self.target, "value": self.value}
            return shown if self.to is None else shown | {"to": self.to, "over": beats(self.over)}
        clip: dict[str, Any] = {}
        if self.notes:
            clip["notes"] = [shown_note(note) for note in self.notes]
        if self.changes:
            clip["values"] = [
                {"offset": beats(offset), "control": target, "value": value}
                for offset, target, value in self.changes]
        return {"clip": clip} | ({} if self.loop is None else {"loop": beats(self.loop)})

    def inside(self, offset: int) -> int:
        """An offset as it is kept: within the loop, or within a song on either side."""
        if not self.has_time:
            return 0
        return offset % self.loop if self.loop else max(-LAST, min(offset, LAST))

    def looping(self, loop: int | None) -> "Content":
        if loop is not None and not SHORTEST_LOOP <= loop <= LAST:
            raise Unusable
        return self._replace(loop=loop)

    def stretched(self, factor: float) -> "Content":
        """Starts and ends go to the nearest tick, and nothing is shorter than one."""
        if self.to is not None:
            return self._replace(over=min(max(scaled(self.over, factor), 1), LAST))
        notes = []
        for offset, duration, *rest in self.notes:
            start, end = scaled(offset, factor), scaled(offset + duration, factor)
            notes.append((start, max(end - start, 1), *rest))
        return self._replace(
            notes=tuple(sorted(notes, key=lambda note: (note[0], note[2]))),
            changes=tuple((scaled(offset, factor), *rest) for offset, *rest in self.changes),
        ).looping(None if self.loop is None else scaled(self.loop, factor))

    def transposed(self, moved: Callable[[int], int]) -> "Content":
        """The pressure on a key goes with the key."""
        return self._replace(
            notes=tuple((a, b, moved(pitch), c, d) for a, b, pitch, c, d in self.notes),
            changes=tuple(
                (offset, moved_target(target, moved), value)
                for offset, target, value in self.changes),
            target=moved_target(self.target, moved))


def shown_note(note: Note) -> dict[str, Any]:
    offset, duration, pitch, velocity, release = note
    shown = {
        "offset": beats(offset), "duration": beats(duration), "pitch": pitch,
        "velocity": velocity}
    return shown if release == 64 else shown | {"release": release}


def scaled(length: int, factor: float) -> int:
    """A length so many times as long, halves away from zero."""
    size = floor(Fraction(abs(length) * factor) + Fraction(1, 2))
    return -size if length < 0 else size


def moved_target(target: str, moved: Callable[[int], int]) -> str:
    if not target.startswith("pressure:"):
        return target
    name = target.removeprefix("pressure:")
    pitch = moved(NAMES.index(name[:-1]) + 12 * int(name[-1]) + 12)
    return f"pressure:{NAMES[pitch % 12]}{pitch // 12 - 1}"


def read_clip(clip: dict[str, Any]) -> Content:
    """A clip as requests have it."""

    def ticks(length: float) -> int:
        return round(length * BEAT)

    notes = [
        (ticks(n["offset"]), ticks(n["duration"]), n["pitch"], n.get("velocity", 100),
         n.get("release", 64)) for n in clip.get("notes", [])]
    changes = [
        (ticks(c["offset"]), c["control"], c["value"]) for c in clip.get("values", [])]
    return Content(
        "clip", tuple(sorted(notes, key=lambda note: (note[0], note[2]))),
        tuple(sorted(changes, key=lambda change: change[0])))
