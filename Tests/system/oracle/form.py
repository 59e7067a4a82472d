"""Edits of rows, of time itself, and of the maps."""

from collections.abc import Callable

from oracle.arguments import Arguments
from oracle.beats import LAST, Meters, snapped
from oracle.song import Refused, Row, Section
from oracle.tempo import pace_of, setting


def add_row(arguments: Arguments) -> int:
    song = arguments.draft.song
    row = with_settings(Row(song.next_row, ""), arguments)
    index = arguments.get("index", len(song.rows))
    if index > len(song.rows):
        raise Refused("outOfRange", "index")
    check_name(arguments, row)
    song.rows.insert(index, row)
    song.next_row += 1
    return row.id


def with_settings(row: Row, arguments: Arguments) -> Row:
    given = {name: arguments.get(name) for name in Row._fields[1:] if name in arguments}
    if given.get("mute") == "toggle":
        given["mute"] = not row.mute
    return row._replace(**given)


def check_name(arguments: Arguments, row: Row) -> None:
    for other in arguments.draft.song.rows:
        if other.name == row.name and other.id != row.id:
            raise Refused("notAllowed", "name taken")


def set_rows(arguments: Arguments) -> None:
    song = arguments.draft.song
    for row in arguments.rows():
        changed = with_settings(row, arguments)
        check_name(arguments, changed)
        song.rows[song.rows.index(row)] = changed


def remove_rows(arguments: Arguments) -> None:
    song = arguments.draft.song
    for row in arguments.rows():
        song.rows.remove(row)
        for cell in song.in_row(row.id):
            del song.cells[cell.id]


def move_rows(arguments: Arguments) -> None:
    """Puts rows next to each other, the first at an index among those that stay."""
    song, moved = arguments.draft.song, arguments.rows()
    others = [row for row in song.rows if row not in moved]
    index = arguments.get("index")
    if index > len(others):
        raise Refused("outOfRange", "index")
    song.rows = others[:index] + moved + others[index:]


def duplicate_row(arguments: Arguments) -> tuple[int, list[int]]:
    """Adds a row like another, below it unless an index is given; overlaps stay."""
    draft, row = arguments.draft, arguments.row()
    song = draft.song
    index = arguments.get("index", song.index(row.id) + 1)
    if index > len(song.rows):
        raise Refused("outOfRange", "index")
    new = row._replace(id=song.next_row, name=arguments.get("name"))
    check_name(arguments, new)
    song.rows.insert(index, new)
    song.next_row += 1
    copies = [draft.copy(cell)._replace(row=new.id) for cell in song.in_row(row.id)]
    for copy in copies:
        draft.put(copy)
    return new.id, [copy.id for copy in copies]


def insert_time(arguments: Arguments) -> None:
    """Opens a gap: what lies across the place is cut there, and all that follows moves later."""
    draft, song = arguments.draft, arguments.draft.song
    place, length = place_and_length(arguments)
    rows = arguments.rows() if "rows" in arguments else song.rows
    ids = {row.id for row in rows}
    for cell in sorted(song.cells.values(), key=lambda cell: cell.order):
        if cell.row not in ids or cell.end <= place:
            continue
        if cell.end + length > LAST:
            raise Refused("outOfRange")
        if cell.start < place:
            draft.put(cell.piece(cell.start, place))
            cell = draft.put_piece(cell, place, cell.end)
        draft.put(cell._replace(start=cell.start + length, end=cell.end + length))
    if "rows" in arguments:
        return

    def later(time: int) -> int:
        return time if time < place else time + length

    for section in list(song.sections.values()):
        start, end = later(section.start), later(section.end)
        if section.start < section.end == place:
            end = place
        if end > LAST:
            raise Refused("outOfRange")
        song.sections[section.name] = Section(section.name, start, end)
    move_maps(arguments, lambda time: later(time) if time else 0)


def remove_time(arguments: Arguments) -> None:
    """Takes a stretch out: what lies inside goes, and all that follows moves up."""
    draft, song = arguments.draft, arguments.draft.song
    place, length = place_and_length(arguments)
    rows = arguments.rows() if "rows" in arguments else song.rows
    ids = {row.id for row in rows}

    def closed(time: int) -> int:
        return time if time <= place else max(place, time - length)

    for cell in sorted(song.cells.values(), key=lambda cell: cell.order):
        if cell.row not in ids or cell.end <= place:
            continue
        del song.cells[cell.id]
        start, end = closed(cell.start), closed(cell.end)
        if start >= end:
            continue
        if not cell.content or not cell.content.has_time or cell.end <= place + length:
            draft.put(cell._replace(start=start, end=end))
            continue
        # A clip or a ramp across the stretch is two: what it did meanwhile is gone.
        rest = cell.piece(max(cell.start, place + length), cell.end)
        if cell.start < place:
            draft.put(cell.piece(start, place))
            rest = draft.put_piece(rest, rest.start, rest.end)
        draft.put(rest._replace(start=max(start, place), end=end))
    if "rows" in arguments:
        return
    for section in list(song.sections.values()):
        start, end = closed(section.start), closed(section.end)
        song.sections[section.name] = Section(section.name, start, end)
        is_marker = section.start == section.end
        if place <= section.start < place + length if is_marker else start == end:
            del song.sections[section.name]
    move_maps(arguments, closed)


