"""From section to section of the presets, at twenty random moments each, on the bar."""

import json
import random
import shutil
from pathlib import Path
from typing import NamedTuple

from recording import anchor, read_log, summary, unbalanced
from recording import read as read_recording
from score import Event
from timing import Late, Onsets, match, out_of_order

PRESETS = Path(__file__).resolve().parents[3] / "Presets"
SCALE = 4
"""Everything goes by so many times faster, for more of it to be heard."""
MOMENTS = 20
SOON = 1.0
"""Milliseconds that must be left before a bar line."""
AWAY = 3.0
"""Milliseconds around that in which nobody asks for anything: too close to call."""


class Stage(NamedTuple):
    """A preset: its sections by name, in bars from 0, and its beats a bar and a minute."""

    preset: str
    sections: dict[str, tuple[int, int]]
    bar: int
    tempo: float
    rings: bool

    @property
    def beat(self):
        """Milliseconds."""
        return 60_000 / self.tempo / SCALE


STAGES = [
    Stage("01-house", {"Groove": (0, 4), "Tune": (4, 8)}, 4, 118, False),
    Stage("04-jig", {"First": (1, 9), "Second": (9, 17)}, 3, 168, False),
    Stage("05-blues", {"One": (0, 4), "Four": (4, 8), "Five": (8, 12)}, 4, 104, False),
    Stage("08-acid", {"Low": (0, 4), "High": (4, 8)}, 4, 132, True),
]


class Stretch(NamedTuple):
    """A section that is played from a moment on, in milliseconds, until another."""

    name: str
    start: float
    end: float


def requests(stage):
    """When to go where: at random, once 5 ms before a bar line and once just after it."""
    choose = random.Random(stage.preset)
    bar = stage.bar * stage.beat
    time, moments = bar / 3, []
    for number in range(MOMENTS):
        time += choose.uniform(0.2, 2.2) * bar
        line = round(time / bar) * bar
        if number == 7:
            time = line - 5
        elif number == 13:
            time = line + 1
        elif abs(time - line + SOON) < AWAY:
            time = line - 3 * AWAY
        moments.append((time, choose.choice(list(stage.sections))))
    return moments


