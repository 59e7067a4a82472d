"""Edits that make cells, divide them, or change what they play."""

from fractions import Fraction
from math import ceil, floor

from oracle import symbols
from oracle.music import degrees_up
from oracle.arguments import Arguments
from oracle.beats import BEAT, LAST, lines_around, snapped
from oracle.content import Content, Unusable, read_clip
from oracle.resolver import contend, overlap
from oracle.song import Cell, Refused


class Chords(dict[str, tuple[int, ...]]):
    """The pitches of chord symbols: the only thing that is believed, not worked out here."""


CHORDS = Chords()
# The steps of so many hits among so many, as `x` and `.`; believed as well, but for their law.
EUCLIDS: dict[tuple[int, int], str] = {}


def add(arguments: Arguments) -> list[int]:
    """Adds a cell: its position goes to the grid, its duration is as given."""
    draft, row = arguments.draft, arguments.row()
    asked = arguments.position("position")
    start = snapped(asked, arguments.snap, draft.song.meters)
    end = start + arguments.length("duration", asked)
    cell = Cell(
        0, row.id, start, end, chance=arguments.get("chance", 100), every=arguments.get("every"),
        label=arguments.get("label"), data=arguments.get("data"))
    pitches = arguments.get("notes", () if row.note is None else (row.note,))
    content = read_content(arguments, asked, end - start)
    if "chord" in arguments:
        cell = cell._replace(chord=arguments.get("chord"))
        pitches = CHORDS[arguments.get("chord")]
    if content:
        cell = cell.holding(content)
        if "loop" in arguments:
            cell = with_loop(cell, arguments, asked)
        if "offset" in arguments:
            cell = cell.begun(arguments.length("offset", asked))
    elif pitches:
        cell = cell._replace(
            pitches=tuple(sorted(set(pitches))), velocity=arguments.get("velocity", 100),
            release=arguments.get("release", 64))
    elif "label" not in arguments:
        raise Refused("missing", "no pitches")
    cell = cell._replace(id=draft.new_id())
    draft.place([cell], arguments.overlap)
    arguments.adjust(asked, start)
    return [cell.id]


def read_content(arguments: Arguments, at: int, duration: int) -> Content | None:
    """What the request wants a cell to hold that is no notes; a ramp is as long as the cell."""
    if "clip" in arguments:
        return read_clip(arguments.get("clip"))
    if "control" in arguments:
        content = Content("control", target=arguments.get("control"), value=arguments.get("value"))
        if "to" in arguments:
            over = arguments.length("over", at) if "over" in arguments else duration
            content = content._replace(to=arguments.get("to"), over=over)
        return content
    plain = [(key, arguments.get(key)) for key in ("program", "bank", "sysex") if key in arguments]
    return Content("plain", plain=tuple(plain)) if plain else None


def set_content(arguments: Arguments) -> None:
    """Changes what cells play; new content contends for its place like moved cells."""
    cells, changed = arguments.cells(), []
    first = cells[0].start if cells else 0
    for cell in cells:
        if "notes" in arguments:
            pitches = tuple(sorted(set(arguments.get("notes"))))
            cell = cell._replace(pitches=pitches, chord=None, content=None, offset=0)
        if "chord" in arguments:
            name = arguments.get("chord")
            cell = cell._replace(pitches=CHORDS[name], chord=name, content=None, offset=0)
        content = read_content(arguments, first, cell.end - cell.start)
        if content:
            cell = cell.holding(content)
        if "loop" in arguments:
            cell = with_loop(cell, arguments, first)
        if "offset" in arguments:
            if not cell.content or not cell.content.has_time:
                raise Refused("notAllowed", "no offset")
            cell = cell.begun(arguments.length("offset", first))
        for field in ("velocity", "release", "every", "label", "data"):
            if field in arguments:
                cell = cell._replace(**{field: arguments.get(field)})
        if "chance" in arguments:
            chance = arguments.get("chance")
            cell = cell._replace(chance=100 if chance is None else chance)
        changed.append(cell)
    held = [(cell.pitches, cell.content) for cell in cells]
    if held != [(cell.pitches, cell.content) for cell in changed]:
        arguments.draft.place(changed, arguments.overlap)
    else:
        for cell in changed:
            arguments.draft.put(cell)


