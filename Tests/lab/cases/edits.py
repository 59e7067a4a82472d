"""Cells already in the kernel's queue are moved, and sounding ones deleted, a hundred times each.

Each kind of edit has a channel of its own and each trial a pitch of its own, so that every message
in the recording belongs to one trial.
"""

from typing import NamedTuple

from recording import anchor, read_log, summary, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note
from timing import Onsets, match

TRIALS = 100
FIRST_PITCH = 20
EVERY = 373.0
"""Milliseconds between two trials of a kind."""
DURATION = 61.0
"""Milliseconds that a cell sounds."""
OFF_BOUND = 2.0
"""Milliseconds in which a deleted cell must fall silent."""


class Kind(NamedTuple):
    """An edit of a cell; times in milliseconds, relative to the start of its trial."""

    name: str
    start: float
    edited: float
    moved_to: float | None


KINDS = [
    Kind("later", 40.0, 20.0, 51.3),
    Kind("earlier", 110.0, 90.0, 101.7),
    Kind("out", 170.0, 150.0, 341.1),
    Kind("in", 342.9, 205.0, 225.4),
    Kind("delete", 260.0, 281.3, None),
]
"""A cell 20 ms ahead stands in the kernel's queue, one 100 ms ahead does not: the window that is
filled ahead reaches 30–40 ms."""

GUEST = """
start_daemon edits.db
connect_out
perform build
record edits
perform play
stop_recording
stop_daemon
"""


def beats(milliseconds):
    """A position as it is written in a request."""
    return f"{milliseconds * 1e6 / BEAT:.9f}"


def trials():
    """Each trial: its cell's id, its kind, its beginning in milliseconds, its channel and pitch."""
    cell = 1
    for number in range(TRIALS):
        for channel, kind in enumerate(KINDS, 1):
            yield cell, kind, 100 + number * EVERY, channel, FIRST_PITCH + number
            cell += 1


def prepare(folder):
    build = [f"tempo {TEMPO}", "snap off", "loop off"]
    build += [f"row {kind.name}s channel={i} voices=poly" for i, kind in enumerate(KINDS, 1)]
    play = []
    for cell, kind, origin, _, pitch in trials():
        position, duration = beats(origin + kind.start), beats(DURATION)
        build.append(f"add {kind.name}s {position} {duration} {pitch} vel=90")
        words = f"cut {cell}"
        if kind.moved_to is not None:
            words = f"move {cell} position={beats(origin + kind.moved_to)}"
        play.append((origin + kind.edited, words))
    (folder / "build.txt").write_text("\n".join(build + ["sync"]) + "\n")
    lines = [f"@{time} {words}" for time, words in sorted(play)]
    end = 100 + TRIALS * EVERY + 500
    (folder / "play.txt").write_text("\n".join(["play", *lines, f"@{end} sync"]) + "\n")
    return GUEST


def score(log):
    """Every note at its new place; a deleted one ends when the request was written."""
    zero = anchor(log)
    written = {reply.request.split()[2]: reply.written for reply in log if " cut " in reply.request}
    events = []
    for cell, kind, origin, channel, pitch in trials():
        start = (origin + (kind.start if kind.moved_to is None else kind.moved_to)) * 1e6
        end = start + DURATION * 1e6
        if kind.moved_to is None:
            end = written[str(cell)] - zero
        events += note(start, end, channel, pitch, 90)
    return events


def check(folder):
    log = read_log(folder, "play")
    messages = read_recording(folder / "edits.rec")
    yield "leaves nothing sounding", unbalanced(messages)
    pairs, differences = match(score(log), messages)
    yield "plays every cell once", differences
    delete = len(KINDS)
    onsets = Onsets(
        [pair for pair in pairs if pair.event.is_on or pair.event.channel != delete], anchor(log))
    yield "#", str(onsets)
    yield "is on time", onsets.beyond()
    for channel, kind in enumerate(KINDS[:-1], 1):
        yield f"a queued cell moved {kind.name} sounds only there", misplaced(pairs, channel, log)
    delays = [
        (pair.message.time - anchor(log) - pair.event.time) / 1e6
        for pair in pairs
        if pair.event.channel == delete and not pair.event.is_on
    ]
    yield "#", f"a deleted cell falls silent within {max(delays):.2f} ms"
    yield f"a deleted cell falls silent within {OFF_BOUND:.0f} ms", silence(delays)
    replies = sorted((reply.replied - reply.written) / 1e3 for reply in log if "@" in reply.request)
    yield "#", f"replies: median {replies[len(replies) // 2]:.0f}, max {replies[-1]:.0f} µs"


def misplaced(pairs, channel, log):
    """Says which notes of a channel began or ended more than 1 ms from their new place."""
    zero = anchor(log)
    return summary([
        f"{pair.event.pitch} {'on' if pair.event.is_on else 'off'} {late / 1e6:+.2f} ms"
        for pair in pairs
        if pair.event.channel == channel
        and abs(late := pair.message.time - zero - pair.event.time) > 1e6
    ])


def silence(delays):
    """Says which deletions were not followed by their note-off in time."""
    return summary([
        f"off {delay:.2f} ms after the request" for delay in delays if not 0 <= delay <= OFF_BOUND
    ])
