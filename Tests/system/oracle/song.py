"""Songs as plain lists and dictionaries, and how replies show them."""

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from oracle.beats import LAST, Meters, Snap, beats, read_snap
from oracle.content import Content
from oracle.tempo import Tempo, Tempos, pace_of


class Refused(Exception):
    """An edit that must not happen: the kind of its error, and the cells that it names."""

    def __init__(self, kind: str, why: str = "", cells: list[int] | None = None):
        super().__init__(f"{kind}: {why} {cells or ''}")
        self.kind = kind
        self.cells = cells


class Cell(NamedTuple):
    id: int
    row: int
    start: int
    end: int
    # Ascending; none for a label, and for other content.
    pitches: tuple[int, ...] = ()
    velocity: int = 100
    release: int = 64
    # In how many of a hundred passes the cell plays, and in which of so many: "4:4".
    chance: int = 100
    every: str | None = None
    chord: str | None = None
    label: str | None = None
    data: Any = None
    # What the cell holds instead of notes, and how far inside that it begins.
    content: Content | None = None
    offset: int = 0

    @property
    def order(self) -> tuple[int, int, int]:
        return (self.start, self.row, self.id)

    def piece(self, start: int, end: int) -> "Cell":
        """The part of the cell between two positions, or more than it.

        Notes and chords fill their cell: they are struck at the start of each piece. What is
        inside a clip or a ramp stays where it is in time.
        """
        return self.begun(self.offset + start - self.start)._replace(start=start, end=end)

    def begun(self, offset: int) -> "Cell":
        """The cell beginning so far inside its content, if that has a time of its own."""
        return self._replace(offset=self.content.inside(offset)) if self.content else self

    def holding(self, content: Content, offset: int = 0) -> "Cell":
        """The cell with this content instead of what it has."""
        return self._replace(pitches=(), chord=None, content=content).begun(offset)

    def shown(self) -> dict[str, Any]:
        """As lists and insertions show it."""
        shown: dict[str, Any] = self.place() | {"cell": self.id} | self.shown_content()
        if self.chance < 100:
            shown["chance"] = self.chance
        if self.every is not None:
            shown["every"] = self.every
        if self.label is not None:
            shown["label"] = self.label
        if self.data is not None:
            shown["data"] = self.data
        return shown

    def shown_content(self) -> dict[str, Any]:
        if self.content:
            offset = {"offset": beats(self.offset)} if self.offset else {}
            return self.content.shown() | offset
        shown: dict[str, Any] = {}
        if self.chord is not None:
            shown["chord"] = self.chord
        if self.pitches:
            shown |= {"notes": list(self.pitches), "velocity": self.velocity}
            if self.release != 64:
                shown["release"] = self.release
        return shown

    def place(self) -> dict[str, Any]:
        return {
            "row": self.row, "position": beats(self.start),
            "duration": beats(self.end - self.start)}

    def shown_after(self, before: "Cell") -> dict[str, Any]:
        """As updates show it: the place, what else is new, and where it was."""
        shown: dict[str, Any] = self.place() | {"cell": self.id, "was": before.place()}
        names = ["chance", "every", "label", "data"]
        if self.content or before.content:
            old, new = before.shown_content(), self.shown_content()
            # Of a control all is told when anything is new.
            is_whole = "control" in new and self.content != before.content
            shown |= {key: new[key] for key in new if is_whole or new[key] != old.get(key)}
            shown |= {key: None for key in old if key not in new}
        else:
            names += ["chord", "velocity", "release"]
            if self.pitches != before.pitches:
                shown["notes"] = list(self.pitches)
        for name in names:
            if getattr(self, name) != getattr(before, name):
                shown[name] = getattr(self, name)
        return shown


class Row(NamedTuple):
    id: int
    name: str
    voices: str = "mono"
    note: int | None = None
    level: int = 100
    # In milliseconds; negative when it is early.
    delay: float = 0
    # Of its own, in percent.
    swing: float | None = None
    mute: bool = False

    def shown(self, cells: int) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "row": self.id, "name": self.name, "voices": self.voices, "level": self.level,
            "delay": self.delay, "mute": self.mute, "cells": cells}
        own = {"note": self.note, "swing": self.swing}
        return shown | {name: value for name, value in own.items() if value is not None}


class Section(NamedTuple):
    """A marker ends where it starts."""

    name: str
    start: int
    end: int

    def shown(self) -> dict[str, Any]:
        if self.start == self.end:
            return {"name": self.name, "position": beats(self.start)}
        return {"name": self.name, "from": beats(self.start), "to": beats(self.end)}


class Swing(NamedTuple):
    amount: float = 50
    step: str = "1/8"


class Range(NamedTuple):
    start: int = 0
    end: int = 0
    auto: str = "bar"


@dataclass
class Song:
    rows: list[Row] = field(default_factory=list)
    cells: dict[int, Cell] = field(default_factory=dict)
    sections: dict[str, Section] = field(default_factory=dict)
    meters: Meters = Meters()
    tempos: Tempos = (Tempo(0, pace_of(120)),)
    snap: int | str = 4
    swing: Swing = Swing()
    seed: int = 0
    range: Range = Range()
    next_row: int = 1
    next_cell: int = 1

    def copy(self) -> "Song":
        return replace(
            self, rows=list(self.rows), cells=dict(self.cells), sections=dict(self.sections))

    def row(self, id: int) -> Row:
        for row in self.rows:
            if row.id == id:
                return row
        raise Refused("notFound", f"row {id}")

    def index(self, id: int) -> int:
        return self.rows.index(self.row(id))

    def in_row(self, id: int) -> list[Cell]:
        """The cells of a row in order."""
        return sorted(
            (cell for cell in self.cells.values() if cell.row == id), key=lambda cell: cell.order)

    @property
    def grid(self) -> Snap:
        return read_snap(self.snap)

    def followed_range(self) -> Range:
        """The range with its head where the content wants it: further on, never back."""
        end = max((cell.end for cell in self.cells.values()), default=0)
        if self.range.auto == "bar":
            end = min(self.meters.bar_line_from(end), LAST)
        if self.range.auto == "off" or end <= self.range.end:
            return self.range
        return self.range._replace(end=end)

    def listed(self) -> list[dict[str, Any]]:
        """All cells as `cells.list` shows them."""
        return [cell.shown() for cell in sorted(self.cells.values(), key=lambda cell: cell.order)]

    def outline(self) -> dict[str, Any]:
        """What `song.outline` shows of the rest."""
        counts = {row.id: 0 for row in self.rows}
        for cell in self.cells.values():
            counts[cell.row] += 1
        sections = sorted(self.sections.values(), key=lambda s: (s.start, s.end, s.name))
        return {
            "rows": [row.shown(counts[row.id]) for row in self.rows],
            "sections": [section.shown() for section in sections],
            "meters": [
                {"position": beats(at), "meter": text} for at, text, _ in self.meters.changes],
            "tempos": [tempo.shown() for tempo in self.tempos],
            "snap": str(self.snap),
            "swing": self.swing._asdict(),
            "seed": self.seed,
            "range": {
                "start": beats(self.range.start), "end": beats(self.range.end),
                "auto": self.range.auto},
        }
