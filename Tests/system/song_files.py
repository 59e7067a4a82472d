"""Songs on their way between files and a daemon: for end-to-end tests in Python."""

import json
from dataclasses import dataclass

from daemon import REPLY_SECONDS, Refused

WORK_SECONDS = 120


@dataclass
class Contents:
    """What a song holds, without the numbers that its cells go by."""

    rows: list
    #: Of each row.
    channels: list
    #: With the index of the row, in order.
    cells: list
    maps: dict
    sections: list
    title: str
    range: dict

    @property
    def notes(self):
        """Each with its pitch, velocity and channel."""
        for cell in self.cells:
            for pitch in cell.get("notes", []):
                yield cell | {"pitch": pitch, "channel": self.channels[cell["row"]]}

    @property
    def tempos(self):
        return self.maps["tempo"]

    def difference(self, other):
        """In what another song differs, or None."""
        for name in ("title", "rows", "channels", "sections", "maps", "range"):
            if getattr(self, name) != getattr(other, name):
                return f"{name}: {getattr(other, name)}, not {getattr(self, name)}"
        if len(self.cells) != len(other.cells):
            return f"{len(other.cells)} cells, not {len(self.cells)}"
        for mine, its in zip(self.cells, other.cells):
            if mine != its:
                return f"{its}, not {mine}"
        return None


def do(daemon, line):
    """Sends a line, waits for work that it starts, and returns the result."""
    daemon.socket.settimeout(WORK_SECONDS)
    daemon.ask("subscribe jobs")
    result = daemon.ask(line)
    job = result.get("job") if isinstance(result, dict) else None
    while job is not None:
        event = json.loads(daemon.lines.readline())["params"]
        if event.get("job") != job or "state" in event:
            continue
        if "error" in event:
            raise Refused(f"{line}: {event['error']}")
        result, job = event["result"], None
    daemon.ask("unsubscribe")
    daemon.socket.settimeout(REPLY_SECONDS)
    return result


def import_file(daemon, path, options=""):
    """Imports a file in the place of the song; what that tells."""
    return do(daemon, f"song.import {path} {options}")


def contents(daemon):
    """The song as it is now."""
    outline = daemon.ask("song.outline")
    rows = {row["row"]: row for row in outline["rows"]}
    cells, after = [], {}
    while True:
        page = daemon.ask(json.dumps({"method": "cells.list", "params": {"data": True} | after}))
        cells += page["cells"]
        if "next" not in page:
            break
        after = {"after": page["next"]}
    order = {number: index for index, number in enumerate(rows)}
    cells.sort(key=lambda cell: (order[cell["row"]], cell["position"], cell["cell"]))
    for cell in cells:
        cell["row"] = order[cell["row"]]
        del cell["cell"]
    return Contents(
        [row["name"] for row in rows.values()], [row["channel"] for row in rows.values()], cells,
        outline["maps"], outline["sections"], outline["title"], outline["range"])
