"""What must hold of humanized cells, whatever their generator draws."""

from typing import Any

from oracle.arguments import Arguments, Parameters
from oracle.beats import BEAT
from oracle.resolver import Draft
from oracle.song import Cell, Song
from oracle.tempo import time_at

# Picoseconds that rounding to ticks and to nanoseconds may come to.
ROUNDING = 1_000_000


class Looseness:
    """The answers to one request to humanize cells, however their names are spelled."""

    def __init__(self, song: Song, parameters: Parameters):
        self.song = song
        self.cells = Arguments(Draft(song), parameters).cells()
        self.time = parameters.get("time", 0) * 10**9
        self.velocity = parameters.get("velocity", 0)
        self.first: dict[str, Any] | None = None

    def fault(self, result: dict[str, Any]) -> str | None:
        """What is wrong with an answer; None if nothing is."""
        if self.first not in (None, result):
            return f"{result} for the same seed as {self.first}"
        self.first = result
        ends = {
            round((cell["position"] + cell["duration"]) * BEAT)
            for cell in [*result["updates"], *result["insertions"]]}
        updates = {update["cell"]: update for update in result["updates"]}
        for cell in self.cells:
            update = updates.pop(cell.id, None)
            if update and (why := self._fault_of(cell, update, ends)):
                return f"cell {cell.id} {why}: {update}"
        touched = [update for update in updates.values() if "velocity" in update]
        return f"{touched} are not to be humanized" if touched else None

    def _fault_of(self, cell: Cell, update: dict[str, Any], ends: set[int]) -> str | None:
        start, velocity = round(update["position"] * BEAT), update.get("velocity", cell.velocity)
        strayed = abs(time_at(self.song.tempos, start) - time_at(self.song.tempos, cell.start))
        # Of two that stray to one place, one gives way to the end of the other.
        if strayed > self.time + ROUNDING and start not in ends:
            return "strays too far"
        if start < 0 or start >= self.song.range.start > cell.start:
            return "strays across a border"
        if abs(velocity - cell.velocity) > self.velocity or not 1 <= velocity <= 127:
            return "is struck too differently"
        return None
