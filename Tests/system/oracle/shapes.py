"""Edits that make cells, divide them, or change what they play."""

from fractions import Fraction
from math import ceil, floor

from oracle.arguments import Arguments
from oracle.beats import BEAT, LAST, lines_around, snapped
from oracle.resolver import contend, overlap
from oracle.song import Cell, Refused


class Chords(dict[str, tuple[int, ...]]):
    """The pitches of chord symbols: the only thing that is believed, not worked out here."""


CHORDS = Chords()


def add(arguments: Arguments) -> list[int]:
    """Adds a cell: its position goes to the grid, its duration is as given."""
    draft, row = arguments.draft, arguments.row()
    asked = arguments.position("position")
    start = snapped(asked, arguments.snap, draft.song.meters)
    end = start + arguments.length("duration", asked)
    cell = Cell(0, row.id, start, end, label=arguments.get("label"), data=arguments.get("data"))
    pitches = arguments.get("notes", () if row.note is None else (row.note,))
    if "chord" in arguments:
        cell = cell._replace(chord=arguments.get("chord"))
        pitches = CHORDS[arguments.get("chord")]
    if pitches:
        cell = cell._replace(
            pitches=tuple(sorted(set(pitches))), velocity=arguments.get("velocity", 100),
            release=arguments.get("release", 64))
    elif "label" not in arguments:
        raise Refused("missing", "no pitches")
    cell = cell._replace(id=draft.new_id())
    draft.place([cell], arguments.overlap)
    arguments.adjust(asked, start)
    return [cell.id]


def set_content(arguments: Arguments) -> None:
    """Changes what cells play; new pitches contend for their place like moved cells."""
    cells, changed = arguments.cells(), []
    for cell in cells:
        if "notes" in arguments:
            pitches = tuple(sorted(set(arguments.get("notes"))))
            cell = cell._replace(pitches=pitches, chord=None)
        if "chord" in arguments:
            name = arguments.get("chord")
            cell = cell._replace(pitches=CHORDS[name], chord=name)
        for field in ("velocity", "release", "label", "data"):
            if field in arguments:
                cell = cell._replace(**{field: arguments.get(field)})
        changed.append(cell)
    if [cell.pitches for cell in cells] != [cell.pitches for cell in changed]:
        arguments.draft.place(changed, arguments.overlap)
    else:
        for cell in changed:
            arguments.draft.put(cell)


def transpose(arguments: Arguments) -> None:
    """Plays cells higher or lower; in poly rows they contend at their new pitches.

    In mono rows it makes no difference which pitch takes a place. A chord that moves is none any
    more.
    """
    contending, are_new = [], False
    for cell in arguments.cells():
        pitches = tuple(pitch + arguments.get("semitones") for pitch in cell.pitches)
        if any(not 0 <= pitch <= 127 for pitch in pitches):
            raise Refused("outOfRange")
        higher = cell
        if pitches != cell.pitches:
            higher = cell._replace(pitches=pitches, chord=None)
        if arguments.draft.song.row(cell.row).voices == "mono":
            arguments.draft.put(higher)
        else:
            contending.append(higher)
            are_new = are_new or pitches != cell.pitches
    if are_new:
        arguments.draft.place(contending, arguments.overlap)


def remove(arguments: Arguments) -> None:
    for cell in arguments.cells():
        del arguments.draft.song.cells[cell.id]


def split(arguments: Arguments) -> list[int]:
    """Cuts cells at a position or at every line of a grid: the first piece keeps the id."""
    draft = arguments.draft
    meters, at, grid = draft.song.meters, None, "off"
    if "every" in arguments:
        grid = Arguments(draft, {"snap": arguments.get("every")}).snap
        if grid == "off":
            raise Refused("outOfRange")
    else:
        asked = arguments.position("position")
        at = snapped(asked, arguments.snap, meters)
        arguments.adjust(asked, at)
    new = []
    for cell in sorted(arguments.cells(), key=lambda cell: (cell.row, cell.start, cell.id)):
        start, end = cell.start, cell.end
        while True:
            cut = lines_around(start, grid, meters)[1] if at is None else at
            if not start < cut < end:
                break
            if start == cell.start:
                draft.put(cell.piece(start, cut))
            else:
                new.append(cell.piece(start, cut))
            start = cut
        if start > cell.start:
            new.append(cell.piece(start, end))
    pieces = [draft.copy(piece) for piece in new]
    for piece in pieces:
        draft.put(piece)
    return [piece.id for piece in pieces]


def join(arguments: Arguments) -> list[int]:
    """Makes one cell of those that share row and pitches, and of what lies between them.

    Nothing else that contends may lie there. Of several cells some must be joined.
    """
    draft, cells = arguments.draft, arguments.cells()
    groups = []
    for row, pitches in sorted({(cell.row, cell.pitches) for cell in cells}):
        group = [cell for cell in cells if (cell.row, cell.pitches) == (row, pitches)]
        if len(group) > 1:
            groups.append(group)
    if not groups and len(cells) > 1:
        raise Refused("notAllowed", "nothing to join")
    groups.sort(key=lambda group: (group[0].row, group[0].start, group[0].id))
    for group in groups:
        joined = group[0].piece(group[0].start, max(cell.end for cell in group))
        voices = draft.song.row(joined.row).voices
        for other in draft.song.in_row(joined.row):
            if other not in group and overlap(joined, other) and contend(joined, other, voices):
                raise Refused("notAllowed", f"{other.id} lies between")
        for cell in group:
            del draft.song.cells[cell.id]
        draft.put(joined)
    return [group[0].id for group in groups]


def pattern(arguments: Arguments) -> list[int]:
    """Adds the cells of a pattern: steps from a position on, over and over.

    A note lasts its steps, times the gate; one that would reach into the next of its voice ends
    there: in mono rows any, in poly rows of the same pitch. What fills a length ends with it.
    """
    draft, row = arguments.draft, arguments.row()
    start = arguments.position("position") if "position" in arguments else 0
    step = arguments.length("step", 0) if "step" in arguments else BEAT // 4
    velocity, gate = arguments.get("velocity", 90), arguments.get("gate", 100)
    last = LAST
    drawn = arguments.get("pattern").replace("|", " ").replace(" ", "")
    count = len(drawn) * arguments.get("times", 1)
    if "fill" in arguments:
        last = start + arguments.length("fill", start)
        count = ceil(Fraction(last - start, step))
    if start + count * step > LAST:
        raise Refused("outOfRange")
    stress = {"x": velocity, "X": min(velocity + 25, 127), "o": max(velocity - 40, 1)}
    cells = []
    for index in range(count):
        sign, rest = drawn[index % len(drawn)], drawn[index % len(drawn) + 1:]
        if sign not in stress:
            continue
        if row.note is None:
            raise Refused("missing")
        length = 1 + len(rest) - len(rest.lstrip("_"))
        begin = start + index * step
        end = begin + max(floor(Fraction(step * length * gate, 100)), 1)
        cells.append(Cell(0, row.id, begin, min(end, last), (row.note,), stress[sign]))
    for index, cell in enumerate(cells[:-1]):
        cells[index] = cell._replace(end=min(cell.end, cells[index + 1].start))
    cells = [cell._replace(id=draft.new_id()) for cell in cells]
    draft.place(cells, arguments.overlap)
    return [cell.id for cell in cells]
