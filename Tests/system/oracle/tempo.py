"""How fast the song goes: changes of tempo and ramps, and the time they take."""

from fractions import Fraction
from typing import Any, NamedTuple

from oracle.beats import BEAT, beats, nearest

PICOSECONDS = 10**12


class Tempo(NamedTuple):
    """From a place on: so many picoseconds a beat, or gliding to others over a length."""

    at: int
    pace: int
    to: int | None = None
    over: int = 0

    def after(self, ticks: int) -> int:
        """The pace so long after the place."""
        if self.to is None:
            return self.pace
        if ticks >= self.over:
            return self.to
        return self.pace + nearest(Fraction((self.to - self.pace) * ticks, self.over))

    def lasting(self, ticks: int) -> Fraction:
        """The picoseconds that pass until so long after the place."""
        to = self.pace if self.to is None else self.to
        gliding = min(ticks, self.over)
        time = Fraction(self.pace * gliding)
        if self.over:
            time += Fraction((to - self.pace) * gliding**2, 2 * self.over)
        return (time + to * (ticks - gliding)) / BEAT

    def shown(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"position": beats(self.at), "picoseconds": self.pace}
        return shown if self.to is None else shown | {"to": self.to, "over": beats(self.over)}


Tempos = tuple[Tempo, ...]


def pace_of(bpm: float) -> int:
    return nearest(60 * PICOSECONDS / Fraction(str(bpm)))


def pace_at(tempos: Tempos, at: int) -> int:
    tempo = max(tempo for tempo in tempos if tempo.at <= at)
    return tempo.after(at - tempo.at)


def setting(tempos: Tempos, at: int, pace: int, over: int) -> Tempos:
    """With another tempo from a place on; a ramp replaces what it passes over, not its end."""
    before = pace_at(tempos, at)
    # A ramp that leads nowhere is none.
    new = Tempo(at, before, pace, over) if over and before != pace else Tempo(at, pace)
    others = [tempo for tempo in tempos if not at <= tempo.at < at + max(over, 1)]
    return tuple(sorted([*others, new]))


def time_at(tempos: Tempos, at: int) -> Fraction:
    """The picoseconds from the start of the song to a place."""
    time = Fraction(0)
    for tempo, end in zip(tempos, [*(tempo.at for tempo in tempos[1:]), at]):
        time += tempo.lasting(max(min(end, at) - tempo.at, 0))
    return time
