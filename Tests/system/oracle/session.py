"""A song with its history: requests in, what must be answered out."""

from dataclasses import dataclass, replace
from typing import Any

from oracle import form, moves, shapes
from oracle.arguments import Arguments, Parameters
from oracle.beats import beats
from oracle.resolver import Draft, contend, overlap
from oracle.song import Cell, Range, Refused, Row, Song

Reply = dict[str, Any]
# Cells before and after.
Changes = dict[int, tuple[Cell | None, Cell | None]]
REST = ("sections", "meters", "tempos", "snap", "swing", "seed")
BATCH_WIDE = ("snap", "mode", "overlap")


@dataclass
class Step:
    """What one undo takes back: each cell before and after, and the rest of both songs."""

    cells: Changes
    before: Song
    after: Song
    sources: dict[int, int]
    # The revision in which it was made, or last taken back or again.
    since: int
    # From where to where its edits themselves have moved the range head.
    head: tuple[int, int]


class Session:
    """The model of a session; one client."""

    def __init__(self) -> None:
        self.song = Song()
        self.revision = 0
        self.steps: list[Step] = []
        self.done = 0
        # When an edit that is no step has last changed a cell.
        self.strays: dict[int, int] = {}

    def perform(self, method: str, parameters: Parameters) -> Reply:
        """The reply to a request; one that is refused changes nothing."""
        if method == "history.undo":
            return self.step(parameters, back=True)
        if method == "history.redo":
            return self.step(parameters, back=False)
        return self.edit(method, parameters)

    def check_base(self, parameters: Parameters) -> None:
        """Refuses what is based on another revision than this."""
        if parameters.get("base", self.revision) != self.revision:
            raise Refused("conflict")

    def edit(self, method: str, parameters: Parameters) -> Reply:
        self.check_base(parameters)
        draft, made = Draft(self.song), Reply()
        if method == "edit":
            wide = {name: parameters[name] for name in BATCH_WIDE if name in parameters}
            for number, operation in enumerate(parameters["ops"], 1):
                operate(draft, number, operation["op"], wide | operation)
        else:
            made = operate(draft, 1, method, parameters)
        before, after = self.song, draft.song
        if changed(before, after):
            after.range = after.followed_range()
        adjusted = adjustments(draft, len(parameters.get("ops", [method])))
        sources = {id: source for id in draft.sources if (source := draft.source(id))}
        reply = made | adjusted
        if parameters.get("dryRun") or not changed(before, after):
            return reply | difference(before, after, sources) | {"revision": self.revision}
        self._keep(before, after, sources, parameters.get("history", "step"))
        return reply | self._become(after, sources)

    def _become(self, song: Song, sources: dict[int, int]) -> Reply:
        before, self.song = self.song, song
        self.revision += 1
        return difference(before, song, sources) | {"revision": self.revision}

    def _keep(self, before: Song, after: Song, sources: dict[int, int], mode: str) -> None:
        """Records an edit as a step, as part of the newest, or not at all."""
        step = Step(
            changed_cells(before, after), before, after, sources, self.revision + 1,
            (before.range.end, after.range.end))
        if mode == "none" or not is_step(before, after):
            self.strays |= dict.fromkeys(step.cells, self.revision + 1)
            redo = self.steps[self.done:]
            if any(step.cells.keys() & other.cells.keys() for other in redo):
                del self.steps[self.done:]
            return
        if mode == "join" and self.done and self.done == len(self.steps):
            newest = self.steps.pop()
            cells = joined(newest.cells, step.cells)
            # What came and went in between is nothing to copy from.
            sources = {
                id: source for id, source in (sources | newest.sources).items()
                if cells.get(source) != (None, None)}
            cells = {id: change for id, change in cells.items() if change[0] != change[1]}
            # A row comes back as mute as it came, and as it went.
            step = Step(
                cells, replace(newest.before, rows=muted_as(newest.before.rows, before.rows)),
                replace(after, rows=muted_as(after.rows, newest.after.rows)), sources,
                newest.since, joined_heads(newest.head, step.head))
            self.done -= 1
            if not is_step(step.before, step.after):
                return
        del self.steps[self.done:]
        self.steps.append(step)
        self.done += 1

    def step(self, parameters: Parameters, back: bool) -> Reply:
        """Takes the newest step back, or the next one again."""
        self.check_base(parameters)
        if self.done == (0 if back else len(self.steps)):
            raise Refused("notAllowed", "nothing to undo or redo")
        step = self.steps[self.done - 1 if back else self.done]
        cells, before, after, head = step.cells, step.before, step.after, step.head
        if back:
            cells = {id: (new, old) for id, (old, new) in cells.items()}
            before, after, head = after, before, head[::-1]
        sources = {} if back else step.sources
        taken = step
        try:
            song = self._stepped(cells, before, after, head, step.since)
        except Refused:
            if not parameters.get("force"):
                raise
            song, sources, taken = self._forced(cells, back)
        if parameters.get("dryRun"):
            return difference(self.song, song, sources) | {"revision": self.revision}
        taken.since = self.revision + 1
        self.steps[self.steps.index(step)] = taken
        self.done += -1 if back else 1
        return self._become(song, sources)

    def _forced(self, cells: Changes, back: bool) -> tuple[Song, dict[int, int], Step]:
        """A step of cells taken all the same: its values win, and what they meet gives way.

        With the step that it is from then on, which takes the song back to what was found.
        """
        draft = Draft(self.song)
        for id, (_, wanted) in cells.items():
            if wanted:
                draft.song.row(wanted.row)
            else:
                draft.song.cells.pop(id, None)
        draft.place([wanted for _, wanted in cells.values() if wanted], "overwrite")
        draft.song.range = draft.song.followed_range()
        changes = changed_cells(self.song, draft.song)
        sources = {id: source for id in draft.sources if (source := draft.source(id))}
        songs = (self.song, draft.song)
        if back:
            changes = {id: (new, old) for id, (old, new) in changes.items()}
            songs = (draft.song, self.song)
        head = (songs[0].range.end, songs[1].range.end)
        return draft.song, sources, Step(changes, *songs, {} if back else sources, 0, head)

    def is_of_cells(self, back: bool) -> bool:
        """Whether the step that would be taken is one, and changes nothing but cells."""
        index = self.done - 1 if back else self.done
        if not 0 <= index < len(self.steps):
            return False
        before, after = self.steps[index].before, self.steps[index].after
        return undoable(before.rows) == undoable(after.rows) and all(
            getattr(before, name) == getattr(after, name) for name in REST)

    def _stepped(
        self, cells: Changes, before: Song, after: Song, head: tuple[int, int], since: int,
    ) -> Song:
        """The song with a step taken, which only cells that are as the step left them allow.

        What is no part of steps stays: mute, and a range head that is not where the step left it.
        No cell comes to lie over one that an edit which is no step has changed since.
        """
        song = self.song.copy()
        for id, (expected, wanted) in cells.items():
            if song.cells.get(id) != expected:
                raise Refused("conflict", f"cell {id}")
            song.cells.pop(id, None)
            if wanted:
                song.cells[id] = wanted
        if undoable(before.rows) != undoable(after.rows):
            song.rows = muted_as(after.rows, [*before.rows, *self.song.rows])
        ids = {row.id for row in song.rows}
        astray = {cell.id for cell in song.cells.values() if cell.row not in ids}
        if astray - cells.keys():
            raise Refused("conflict", "a row that must go is not empty")
        if astray:
            raise Refused("notFound", "a cell must come back to a row that goes")
        overrun = [
            other.id for other in song.cells.values()
            if self.strays.get(other.id, 0) > since and other.id not in cells
            and any(comes_over(song, *change, other) for change in cells.values())]
        if overrun:
            raise Refused("conflict", "would lie over others", sorted(overrun))
        for name in REST:
            if getattr(before, name) != getattr(after, name):
                setattr(song, name, getattr(after, name))
        if song.range.auto != "off" and song.range.end == head[0]:
            song.range = song.range._replace(end=head[1])
        song.range = song.followed_range()
        return song


