"""Edits that put cells elsewhere or make them longer or shorter."""

from fractions import Fraction
from math import ceil

from oracle.arguments import Arguments, region
from oracle.beats import (
    LAST, nearer, nearest, snapped, step_of, steps, swung_lines_around, whole_steps)
from oracle.content import Unusable, scaled
from oracle.resolver import contend
from oracle.song import Cell, Refused


def move(arguments: Arguments) -> None:
    """Moves a group rigidly; its earliest cell is the anchor.

    By whole steps, those of `by` cut towards zero; in grid mode, and to a position, the anchor
    lands on the nearest line. A last part of a step is used up to reach 0; at the far end the
    group goes as many whole steps as there are.
    """
    draft, cells = arguments.draft, arguments.cells()
    if "row" in arguments:
        arguments.row()
    if not cells:
        return
    anchor, asked, delta = cells[0], 0, 0
    meters = draft.song.meters
    step = step_of(arguments.snap, anchor.start, meters)
    if "position" in arguments:
        asked = arguments.position("position")
        delta = snapped(asked, arguments.snap, meters) - anchor.start
    elif "steps" in arguments or "by" in arguments:
        asked = distance(arguments, step, anchor.start)
        delta = in_steps(asked, step)
        if arguments.is_grid:
            target = max(anchor.start + asked, 0)
            delta = snapped(target, arguments.snap, meters) - anchor.start
    clamped = None
    if anchor.start + delta < 0:
        delta, clamped = -anchor.start, anchor.id
    last = max(cells, key=lambda cell: cell.end)
    if last.end + delta > LAST:
        delta, clamped = in_steps(LAST - last.end, step), last.id
    targets, held_back = target_rows(arguments, cells)
    moved = [
        cell._replace(start=cell.start + delta, end=cell.end + delta, row=row)
        for cell, row in zip(cells, targets)]
    if moved != cells:
        draft.place(moved, arguments.overlap)
    stored = anchor.start + delta if "position" in arguments else delta
    arguments.adjust(asked, stored, clamped, held_back)


def distance(arguments: Arguments, step: Fraction | None, at: int) -> int:
    """How far the request asks to go, by so many steps or by a length."""
    if "steps" not in arguments:
        return arguments.length("by", at)
    if step is None:
        raise Refused("notAllowed", "steps without snap")
    return steps(arguments.get("steps"), step)


def in_steps(length: int, step: Fraction | None, count: int = 1) -> int:
    """So many times the whole steps in a length; the length itself without a grid."""
    return length * count if step is None else steps(whole_steps(length, step) * count, step)


def target_rows(
    arguments: Arguments, cells: list[Cell]
) -> tuple[list[int], dict[str, int] | None]:
    """The row that each cell comes to: `byRows` stops at the first and the last row.

    With how far the group was held back, by which cell and at which row, if it was.
    """
    rows = arguments.draft.song.rows
    places = [arguments.draft.song.index(cell.row) for cell in cells]
    target = arguments.draft.song.index(arguments.get("row")) if "row" in arguments else 0
    if not cells:
        return [], None
    delta, held_back = 0, None
    if "byRows" in arguments:
        asked = arguments.get("byRows")
        delta = max(-min(places), min(len(rows) - 1 - max(places), asked))
        if delta != asked:
            edge = min(places) if asked < 0 else max(places)
            held_back = {
                "asked": asked, "stored": delta, "cell": cells[places.index(edge)].id,
                "row": rows[edge + delta].id}
    if "row" in arguments:
        delta = target - places[0]
    if min(places) + delta < 0 or max(places) + delta >= len(rows):
        raise Refused("outOfRange", "no such row")
    return [rows[place + delta].id for place in places], held_back


def resize(arguments: Arguments) -> None:
    """Moves an edge of each cell by a common delta, or gives all one duration, or stretches."""
    cells = arguments.cells()
    if not cells:
        return
    if "scale" in arguments:
        stretch(arguments, cells)
    elif "duration" in arguments:
        give_duration(arguments, cells)
    else:
        grow(arguments, cells)


