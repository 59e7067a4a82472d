"""What the lab wrote: the recorder's messages and the driver's log."""

import json
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple


class Message(NamedTuple):
    """A MIDI message and the CLOCK_MONOTONIC nanosecond at which the kernel delivered it."""

    time: int
    status: int
    data1: int
    data2: int

    @property
    def channel(self):
        """1–16, as in the command language."""
        return (self.status & 0x0F) + 1

    @property
    def is_on(self):
        return self.status & 0xF0 == 0x90 and self.data2 > 0

    @property
    def is_off(self):
        return self.status & 0xF0 == 0x80 or self.status & 0xF0 == 0x90 and self.data2 == 0


class Reply(NamedTuple):
    """A line of a driver's script and what came of it; `body` is None for a signal."""

    request: str
    written: int
    replied: int
    body: dict | None

    @property
    def result(self):
        return self.body["result"]


def read(path: Path) -> list[Message]:
    """The messages of a recording; one without any is a failure of the lab."""
    messages = [Message(*map(int, line.split())) for line in path.read_text().splitlines()]
    if not messages:
        raise ValueError(f"{path.name}: recorded 0 events")
    return messages


def read_log(folder: Path, name: str) -> list[Reply]:
    """What the driver was told in NAME.txt, and what it wrote to NAME.log."""
    script = (folder / f"{name}.txt").read_text().splitlines()
    requests = [line for line in script if line and not line.startswith("#")]
    log = (folder / f"{name}.log").read_text().splitlines()
    if len(log) != len(requests):
        raise ValueError(f"{name}: {len(log)} of {len(requests)} lines were sent")
    replies = []
    for request, line in zip(requests, log):
        written, replied, text = line.split(" ", 2)
        body = json.loads(text) if text else None
        replies.append(Reply(request, int(written), int(replied), body))
    return replies


def read_sent(path: Path) -> tuple[int, list[tuple[int, list[int]]]]:
    """The anchor of a `master`, and each message that it sent: when, and its bytes."""
    lines = [line.split() for line in path.read_text().splitlines()]
    return int(lines[0][1]), [(int(time), [*map(int, rest)]) for time, *rest in lines[1:]]


def anchor(log: list[Reply]) -> int:
    """When the first tick sounds, as the reply to the last play says."""
    return next(reply.result["commit"] for reply in reversed(log) if is_play(reply.request))


def stop_time(log: list[Reply]) -> int:
    """Nanoseconds from the anchor to the moment at which the last stop took effect."""
    stops = [reply for reply in log if "stop" in reply.request]
    return stops[-1].result["commit"] - anchor(log)


def is_play(request: str) -> bool:
    """Whether the driver takes its anchor from the reply to this line."""
    return request.startswith("play") or '"transport.play"' in request


def unbalanced(messages: list[Message]) -> str | None:
    """Says which notes hang, which were struck while sounding, which ended without a beginning."""
    sounding = defaultdict(int)
    faults = []
    for message in messages:
        key = (message.channel, message.data1)
        if message.is_on:
            if sounding[key]:
                faults.append(f"{key} struck while it sounds at {message.time}")
            sounding[key] += 1
        elif message.is_off:
            if not sounding[key]:
                faults.append(f"{key} ends without a beginning at {message.time}")
            sounding[key] = max(0, sounding[key] - 1)
    faults += [f"{key} hangs" for key, count in sounding.items() if count]
    return summary(faults)


def summary(faults: list[str]) -> str | None:
    """The first few faults in one line; None when there is none."""
    if not faults:
        return None
    more = f" and {len(faults) - 3} more" if len(faults) > 3 else ""
    return "; ".join(faults[:3]) + more
