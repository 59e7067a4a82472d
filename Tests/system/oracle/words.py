"""Requests spelled in words, as people type them."""

import json
import random
from decimal import Decimal
from typing import Any

from oracle.arguments import Parameters

# The verb of a method, and the parameters that are known by their place.
VERBS = {
    "cells.add": ("add", ["row", "position", "duration"]), "cells.move": ("move", ["where"]),
    "cells.resize": ("resize", ["where"]), "cells.set": ("set", ["where"]),
    "cells.remove": ("cut", ["where"]), "cells.pattern": ("pattern", ["row", "pattern"]),
    "cells.quantize": ("quantize", ["where", "step"]), "cells.list": ("ls", []),
    "cells.transpose": ("transpose", ["where", "semitones"]), "history.undo": ("undo", []),
    "history.redo": ("redo", []), "time.insert": ("insert", ["position", "duration"]),
    "time.remove": ("excise", ["position", "duration"]), "rows.add": ("row", ["name"]),
    "tempo.set": ("tempo", ["bpm"]), "meter.set": ("meter", ["meter"]),
    "snap.set": ("snap", ["snap"]), "sections.set": ("section", ["name", "from", "to"]),
    "sections.mark": ("marker", ["name", "position"]), "cells.split": ("split", ["where"]),
    "cells.euclid": ("euclid", ["row", "hits", "steps"]),
    "swing.set": ("swing", ["amount", "step"]),
}
SHORT = {"position": "at", "duration": "for", "velocity": "vel", "where": "in"}


def spelled(method: str, parameters: Parameters, draws: random.Random) -> str | None:
    """A line of words; None for what only JSON can say.

    That is a batch with options of its own, and a copy of whole rows by their ids: words need a
    region for these, which is then copied with its rests.
    """
    operations = parameters["ops"] if method == "edit" else [{"op": method} | parameters]
    if any(copies_whole_rows(operation) for operation in operations):
        return None
    if method != "edit":
        return command(method, parameters, draws)
    if parameters.keys() != {"ops"}:
        return None
    commands = [
        command(op["op"], {name: op[name] for name in op if name != "op"}, draws)
        for op in parameters["ops"]]
    return draws.choice(["; ", " ; ", ";"]).join(commands)


def copies_whole_rows(operation: Parameters) -> bool:
    where = operation.get("where")
    is_whole = isinstance(where, dict) and where.keys() == {"rows"}
    return is_whole and operation["op"] == "cells.duplicate"


def command(method: str, parameters: Parameters, draws: random.Random) -> str:
    verb, places = VERBS.get(method, (method, []))
    if draws.random() < 0.2:
        verb = method
    rest, plain = dict(parameters), []
    if draws.random() < 0.7:
        for name in places:
            if rest.get(name) is None:
                break
            plain.append(text(name, rest.pop(name)))
    named = []
    for name, value in rest.items():
        # A short name stands only where the long one does.
        called = SHORT[name] if name in SHORT and draws.random() < 0.5 else name
        named.append(f"{called}={text(name, value)}")
    draws.shuffle(named)
    return " ".join([verb, *plain, *named])


def text(name: str, value: Any) -> str:
    """A value as words have it."""
    if name == "data":
        return quoted("" if value is None else json.dumps(value))
    if value is None:
        return ""
    if name == "clip":
        return quoted(clip(value))
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return number(value)
    if isinstance(value, dict):
        return region(value)
    if isinstance(value, list):
        return ",".join(text(name, element) for element in value)
    bare = str(value)
    return quoted(bare) if " " in bare or bare in ("", ".") else bare


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def number(value: float) -> str:
    """Without an exponent, which words do not have."""
    return format(Decimal(repr(value)), "f")


def region(where: dict[str, Any]) -> str:
    rows = ",".join(str(row) for row in where["rows"])
    if "at" in where:
        return f"{rows}@{number(where['at'])}"
    low, high = (number(where[name]) if name in where else "" for name in ("from", "to"))
    return f"{rows}@{low}..{high}" if low or high else f"{rows}@0.."


def clip(events: dict[str, Any]) -> str:
    notes = [
        f"{note['pitch']}@{number(note['offset'])},{number(note['duration'])},{note['velocity']}"
        for note in events.get("notes", [])]
    changes = [
        f"{change['control']}@{number(change['offset'])}={change['value']}"
        for change in events.get("values", [])]
    return " ".join(notes + changes)
