"""Edits at a steady rate of cells that sound: what a hard-pressed daemon still has to get right."""

from score import Event, note
from tune import BEAT_NS

LOAD_CHANNEL = 16
FIRST_MS, EVERY_MS = 200.0, 32.0
"""When the first cell begins, and how far from it the next."""
NEAREST_MS = 4.0
"""An edit comes at least so long before the cell begins, and takes it up to 1 ms from its place."""
DURATION_MS = 10.0
FAR_CELLS = 100
SHIFTS_MS = [0.4, -0.9, 0.9, -0.3, 0.7]


class Load:
    """Moves of cells on a row of their own: each second one of a cell that begins within 40 ms."""

    def __init__(self, rate: int, seconds: float, first_cell: int):
        self.rate = rate
        self.first_cell = first_cell
        count = int((seconds * 1e3 - FIRST_MS) / EVERY_MS) if rate else 0
        self.homes = [FIRST_MS + number * EVERY_MS for number in range(count)]
        self.places = list(self.homes)
        self.moves = []
        for number in range(int(rate * seconds)):
            self._plan(number, number * 1e3 / rate)

    def _plan(self, number: int, now: float) -> None:
        cell = max(0, -int(-(now + NEAREST_MS - FIRST_MS) // EVERY_MS))
        if number % 2:
            cell += FAR_CELLS
        if cell >= len(self.homes):
            return
        self.places[cell] = self.homes[cell] + SHIFTS_MS[number % len(SHIFTS_MS)]
        self.moves.append((now, cell, self.places[cell]))

    def build(self) -> list[str]:
        """The lines that make the row and its cells."""
        if not self.homes:
            return []
        return [f"row load channel={LOAD_CHANNEL} voices=poly solo=on swing=50"] + [
            f"add load {beats(place)} {beats(DURATION_MS)} {pitch(cell)} vel=90"
            for cell, place in enumerate(self.homes)]

    def edits(self) -> list[str]:
        """The lines that edit, each at its time; nobody waits for a reply."""
        return [f"@{now:.3f} &move {self.first_cell + cell} position={beats(place)}"
                for now, cell, place in self.moves]

    def score(self) -> list[Event]:
        """What the final song plays on the row."""
        events = []
        for cell, place in enumerate(self.places):
            events += note(
                place * 1e6, (place + DURATION_MS) * 1e6, LOAD_CHANNEL, pitch(cell), 90)
        return events

    def refusals(self, log) -> str | None:
        """Says which edits were refused or made no new revision."""
        revision = 0
        for reply in log:
            if "&move" not in reply.request:
                continue
            if "result" not in reply.body:
                return f"{reply.request}: {reply.body['error']['message']}"
            moved = bool(reply.result.get("updates"))
            if reply.result["revision"] < revision + moved:
                return f"{reply.request}: revision {reply.result['revision']} after {revision}"
            revision = reply.result["revision"]
        return None


def beats(milliseconds: float) -> str:
    """A position as it is written in a request."""
    return f"{milliseconds * 1e6 / BEAT_NS:.9f}"


def pitch(cell: int) -> int:
    return 20 + cell % 90
