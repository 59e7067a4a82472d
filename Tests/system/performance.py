"""What a daemon with the monitor's output plays, heard over the socket."""

import json
import socket
import sys
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lab"))

from recording import Message, unbalanced  # noqa: E402 (the path comes first)

SETTLE_SECONDS = 5

GRID = 3840
"""Divisions of a beat in which places are compared: so often even that none lies between two."""


class Listener:
    """A connection that collects all that a daemon plays, each message with its exact time."""

    def __init__(self, folder: Path):
        self.messages: list[Message] = []
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(20)
        self._socket.connect(str(folder / "control.sock"))
        self._lines = self._socket.makefile("r", encoding="utf-8", newline="\n")
        self.ask("subscribe midi")

    def hear(self, until: float) -> None:
        """Waits for the first message at or after a time in nanoseconds."""
        while not self.messages or self.messages[-1].time < until:
            self._next()

    def hear_the_end(self) -> None:
        """After a stop, waits for the last note to end; gives up when one does not."""
        deadline = time.monotonic() + SETTLE_SECONDS
        self.ask("ping")
        while unbalanced(self.messages) and time.monotonic() < deadline:
            self.ask("ping")

    def close(self) -> None:
        self._lines.close()
        self._socket.close()

    def ask(self, line: str) -> dict:
        """Sends a line and collects what is played before its reply; the result."""
        self._socket.sendall(line.encode() + b"\n")
        while (reply := self._next()) is None:
            pass
        return reply["result"]

    def _next(self) -> dict | None:
        """Reads one line; None if it was an event."""
        line = json.loads(self._lines.readline())
        if "method" not in line:
            return line
        status, data1, data2 = (line["params"]["bytes"] + [0])[:3]
        self.messages.append(Message(line["params"]["time"], status, data1, data2))
        return None


class Passes(NamedTuple):
    """When the passes of a loop begin, in nanoseconds at the speed that is played."""

    start: int
    beat: float
    beats: float

    def begin(self, number: int) -> float:
        return self.start + number * self.beats * self.beat

    def after(self, moment: int) -> int:
        """The number of the first pass that begins after a time."""
        return int((moment - self.start) // (self.beats * self.beat)) + 1

    def notes(self, number: int, messages: list[Message]) -> list[tuple[int, int, int, int]]:
        """The ons and offs of a pass in order: (place on the grid, status, pitch, velocity)."""
        places = (
            (round((message.time - self.begin(number)) / self.beat * GRID), *message[1:])
            for message in messages if message.is_on or message.is_off)
        return sorted(note for note in places if 0 <= note[0] < round(self.beats * GRID))