def with_edge(cell: Cell, edge: str, growth: int) -> Cell:
    if edge == "left":
        return cell.piece(cell.start - growth, cell.end)
    return cell.piece(cell.start, cell.end + growth)


def stretch(arguments: Arguments, cells: list[Cell]) -> None:
    """Stretches a group about its earliest start, rests included, whatever the grid.

    The factor is a floating-point number, and so is its product: the only ones in the model.
    """
    factor, start = float(arguments.get("scale")), cells[0].start
    stretched = []
    for cell in cells:
        first, last = (
            start + nearest(Fraction((time - start) * factor)) for time in (cell.start, cell.end))
        if cell.content and cell.content.has_time:
            try:
                content = cell.content.stretched(factor)
            except Unusable as unusable:
                raise Refused("outOfRange") from unusable
            cell = cell.holding(content, scaled(cell.offset, factor))
        stretched.append(cell._replace(start=first, end=max(last, first + 1)))
    if stretched != cells:
        arguments.draft.place(stretched, arguments.overlap)


def give_duration(arguments: Arguments, cells: list[Cell]) -> None:
    """Gives all cells one duration as it is asked for; a left edge stops at 0."""
    edge = arguments.get("edge", "right")
    asked = arguments.length("duration", cells[0].start)
    given, shortest, clamped = [], asked, None
    for cell in cells:
        stored = min(asked, cell.end) if edge == "left" else asked
        given.append(with_edge(cell, edge, stored - (cell.end - cell.start)))
        if stored < shortest:
            shortest, clamped = stored, cell.id
    if given != cells:
        arguments.draft.place(given, arguments.overlap)
    arguments.adjust(asked, shortest, clamped)


def grow(arguments: Arguments, cells: list[Cell]) -> None:
    """Moves one edge of each cell by whole steps, as far as all can bear.

    None becomes shorter than a step, or than it was if that is less; without a grid than a tick.
    In grid mode the edge of the anchor goes to the nearest line. What is cut short is still whole
    steps, but for a left edge that meets 0.
    """
    draft, edge, anchor = arguments.draft, arguments.get("edge", "right"), cells[0]
    meters = draft.song.meters
    step = step_of(arguments.snap, anchor.start, meters)
    sign = 1 if edge == "right" else -1
    asked = distance(arguments, step, anchor.start)
    delta = in_steps(asked, step)
    if arguments.is_grid:
        place = anchor.end if edge == "right" else anchor.start
        if step is not None:
            delta = snapped(max(place + asked, 0), arguments.snap, meters) - place
    least_step = 1 if step is None else steps(1, step)
    wanted, clamped = delta, None
    for cell in cells:
        slack = cell.end - cell.start - min(cell.end - cell.start, least_step)
        low, high = (-slack, LAST - cell.end) if edge == "right" else (-cell.start, slack)
        if not low <= delta <= high:
            delta, clamped = min(max(delta, low), high), cell.id
    if delta != wanted and not (edge == "left" and delta < 0):
        delta = in_steps(delta, step)
    if delta:
        draft.place([with_edge(cell, edge, sign * delta) for cell in cells], arguments.overlap)
    arguments.adjust(asked, delta, clamped)


def quantize(arguments: Arguments) -> None:
    """Draws starts, or both ends, towards the lines of a grid that may swing."""
    draft = arguments.draft
    step_given = Arguments(draft, {"snap": arguments.get("step")}) if "step" in arguments else None
    grid = step_given.snap if step_given else arguments.snap
    if grid == "off":
        raise Refused("notAllowed", "no grid")
    swing = round(arguments.get("swing", 50) * 1000)
    strength = arguments.get("strength", 100)

    def drawn(time: int, line: int) -> int:
        return time + nearest(Fraction((line - time) * strength, 100))

    cells, quantized = arguments.cells(), []
    for cell in cells:
        lines = swung_lines_around(cell.start, grid, swing, draft.song.meters)
        line = nearer(cell.start, lines)
        start = drawn(cell.start, line)
        end = start + cell.end - cell.start
        if arguments.get("ends"):
            last = nearer(cell.end, swung_lines_around(cell.end, grid, swing, draft.song.meters))
            if last <= line:
                last = swung_lines_around(line, grid, swing, draft.song.meters)[1]
            end = drawn(cell.end, last)
        quantized.append(cell._replace(start=start, end=end))
    if any(cell.end > LAST for cell in quantized):
        raise Refused("outOfRange")
    if quantized != cells:
        place_starts(arguments, quantized)


