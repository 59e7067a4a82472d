"""Musical time: ticks, lengths, bars and grids."""

from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

BEAT = 8_064_000
LAST = 100_000_000 * BEAT

# The ticks of a step, or "off", or "bar".
Snap = Fraction | str


def nearest(time: Fraction | int) -> int:
    """The nearest tick, halves up."""
    return floor(time + Fraction(1, 2))


def beats(ticks: int) -> float:
    return ticks / BEAT


def read_note_value(text: str) -> Fraction | None:
    """Ticks of `1/8`, `1/8.` or `1/8t`."""
    factor = {".": Fraction(3, 2), "t": Fraction(2, 3)}.get(text[-1], Fraction(1))
    parts = text.rstrip(".t").split("/")
    if len(parts) != 2 or not all(part.isdigit() for part in parts):
        return None
    return Fraction(int(parts[0]), int(parts[1])) * 4 * BEAT * factor


def read_snap(value: int | str) -> Snap:
    """A grid as requests name it: steps per beat, a note value, `off` or `bar`."""
    if isinstance(value, int):
        return Fraction(BEAT, value)
    if value in ("off", "bar"):
        return value
    step = read_note_value(value)
    return step if step is not None else Fraction(BEAT, int(value))


class Bar(NamedTuple):
    start: int
    # Where the next one starts.
    end: int
    # As long as the meter wants it; a change of meter may cut it short.
    length: int


class Meters(NamedTuple):
    """Changes of the meter: where each begins, its text, and the length of its bars."""

    changes: tuple[tuple[int, str, int], ...] = ((0, "4/4", 4 * BEAT),)

    def setting(self, text: str, at: int) -> "Meters":
        others = [change for change in self.changes if change[0] != at]
        return Meters(tuple(sorted([*others, (at, text, bar_length(text))])))

    def bar(self, at: int) -> Bar:
        """The bar that a position lies in; bars are counted from the change before."""
        index = max(i for i, change in enumerate(self.changes) if change[0] <= at)
        begin, _, length = self.changes[index]
        start = begin + (at - begin) // length * length
        end = start + length
        if index + 1 < len(self.changes):
            end = min(end, self.changes[index + 1][0])
        return Bar(start, end, length)

    def bar_line_from(self, at: int) -> int:
        """The first bar line at or after a position."""
        bar = self.bar(at)
        return at if bar.start == at else bar.end


def bar_length(text: str) -> int:
    beats_in_bar, value = text.split("/")
    return int(beats_in_bar) * 4 * BEAT // int(value)


def step_of(snap: Snap, at: int, meters: Meters) -> Fraction | None:
    """The step of a grid at a position; none when it is off."""
    if snap == "off":
        return None
    return Fraction(meters.bar(at).length) if snap == "bar" else snap


def steps(count: int, step: Fraction) -> int:
    """The length of so many steps: rounded once, and never more than a song."""
    return max(-LAST, min(LAST, nearest(count * step)))


def whole_steps(length: int, step: Fraction) -> int:
    """How many steps fit into a length, towards zero: n steps are as long as `steps` says."""
    count = ceil(abs(length) / step) + 1
    while nearest(count * step) > abs(length):
        count -= 1
    return -count if length < 0 else count


def lines_around(at: int, snap: Snap, meters: Meters) -> tuple[int, int]:
    """The last grid line up to a position and the first after it.

    Lines are counted from the start of each bar; bar lines are always lines.
    """
    bar = meters.bar(at)
    step = step_of(snap, at, meters)
    assert step is not None
    first = floor((at - bar.start) / step) - 1
    lines = [bar.start + nearest(count * step) for count in range(max(first, 0), first + 4)]
    lines = [line for line in lines if line < bar.end] + [bar.end]
    return max(line for line in lines if line <= at), min(line for line in lines if line > at)


def nearer(at: int, lines: tuple[int, int]) -> int:
    """The nearer of the lines around a position, halves up."""
    before, after = lines
    return before if at - before < after - at else after


def snapped(at: int, snap: Snap, meters: Meters) -> int:
    """The grid line nearest to a position."""
    return at if snap == "off" else nearer(at, lines_around(at, snap, meters))


def swung_lines_around(at: int, snap: Snap, swing: int, meters: Meters) -> tuple[int, int]:
    """The lines around a position of a grid whose every second step lies later.

    Steps are paired from the start of each bar; `swing` says, in thousandths of a percent of its
    pair, where the second one lies.
    """
    bar = meters.bar(at)
    step = step_of(snap, at, meters)
    assert step is not None
    first = max(floor((at - bar.start) / step) // 2 - 1, 0)
    lines = []
    for pair in range(first, first + 3):
        lines.append(bar.start + nearest(2 * pair * step))
        lines.append(bar.start + nearest((2 * pair + Fraction(swing, 50_000)) * step))
    lines = [line for line in lines if line < bar.end] + [bar.end]
    return max(line for line in lines if line <= at), min(line for line in lines if line > at)
