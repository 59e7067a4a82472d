"""One random song, edited in the model, as lines for the product with what it must answer."""

import copy
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from oracle.composer import Composer, Request
from oracle.content import Content, read_clip
from oracle.looseness import Looseness
from oracle.resolver import contend, overlap
from oracle.session import Reply, Session
from oracle.song import Cell, Refused, Row, Song
from oracle.words import spelled

SAME_SONG = "random songs are edited as a plain model in another language edits them"
REFUSED = "an edit that is refused changes nothing"
DRY_RUN = "a dry run answers what the edit does, however its cells are named, and changes nothing"
UNDONE = "undo gives back the song that was, and redo the one that came of it"
NO_OVERLAP = "no overlap is left where the rule forbids it"
SOURCES = "every insertion names a source that is there or was"
HUMANIZED = "humanized cells stray no further than they may, and alike for like seeds"
LAWS = [SAME_SONG, REFUSED, DRY_RUN, UNDONE, NO_OVERLAP, SOURCES, HUMANIZED]

# The share of requests that are spelled in words.
WORDED = 0.25
ADJUSTMENT = ("asked", "stored", "clamped", "adjusted", "byRows")


@dataclass
class Exchange:
    """A line for the product, and what its answer must show."""

    line: str
    law: str
    expected: Any
    # What the cells of the answer must not do, where it lists them: overlap in these rows.
    rows: list[Row] | None = None


@dataclass
class Trial:
    """The requests of a song, decided by the model."""

    exchanges: list[Exchange] = field(default_factory=list)
    session: Session = field(default_factory=Session)
    edits: int = 0

    def ask(self, law: str, method: str, parameters: dict[str, Any], expected: Any) -> None:
        line = json.dumps({"method": method, "params": parameters})
        draws = random.Random(line)
        if draws.random() < WORDED:
            line = spelled(method, parameters, draws) or line
        self.exchanges.append(Exchange(line, law, expected))

    def perform(self, request: Request, checks_overlap: bool) -> None:
        """Asks for an edit, and then for the song that it made."""
        method, parameters = request
        self.edits += 1
        if method == "cells.humanize":
            return self.humanize(parameters)
        law = UNDONE if method.startswith("history") else SAME_SONG
        before = self.session.revision
        try:
            expected: Reply | Refused = self.session.perform(method, parameters)
        except Refused as refusal:
            expected, law = refusal, REFUSED
        if parameters.get("dryRun"):
            law = DRY_RUN
        self.ask(law, method, parameters, expected)
        song = self.session.song
        self.ask(law, "cells.list", {"data": True}, {
            "cells": song.listed(), "revision": self.session.revision})
        if checks_overlap:
            self.exchanges[-1].rows = list(song.rows)
        if method.startswith("cells.") and self.session.revision > before:
            return
        counts = {"undo": self.session.done, "redo": len(self.session.steps) - self.session.done}
        self.ask(law, "song.outline", {}, song.outline() | {"counts": counts})

    def humanize(self, parameters: dict[str, Any]) -> None:
        """Asks twice how cells would stray, which only the product knows."""
        try:
            self.session.check_base(parameters)
            expected: Looseness | Refused = Looseness(self.session.song, parameters)
        except Refused as refusal:
            expected = refusal
        backwards = parameters["where"]
        if isinstance(backwards, list):
            backwards = backwards[::-1]
        for where in (parameters["where"], backwards):
            self.ask(HUMANIZED, "cells.humanize", parameters | {"where": where}, expected)


def compose(seed: str) -> tuple[list[Request], bool]:
    """The requests of a random song, and whether overlaps are forbidden in it."""
    composer, session = Composer(seed), Session()
    requests = [composer.opening()]
    perform(session, requests[0])
    for _ in range(composer.random.randint(3, 9)):
        method, parameters = composer.request(session.song)
        if not method.startswith("history.") and composer.chance(0.1):
            parameters["base"] = session.revision - composer.pick([0, 0, 0, 1])
            parameters["base"] = max(parameters["base"], 0)
        if method.startswith("history."):
            if composer.chance(0.3) and session.is_of_cells(back=method == "history.undo"):
                parameters["force"] = True
            if composer.chance(0.2):
                requests.append((method, parameters | {"dryRun": True}))
        if isinstance(parameters.get("where"), list) and composer.chance(0.3):
            # The same cells, in another order, twice, and without effect.
            names = parameters["where"][::-1]
            requests.append((method, parameters | {"where": names + names[:1], "dryRun": True}))
        requests.append((method, parameters))
        if method != "cells.humanize":
            perform(session, requests[-1])
    return requests, not composer.allows


