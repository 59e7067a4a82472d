"""A song with its history: requests in, what must be answered out."""

from dataclasses import dataclass
from typing import Any

from oracle import form, moves, shapes
from oracle.arguments import Arguments, Parameters
from oracle.beats import beats
from oracle.resolver import Draft
from oracle.song import Cell, Range, Refused, Row, Song

Reply = dict[str, Any]
REST = ("sections", "meters", "tempos", "snap")
BATCH_WIDE = ("snap", "mode", "overlap")


@dataclass
class Step:
    """What one undo takes back: each cell before and after, and the rest of both songs."""

    cells: dict[int, tuple[Cell | None, Cell | None]]
    before: Song
    after: Song
    sources: dict[int, int]


class Session:
    """The model of a session; one client."""

    def __init__(self) -> None:
        self.song = Song()
        self.revision = 0
        self.steps: list[Step] = []
        self.done = 0

    def perform(self, method: str, parameters: Parameters) -> Reply:
        """The reply to a request; one that is refused changes nothing."""
        if method == "history.undo":
            return self.undo()
        if method == "history.redo":
            return self.redo()
        return self.edit(method, parameters)

    def edit(self, method: str, parameters: Parameters) -> Reply:
        if parameters.get("base", self.revision) != self.revision:
            raise Refused("conflict")
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
        step = Step(changed_cells(before, after), before, after, sources)
        if mode == "none" or not is_step(before, after):
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
            step = Step(cells, newest.before, after, sources)
            self.done -= 1
            if not is_step(step.before, step.after):
                return
        del self.steps[self.done:]
        self.steps.append(step)
        self.done += 1

    def undo(self) -> Reply:
        if not self.done:
            raise Refused("notAllowed", "nothing to undo")
        step = self.steps[self.done - 1]
        cells = {id: (after, before) for id, (before, after) in step.cells.items()}
        song = self._stepped(cells, step.after, step.before)
        self.done -= 1
        return self._become(song, {})

    def redo(self) -> Reply:
        if self.done == len(self.steps):
            raise Refused("notAllowed", "nothing to redo")
        step = self.steps[self.done]
        song = self._stepped(step.cells, step.before, step.after)
        self.done += 1
        return self._become(song, step.sources)

    def _stepped(
        self, cells: dict[int, tuple[Cell | None, Cell | None]], before: Song, after: Song
    ) -> Song:
        """The song with a step taken, which only cells that are as the step left them allow.

        What is no part of steps stays: mute, and a range whose end was set since.
        """
        song = self.song.copy()
        for id, (expected, wanted) in cells.items():
            if song.cells.get(id) != expected:
                raise Refused("conflict", f"cell {id}")
            song.cells.pop(id, None)
            if wanted:
                song.cells[id] = wanted
        if undoable(before.rows) != undoable(after.rows):
            mutes = {row.id: row.mute for row in [*before.rows, *self.song.rows]}
            song.rows = [
                row._replace(mute=mutes.get(row.id, row.mute)) for row in after.rows]
        ids = {row.id for row in song.rows}
        astray = {cell.id for cell in song.cells.values() if cell.row not in ids}
        if astray - cells.keys():
            raise Refused("conflict", "a row that must go is not empty")
        if astray:
            raise Refused("notFound", "a cell must come back to a row that goes")
        for name in REST:
            if getattr(before, name) != getattr(after, name):
                setattr(song, name, getattr(after, name))
        if song.range.auto != "off" and song.range.end == before.range.end:
            song.range = song.range._replace(end=after.range.end)
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
}
CHANGING = {
    "cells.move": moves.move, "cells.resize": moves.resize, "cells.quantize": moves.quantize,
    "cells.set": shapes.set_content, "cells.transpose": shapes.transpose,
    "cells.remove": shapes.remove, "rows.set": form.set_rows, "rows.remove": form.remove_rows,
    "rows.move": form.move_rows, "time.insert": form.insert_time,
    "time.remove": form.remove_time, "tempo.set": form.set_tempo, "meter.set": form.set_meter,
    "snap.set": form.set_snap, "sections.set": form.set_section,
    "sections.mark": form.set_marker,
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


def changed(before: Song, after: Song) -> bool:
    names = ("cells", "rows", *REST)
    return any(getattr(before, name) != getattr(after, name) for name in names)


def is_step(before: Song, after: Song) -> bool:
    """Whether something changed that undo takes back."""
    names = ("cells", *REST)
    return undoable(before.rows) != undoable(after.rows) or any(
        getattr(before, name) != getattr(after, name) for name in names)


def changed_cells(before: Song, after: Song) -> dict[int, tuple[Cell | None, Cell | None]]:
    changes = {}
    for id in sorted(before.cells.keys() | after.cells.keys()):
        old, new = before.cells.get(id), after.cells.get(id)
        if old != new:
            changes[id] = (old, new)
    return changes


def joined(
    first: dict[int, tuple[Cell | None, Cell | None]],
    second: dict[int, tuple[Cell | None, Cell | None]],
) -> dict[int, tuple[Cell | None, Cell | None]]:
    """What two steps make of each cell together; maybe nothing."""
    both = dict(first)
    for id, (old, new) in second.items():
        old = both[id][0] if id in both else old
        both[id] = (old, new)
    return both


def difference(before: Song, after: Song, sources: dict[int, int]) -> Reply:
    """Updates, removals and insertions, and the range where it changed."""
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
    return reply


def shown_range(range: Range) -> dict[str, Any]:
    return {"start": beats(range.start), "end": beats(range.end), "auto": range.auto}