def stretches(stage):
    """What is played from when to when; passes and bars are of one length, so that bar lines are."""
    bar = stage.bar * stage.beat
    current, start = next(iter(stage.sections)), 0.0
    wishes = requests(stage)
    ends = [-(-(time + SOON) // bar) * bar for time, _ in wishes]
    found = []
    for (_, name), end in zip(wishes, ends):
        # Of several for one bar line the last one holds.
        if end > start:
            found.append(Stretch(current, start, end))
        current, start = name, end
    return found + [Stretch(current, start, start + 2.5 * bar)]


def cells(reply):
    """Each note of the song as it was told: row, position, duration, pitch and velocity."""
    for cell in reply["cells"]:
        for pitch in cell.get("notes", []):
            yield cell["row"], cell["position"], cell["duration"], pitch, cell["velocity"]


def score(stage, rows, notes):
    """Every note of every pass of every stretch, in nanoseconds after the first tick."""
    struck = []
    for stretch in stretches(stage):
        first, last = (bar * stage.bar for bar in stage.sections[stretch.name])
        origin = stretch.start
        while origin < stretch.end - 1e-6:
            over = min(origin + (last - first) * stage.beat, stretch.end)
            for row, position, duration, pitch, velocity in notes:
                start = origin + (position - first) * stage.beat
                if first <= position < last and start < over - 1e-6:
                    end = start + duration * stage.beat
                    struck.append((start, end if stage.rings else min(end, over), row, pitch,
                                   velocity))
            origin = over
    return [event for note in retriggered(struck) for event in events(note, rows)]


def retriggered(struck):
    """The same, each note ended where its key is struck again."""
    ends, following = [], {}
    for start, end, row, pitch, velocity in sorted(struck, reverse=True):
        again = following.get((row, pitch), float("inf"))
        ends.append((start, min(end, again), row, pitch, velocity))
        following[row, pitch] = start
    return ends


def events(note, rows):
    start, end, row, pitch, velocity = note
    channel, level = rows[row]
    played = min(max(velocity * level // 100, 1), 127)
    yield Event(start * 1e6, True, channel, pitch, played)
    yield Event(end * 1e6, False, channel, pitch)


def prepare(folder):
    guest = ["start_daemon stage.db", "connect_out"]
    for stage in STAGES:
        name = stage.preset
        shutil.copy(PRESETS / f"{name}.playhead", folder)
        first = next(iter(stage.sections))
        (folder / f"{name}-build.txt").write_text(
            f"scale {SCALE}\ngo {first}\nrows.list\nls all\nsync\n")
        lines = [f"@{time:.3f} go {section} when=bar" for time, section in requests(stage)]
        end = stretches(stage)[-1].end - 15
        (folder / f"{name}-play.txt").write_text(
            "\n".join(["play", *lines, f"@{end:.3f} stop", "sync"]) + "\n")
        guest += [
            f'playhead --socket "$SOCKET" load "$OUT/{name}.playhead"', f"perform {name}-build",
            f"record {name}", f"perform {name}-play", "stop_recording"]
    return "\n".join([*guest, "stop_daemon"])


def check(folder):
    for stage in STAGES:
        name = stage.preset
        build = {reply.request: reply.result for reply in read_log(folder, f"{name}-build")}
        rows = {row["row"]: (row["channel"], row["level"]) for row in build["rows.list"]["rows"]}
        log = read_log(folder, f"{name}-play")
        messages = read_recording(folder / f"{name}.rec")
        expected = cut(score(stage, rows, list(cells(build["ls all"]))), log)
        pairs, differences = match(expected, messages)
        yield f"{name}: each section is played to the bar line, and nothing of it after", differences
        yield f"{name}: nothing is out of order", out_of_order(pairs)
        yield f"{name}: nothing is left sounding", unbalanced(messages)
        onsets = Onsets(pairs, anchor(log))
        yield "#", f"{name}: {onsets}"
        yield f"{name}: onsets are on time", onsets.beyond()
        yield f"{name}: the first onset of a section is within 100 µs", late(stage, onsets)
        yield f"{name}: what waits is told where", misled(stage, log)


def cut(expected, log):
    """What is heard before the stop, which ends the rest."""
    stop = next(reply.result["commit"] for reply in log if reply.request.endswith("stop"))
    end = stop - anchor(log)
    sounding = {}
    for event in sorted(expected):
        if event.time < end and event.is_on:
            sounding[event.channel, event.pitch] = event
        elif event.time < end:
            sounding.pop((event.channel, event.pitch), None)
    return [event for event in expected if event.time < end] + [
        Event(end, False, channel, pitch) for channel, pitch in sounding]


def late(stage, onsets):
    """Says which sections began too early or too late."""
    faults = []
    for stretch in stretches(stage)[1:]:
        error = next((error for time, error in onsets.errors.items()
                      if abs(time - stretch.start * 1e6) < 1000), None)
        if error is not None and abs(error) > 100:
            faults.append(f"{stretch.name} at {stretch.start:.1f} ms by {error:.0f} µs")
    return Late.of(faults)


def misled(stage, log):
    """Says which replies named another moment than the bar line."""
    bar = stage.bar * stage.beat
    faults = []
    replies = [reply for reply in log if "when=bar" in reply.request]
    for reply, (time, _) in zip(replies, requests(stage)):
        line = -(-(time + SOON) // bar) * bar
        told = (reply.result["time"] - anchor(log)) / 1e6
        if abs(told - line) > 0.001:
            faults.append(f"{json.dumps(reply.result)} for {line:.3f} ms, not {told:.3f}")
    return summary(faults)