def perform(session: Session, request: Request) -> None:
    try:
        session.perform(*request)
    except Refused:
        pass


def rehearse(requests: list[Request], checks_overlap: bool) -> Trial:
    trial = Trial()
    for request in copy.deepcopy(requests):
        trial.perform(request, checks_overlap)
    return trial


def faults(trial: Trial, answers: list[dict[str, Any]]) -> Iterator[tuple[int, str, str]]:
    """Each law that an answer breaks, with the number of its exchange and why."""
    cells: dict[int, Any] = {}
    insertions: list[dict[str, Any]] = []
    for number, (exchange, answer) in enumerate(zip(trial.exchanges, answers, strict=True)):
        reason = difference(exchange.expected, answer)
        if reason:
            yield number, exchange.law, reason
        result = answer.get("result", {})
        if "cells" not in result or "revision" not in result or "insertions" in result:
            insertions = result.get("insertions", insertions)
            continue
        present = {cell["cell"]: cell for cell in result["cells"]}
        for insertion in insertions:
            # A trial's own cells are not there afterwards.
            known = cells.keys() | present.keys() | {other["cell"] for other in insertions}
            if insertion.get("source", insertion["cell"]) not in known:
                yield number, SOURCES, f"{insertion}"
        cells, insertions = present, []
        for a, b in overlapping(result["cells"], exchange.rows or []):
            yield number, NO_OVERLAP, f"{a} and {b}"


def overlapping(listed: list[dict[str, Any]], rows: list[Row]) -> Iterator[tuple[int, int]]:
    """Pairs of listed cells that overlap and may not."""
    for row in rows:
        cells = [occupied(cell) for cell in listed if cell["row"] == row.id]
        for index, a in enumerate(cells):
            for b in cells[index + 1:]:
                if b.start >= a.end - 1e-8:
                    break
                if contend(a, b, row.voices) and overlap(a, b):
                    yield a.id, b.id


def occupied(listed: dict[str, Any]) -> Cell:
    """A listed cell, as far as it says which place it takes; in beats."""
    content = None
    if "clip" in listed:
        content = read_clip(listed["clip"])
    elif "control" in listed:
        content = Content("control", target=listed["control"])
    elif "notes" not in listed and ("program" in listed or "sysex" in listed):
        content = Content("plain")
    start, end = listed["position"], listed["position"] + listed["duration"]
    return Cell(
        listed["cell"], listed["row"], start, end, tuple(listed.get("notes", ())), content=content)


def difference(expected: Any, answer: dict[str, Any]) -> str | None:
    """What is wrong with an answer; None if nothing is."""
    if isinstance(expected, Refused):
        data = answer.get("error", {}).get("data", {})
        is_same = data.get("kind") == expected.kind and expected.cells in (None, data.get("cells"))
        return None if is_same else f"{answer}: expected {expected}"
    if "result" not in answer:
        return f"{answer['error']}: expected {expected}"
    if isinstance(expected, Looseness):
        return expected.fault(answer["result"])
    result = simplified(answer["result"])
    for key in sorted(expected.keys() | (result.keys() & {"range", *ADJUSTMENT})):
        wanted, found = expected.get(key), result.get(key)
        if isinstance(wanted, dict) and isinstance(found, dict):
            found = {name: found.get(name) for name in wanted}
        if wanted != found:
            return f"{key} is {json.dumps(found)}: expected {json.dumps(wanted)}"
    return None


def simplified(result: dict[str, Any]) -> dict[str, Any]:
    """An outline with what the model knows of it; anything else as it is."""
    if "maps" in result and "counts" in result:
        maps = result["maps"]
        rows = [
            {name: row[name] for name in ("row", *Row._fields[1:], "cells") if name in row}
            for row in result["rows"]]
        tempos = [pace(event) for event in maps["tempo"]]
        return result | {"rows": rows, "meters": maps["meter"], "tempos": tempos}
    return result


def pace(event: dict[str, Any]) -> dict[str, Any]:
    """A change of tempo by its exact values."""
    shown = {name: event[name] for name in ("position", "picoseconds", "over") if name in event}
    return shown | ({"to": event["to"]["picoseconds"]} if "to" in event else {})