def with_loop(cell: Cell, arguments: Arguments, at: int) -> Cell:
    """The cell with its clip looping otherwise, or not at all."""
    if not cell.content or cell.content.kind != "clip":
        raise Refused("notAllowed", "no clip")
    loop = None if arguments.get("loop") is None else arguments.length("loop", at)
    try:
        return cell._replace(content=cell.content.looping(loop)).begun(cell.offset)
    except Unusable as unusable:
        raise Refused("outOfRange") from unusable


def transpose(arguments: Arguments) -> None:
    """Plays cells higher or lower; in poly rows they contend at their new pitches.

    In mono rows it makes no difference which pitch takes a place. A chord that moves is none any
    more.
    """

    def moved(pitch: int) -> int:
        if "degrees" in arguments:
            wanted = ("degrees", "scale", "key")
            higher = degrees_up(pitch, *(arguments.get(name) for name in wanted))
        else:
            higher = pitch + arguments.get("semitones")
        if not 0 <= higher <= 127:
            raise Refused("outOfRange")
        return higher

    draft, contending = arguments.draft, []
    for cell in arguments.cells():
        pitches = tuple(sorted({moved(pitch) for pitch in cell.pitches}))
        higher = cell
        if cell.content:
            higher = cell._replace(content=cell.content.transposed(moved))
        elif pitches != cell.pitches:
            chord = cell.chord and symbols.moved(cell.chord, arguments.get("semitones"))
            higher = cell._replace(pitches=pitches, chord=chord)
        if draft.song.row(cell.row).voices == "mono":
            draft.put(higher)
        else:
            contending.append(higher)
    if any(cell != draft.song.cells[cell.id] for cell in contending):
        draft.place(contending, arguments.overlap)


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
    """Makes one cell of those that share row and content, and of what lies between them.

    Clips and ramps must go on inside where the first has come to. Nothing else that contends may
    lie between. Of several cells some must be joined.
    """
    draft, cells = arguments.draft, arguments.cells()
    groups = []
    for row, pitches, content in {(cell.row, cell.pitches, cell.content) for cell in cells}:
        group = [
            cell for cell in cells
            if (cell.row, cell.pitches, cell.content) == (row, pitches, content)]
        if len(group) > 1:
            groups.append(group)
    if not groups and len(cells) > 1:
        raise Refused("notAllowed", "nothing to join")
    groups.sort(key=lambda group: (group[0].row, group[0].start, group[0].id))
    for group in groups:
        if any(group[0].piece(cell.start, cell.end).offset != cell.offset for cell in group):
            raise Refused("notAllowed", "discontinuous")
        joined = group[0]._replace(end=max(cell.end for cell in group))
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
    drawn = arguments.get("pattern").replace("|", " ").replace(" ", "")
    return draw(arguments, drawn)


def euclid(arguments: Arguments) -> list[int]:
    """Adds hits spread over steps, all of them so many steps later by a rotation."""
    hits, steps = arguments.get("hits"), arguments.get("steps")
    if hits > steps:
        raise Refused("outOfRange")
    if arguments.row().note is None and "notes" not in arguments:
        raise Refused("missing")
    later = arguments.get("rotation", 0) % steps
    signs = EUCLIDS[hits, steps]
    return draw(arguments, signs[steps - later:] + signs[:steps - later])


def draw(arguments: Arguments, drawn: str) -> list[int]:
    """Adds a cell for each hit that is drawn, the first step on the grid, with the same pitches."""
    draft, row = arguments.draft, arguments.row()
    start = 0
    if "position" in arguments:
        asked = arguments.position("position")
        start = min(snapped(asked, arguments.snap, draft.song.meters), LAST)
        arguments.adjust(asked, start)
    step = arguments.length("step", 0) if "step" in arguments else BEAT // 4
    velocity, gate = arguments.get("velocity", 90), arguments.get("gate", 100)
    last = None
    pitches = tuple(sorted(set(arguments.get("notes", () if row.note is None else (row.note,)))))
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
        if not pitches:
            raise Refused("missing")
        length = 1 + len(rest) - len(rest.lstrip("_"))
        begin = start + index * step
        end = begin + max(floor(Fraction(step * length * gate, 100)), 1)
        cells.append(Cell(0, row.id, begin, min(end, last or end), pitches, stress[sign]))
    for index, cell in enumerate(cells[:-1]):
        cells[index] = cell._replace(end=min(cell.end, cells[index + 1].start))
    cells = [cell._replace(id=draft.new_id()) for cell in cells]
    draft.place(cells, arguments.overlap)
    return [cell.id for cell in cells]