def place_starts(arguments: Arguments, edited: list[Cell]) -> None:
    """Places cells so that every start stays: what is longer ends where the next one starts."""
    draft = arguments.draft
    if arguments.overlap == "overwrite":
        others = draft.song.cells | {cell.id: cell for cell in edited}
        cut = []
        for cell in edited:
            voices = draft.song.row(cell.row).voices
            starts = [
                other.start for other in others.values()
                if other.row == cell.row and cell.start < other.start < cell.end
                and contend(cell, other, voices)]
            cut.append(cell.piece(cell.start, min([cell.end, *starts])))
        edited = cut
    draft.place(edited, arguments.overlap)


def duplicate(arguments: Arguments) -> list[int]:
    """Copies a group, as often as asked; the copies that are left.

    The group begins and ends with the region that names it, rests included, else with its cells.
    """
    draft, cells = arguments.draft, arguments.cells()
    targets, held_back = target_rows(arguments, cells)
    where = arguments.get("where")
    if not cells:
        return []
    start, end = cells[0].start, max(cell.end for cell in cells)
    if isinstance(where, dict) and "at" not in where and ("from" in where or "to" in where):
        low, high = region(where)
        if low < high:
            start, end = low, high if "to" in where else end
    spacing = Spacing(arguments, start, end - start)
    copies = []
    for number in range(1, arguments.get("times", 1) + 1):
        delta = spacing.displacement(number)
        if delta == 0 and targets == [cell.row for cell in cells]:
            continue
        if cells[0].start + delta < 0 or max(cell.end for cell in cells) + delta > LAST:
            raise Refused("outOfRange")
        copies += [
            cell._replace(start=cell.start + delta, end=cell.end + delta, row=row)
            for cell, row in zip(cells, targets)]
    copies.sort(key=lambda cell: (cell.row, cell.start, cell.id))
    copies = [draft.copy(cell) for cell in copies]
    draft.place(copies, arguments.overlap)
    arguments.adjust(*spacing.wish(), rows=held_back)
    return [copy.id for copy in copies if copy.id in draft.song.cells]


class Spacing:
    """How far the copies of a group lie from it."""

    def __init__(self, arguments: Arguments, start: int, length: int):
        self.arguments = arguments
        self.start = start
        self.length = length
        self.meters = arguments.draft.song.meters
        self.anchor = arguments.cells()[0].start
        self.step = step_of(arguments.snap, start, self.meters)

    def displacement(self, number: int) -> int:
        """Of one copy, counted from 1."""
        arguments = self.arguments
        if "position" in arguments:
            first = snapped(arguments.position("position"), arguments.snap, self.meters)
            return first - self.start + self.strides(number - 1)
        if "steps" not in arguments and "by" not in arguments:
            return self.strides(number)
        asked = distance(arguments, self.step, self.anchor)
        if not arguments.is_grid:
            return in_steps(asked, self.step, number)
        if self.step is not None and "steps" in arguments:
            target = self.start + steps(arguments.get("steps") * number, self.step)
        else:
            target = self.start + asked * number
        if target < 0:
            raise Refused("outOfRange")
        return snapped(target, arguments.snap, self.meters) - self.start

    def strides(self, count: int) -> int:
        """So many times the length of the group, in whole steps rounded up."""
        if self.step is None:
            return self.length * count
        whole = ceil(self.length / self.step)
        if steps(whole - 1, self.step) >= self.length:
            whole -= 1
        return steps(whole * count, self.step)

    def wish(self) -> tuple[int, int]:
        """What the first copy was asked to be, and what it is."""
        first = self.displacement(1)
        if "position" in self.arguments:
            return self.arguments.position("position"), self.start + first
        if "steps" in self.arguments or "by" in self.arguments:
            return distance(self.arguments, self.step, self.anchor), first
        return self.length, first