def place_and_length(arguments: Arguments) -> tuple[int, int]:
    asked = arguments.position("position")
    place = min(snapped(asked, arguments.snap, arguments.draft.song.meters), LAST)
    arguments.adjust(asked, place)
    return place, arguments.length("duration", place)


def move_maps(arguments: Arguments, moved: Callable[[int], int]) -> None:
    """Moves changes of tempo and meter; of several that meet, the last one counts."""
    song = arguments.draft.song
    tempos = {moved(tempo.at): tempo for tempo in song.tempos}
    meters = {moved(at): (text, length) for at, text, length in song.meters.changes}
    if max(*tempos, *meters) > LAST:
        raise Refused("outOfRange")
    song.tempos = tuple(tempo._replace(at=at) for at, tempo in sorted(tempos.items()))
    song.meters = Meters(tuple((at, *meter) for at, meter in sorted(meters.items())))


def set_tempo(arguments: Arguments) -> None:
    song, at = arguments.draft.song, arguments.position("position")
    over = arguments.length("over", at) if "over" in arguments else 0
    song.tempos = setting(song.tempos, at, pace_of(arguments.get("bpm")), over)


def remove_tempo(arguments: Arguments) -> None:
    """Takes a change away, or all up to a position; the first one stays."""
    song, first = arguments.draft.song, arguments.position("position")
    last = arguments.position("to") if "to" in arguments else first + 1
    if last <= first:
        raise Refused("outOfRange", "to")
    gone = [tempo for tempo in song.tempos if first <= tempo.at < last and tempo.at]
    if not gone:
        raise Refused("notFound", "no change of tempo")
    song.tempos = tuple(tempo for tempo in song.tempos if tempo not in gone)


def set_meter(arguments: Arguments) -> None:
    song = arguments.draft.song
    song.meters = song.meters.setting(arguments.get("meter"), arguments.position("position"))


def set_snap(arguments: Arguments) -> None:
    arguments.draft.song.snap = arguments.get("snap")


def set_swing(arguments: Arguments) -> None:
    """Plays off-beats late; what is not said stays."""
    song = arguments.draft.song
    song.swing = song.swing._replace(
        **{name: arguments.get(name) for name in ("amount", "step") if name in arguments})


def set_song(arguments: Arguments) -> None:
    arguments.draft.song.seed = arguments.get("seed")


def set_section(arguments: Arguments) -> None:
    """Names a stretch, or changes or renames one; edges go to the grid."""
    song, name = arguments.draft.song, arguments.get("name")
    before = song.sections.get(name)
    if before is None and not ("from" in arguments and "to" in arguments):
        raise Refused("notFound" if "rename" in arguments else "missing")
    if "from" in arguments or "to" in arguments:
        edges = {"from": before.start, "to": before.end} if before else {}
        for edge in ("from", "to"):
            if edge in arguments:
                asked = arguments.position(edge)
                edges[edge] = min(snapped(asked, arguments.snap, song.meters), LAST)
                arguments.adjust(asked, edges[edge])
        if edges["from"] >= edges["to"]:
            raise Refused("outOfRange")
        put_section(arguments, Section(name, edges["from"], edges["to"]))
    if "rename" in arguments and arguments.get("rename") != name:
        if arguments.get("rename") in song.sections:
            raise Refused("notAllowed")
        section = song.sections.pop(name)
        put_section(arguments, section._replace(name=arguments.get("rename")))


def remove_section(arguments: Arguments) -> None:
    if arguments.get("name") not in arguments.draft.song.sections:
        raise Refused("notFound")
    del arguments.draft.song.sections[arguments.get("name")]


def set_marker(arguments: Arguments) -> None:
    asked = arguments.position("position")
    at = min(snapped(asked, arguments.snap, arguments.draft.song.meters), LAST)
    arguments.adjust(asked, at)
    put_section(arguments, Section(arguments.get("name"), at, at))


def put_section(arguments: Arguments, section: Section) -> None:
    """Puts it in the place of the one of that name, which must be of the same kind."""
    sections = arguments.draft.song.sections
    before = sections.get(section.name)
    if before and (before.start == before.end) != (section.start == section.end):
        raise Refused("notAllowed")
    sections[section.name] = section