def operate(draft: Draft, number: int, method: str, parameters: Parameters) -> Reply:
    """Does one operation; what it made, to stand in the reply of an edit of its own."""
    arguments = Arguments(draft, parameters)
    draft.operation = number
    if method in MAKING_CELLS:
        cells = draft.made[number] = MAKING_CELLS[method](arguments)
        return {"cell": cells[0]} if method == "cells.add" else {"cells": cells}
    if method == "rows.add":
        return {"row": form.add_row(arguments)}
    if method == "rows.duplicate":
        row, draft.made[number] = form.duplicate_row(arguments)
        return {"row": row}
    CHANGING[method](arguments)
    return {}


MAKING_CELLS = {
    "cells.add": shapes.add, "cells.split": shapes.split, "cells.join": shapes.join,
    "cells.pattern": shapes.pattern, "cells.duplicate": moves.duplicate,
    "cells.euclid": shapes.euclid,
}
CHANGING = {
    "cells.move": moves.move, "cells.resize": moves.resize, "cells.quantize": moves.quantize,
    "cells.set": shapes.set_content, "cells.transpose": shapes.transpose,
    "cells.remove": shapes.remove, "rows.set": form.set_rows, "rows.remove": form.remove_rows,
    "rows.move": form.move_rows, "time.insert": form.insert_time,
    "time.remove": form.remove_time, "tempo.set": form.set_tempo, "meter.set": form.set_meter,
    "snap.set": form.set_snap, "sections.set": form.set_section,
    "sections.mark": form.set_marker, "sections.remove": form.remove_section,
    "tempo.remove": form.remove_tempo, "swing.set": form.set_swing, "song.set": form.set_song,
}


def adjustments(draft: Draft, operations: int) -> Reply:
    """What snap and limits made of the wishes; in a batch with the numbers of its operations."""
    told = draft.adjustments
    if operations == 1:
        told = [{key: a[key] for key in a if key != "op"} for a in told]
        if len(told) == 1:
            return told[0]
    return {"adjusted": told} if told else {}


def undoable(rows: list[Row]) -> list[Row]:
    """Rows as steps see them: without mute."""
    return [row._replace(mute=False) for row in rows]


def comes_over(song: Song, before: Cell | None, after: Cell | None, other: Cell) -> bool:
    """Whether a cell overlaps another as it may not, and has not before."""
    voices = song.row(other.row).voices
    before_it, after_it = (
        bool(cell) and cell.row == other.row and overlap(cell, other)
        and contend(cell, other, voices) for cell in (before, after))
    return after_it and not before_it


def muted_as(rows: list[Row], others: list[Row]) -> list[Row]:
    """Rows as mute as the same ones among others, where they are there."""
    mutes = {row.id: row.mute for row in others}
    return [row._replace(mute=mutes.get(row.id, row.mute)) for row in rows]


def changed(before: Song, after: Song) -> bool:
    names = ("cells", "rows", *REST)
    return any(getattr(before, name) != getattr(after, name) for name in names)


def is_step(before: Song, after: Song) -> bool:
    """Whether something changed that undo takes back."""
    names = ("cells", *REST)
    return undoable(before.rows) != undoable(after.rows) or any(
        getattr(before, name) != getattr(after, name) for name in names)


def changed_cells(before: Song, after: Song) -> Changes:
    changes = {}
    for id in sorted(before.cells.keys() | after.cells.keys()):
        old, new = before.cells.get(id), after.cells.get(id)
        if old != new:
            changes[id] = (old, new)
    return changes


def joined(first: Changes, second: Changes) -> Changes:
    """What two steps make of each cell together; maybe nothing."""
    both = dict(first)
    for id, (old, new) in second.items():
        old = both[id][0] if id in both else old
        both[id] = (old, new)
    return both


def joined_heads(first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
    """From where to where two steps together move the range head, leaving out what came between."""
    moves = [(start, end) for start, end in (first, second) if start != end]
    return (moves[0][0], moves[-1][1]) if moves else first


def difference(before: Song, after: Song, sources: dict[int, int]) -> Reply:
    """Updates, removals and insertions, and the range, swing and seed where they changed."""
    reply: Reply = {"updates": [], "removals": [], "insertions": []}
    for id, (old, new) in changed_cells(before, after).items():
        if old and new:
            reply["updates"].append(new.shown_after(old))
        elif new:
            source = {"source": sources[id]} if id in sources else {}
            reply["insertions"].append(new.shown() | source)
        else:
            reply["removals"].append(id)
    if before.range != after.range:
        reply["range"] = shown_range(after.range)
    if before.swing != after.swing:
        reply["swing"] = after.swing._asdict()
    if before.seed != after.seed:
        reply["seed"] = after.seed
    return reply


def shown_range(range: Range) -> dict[str, Any]:
    return {"start": beats(range.start), "end": beats(range.end), "auto": range.auto}
