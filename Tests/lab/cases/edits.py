"""Cells are moved, deleted and muted, in time and just before it, two hundred times each.

Each kind of edit has a channel of its own and each trial a pitch that nothing else near it has, so
that every message in the recording belongs to one trial. A reply tells the moment from which its
edit holds; with it what must sound is known exactly, also of an edit that comes too late.
"""

from typing import NamedTuple

from recording import anchor, read_log, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note
from timing import Late, Onsets, match

TRIALS = 200
FIRST_PITCH, PITCHES = 20, 100
EVERY = 97.3
"""Milliseconds between two trials of a kind; those of different kinds interlace."""
DURATION = 61.0
"""Milliseconds that a cell sounds."""
BOUND = 2.0
"""Milliseconds in which a note must fall silent, and that an edit must come before its onset."""
LEADS = 0.2, 2.2
"""Milliseconds from the edit to the onset, of the first trial and of the last."""
AWAY = 500.0
"""Where a cell waits that is moved under the playhead, in milliseconds."""


class Kind(NamedTuple):
    """An edit of a cell; times in milliseconds, relative to the start of its trial."""

    name: str
    start: float
    edited: float
    moved_to: float | None
    is_close: bool = False
    """The onset follows the edit by the trial's lead, at `start` or `moved_to`."""


KINDS = [
    Kind("later", 40.0, 20.0, 51.3),
    Kind("earlier", 110.0, 90.0, 101.7),
    Kind("out", 170.0, 150.0, 341.1),
    Kind("in", 342.9, 205.0, 225.4),
    Kind("delete", 260.0, 271.3, None),
    Kind("prevent", 237.6, 237.6, None, is_close=True),
    Kind("arrive", 196.6 + AWAY, 196.6, 196.6, is_close=True),
    Kind("mute", 40.0, 65.0, None),
]
"""A cell 20 ms ahead stands in the kernel's queue, one 100 ms ahead does not: the window that is
filled ahead reaches 40 ms."""
UNMUTED = 130.3
"""When the row of `mute` is heard again, after its cell's end and before the next."""

GUEST = """
start_daemon edits.db
connect_out
perform build
record edits
perform play
stop_recording
stop_daemon
"""


class Trial(NamedTuple):
    """An edit of one cell; times in milliseconds since the start."""

    cell: int
    kind: Kind
    channel: int
    pitch: int
    start: float
    edited: float
    moved_to: float | None

    @property
    def words(self):
        if self.kind.name == "mute":
            return "rows.set mutes mute=on"
        if self.moved_to is None:
            return f"cut {self.cell}"
        return f"move {self.cell} position={beats(self.moved_to)}"


def beats(milliseconds):
    """A position as it is written in a request."""
    return f"{milliseconds * 1e6 / BEAT:.9f}"


def trials():
    for number in range(TRIALS):
        origin, pitch = 100 + number * EVERY, FIRST_PITCH + number % PITCHES
        lead = LEADS[0] + (LEADS[1] - LEADS[0]) * number / (TRIALS - 1)
        for index, kind in enumerate(KINDS):
            start, moved_to = origin + kind.start, kind.moved_to
            if moved_to is not None:
                moved_to += origin + lead * kind.is_close
            elif kind.is_close:
                start += lead
            yield Trial(
                number * len(KINDS) + index + 1, kind, index + 1, pitch, start,
                origin + kind.edited, moved_to)


def prepare(folder):
    build = [f"tempo {TEMPO}", "snap off", "loop off"]
    build += [f"row {kind.name}s channel={i} voices=poly" for i, kind in enumerate(KINDS, 1)]
    play = []
    for trial in trials():
        build.append(f"add {trial.kind.name}s {beats(trial.start)} {beats(DURATION)} "
                     f"{trial.pitch} vel=90")
        play.append((trial.edited, trial.words))
        if trial.kind.name == "mute":
            play.append((trial.edited - trial.kind.edited + UNMUTED, "rows.set mutes mute=off"))
    (folder / "build.txt").write_text("\n".join([*build, "sync", ""]))
    lines = [f"@{time:.3f} {words}" for time, words in sorted(play)]
    end = 100 + TRIALS * EVERY + AWAY + 500
    (folder / "play.txt").write_text("\n".join(["play", *lines, f"@{end} sync", ""]))
    return GUEST


def edits(log):
    """Each trial with the reply to its edit."""
    replies = {reply.request.split(" ", 1)[1]: reply for reply in log if "@" in reply.request}
    mutes = iter([reply for reply in log if "mute=on" in reply.request])
    for trial in trials():
        yield trial, next(mutes) if trial.kind.name == "mute" else replies[trial.words]


def score(log):
    """Every note: where its cell was until the edit held, and where it is from then on."""
    zero = anchor(log)
    mutes, unmutes = ([reply.result["commit"] - zero for reply in log if word in reply.request]
                      for word in ("mute=on", "mute=off"))
    events = []
    for trial, reply in edits(log):
        start, commit = trial.start * 1e6, reply.result["commit"] - zero
        end = start + DURATION * 1e6
        key = trial.channel, trial.pitch, 90
        if trial.kind.name == "mute":
            if not any(begin <= start < over for begin, over in zip(mutes, unmutes)):
                cuts = [time for time in mutes if start < time < end]
                events += note(start, min(cuts, default=end), *key)
        elif trial.moved_to is not None:
            moved = trial.moved_to * 1e6
            if start < commit:
                events += note(start, min(end, max(moved, commit)) if moved > start else end, *key)
            if moved >= commit:
                events += note(moved, moved + DURATION * 1e6, *key)
        elif start < commit:
            events += note(start, min(end, commit), *key)
    return events


def check(folder):
    log = read_log(folder, "play")
    messages = read_recording(folder / "edits.rec")
    yield "leaves nothing sounding", unbalanced(messages)
    pairs, differences = match(score(log), messages)
    yield "plays every cell once, where the replies say", differences
    # What is cut short ends as soon as it can, not at a time of its own.
    onsets = Onsets([pair for pair in pairs if pair.event.is_on], anchor(log))
    yield "#", str(onsets)
    yield "is on time", onsets.beyond()
    for channel, kind in enumerate(KINDS, 1):
        if kind.moved_to is not None and not kind.is_close:
            yield f"a queued cell moved {kind.name} sounds only there", misplaced(
                pairs, channel, anchor(log))
    yield from latest(log)
    yield from silences(log, pairs)
    replies = sorted((reply.replied - reply.written) / 1e3 for reply in log if "@" in reply.request)
    yield "#", f"replies: median {replies[len(replies) // 2]:.0f}, max {replies[-1]:.0f} µs"


def misplaced(pairs, channel, zero):
    """Says which notes of a channel began or ended more than 1 ms from their new place."""
    return Late.of([
        f"{pair.event.pitch} {'on' if pair.event.is_on else 'off'} {late / 1e6:+.2f} ms"
        for pair in pairs
        if pair.event.channel == channel
        and abs(late := pair.message.time - zero - pair.event.time) > 1e6
    ])


def latest(log):
    """How long before an onset an edit must be written to be honoured."""
    zero = anchor(log)
    for name, law in (("prevent", "keeps a cell from sounding"), ("arrive", "makes a cell sound")):
        ignored, honoured = [0.0], []
        for trial, reply in edits(log):
            if trial.kind.name == name:
                onset = zero + (trial.start if trial.moved_to is None else trial.moved_to) * 1e6
                lead = (onset - reply.written) / 1e6
                (honoured if onset >= reply.result["commit"] else ignored).append(lead)
        yield "#", (f"an edit {law} when it is written {min(honoured):.2f} ms before its onset, "
                    f"and always {max(ignored):.2f} ms before, {len(honoured)} of {TRIALS} did")
        yield f"an edit written {BOUND:.0f} ms before an onset {law}", Late.of(
            [f"one {lead:.2f} ms before did not" for lead in ignored if lead >= BOUND])


def silences(log, pairs):
    """How long after its request a note falls silent that is deleted, and one that is muted."""
    zero = anchor(log)
    offs = {(pair.event.channel, pair.event.time): pair.message.time
            for pair in pairs if not pair.event.is_on}
    for name in ("delete", "mute"):
        delays = []
        for trial, reply in edits(log):
            key = trial.channel, reply.result["commit"] - zero
            if trial.kind.name == name and key in offs:
                delays.append((offs[key] - reply.written) / 1e6)
        yield "#", f"{name}: {len(delays)} notes fall silent within {max(delays, default=0):.2f} ms"
        yield f"{name}: a sounding note falls silent within {BOUND:.0f} ms", Late.of([
            f"off {delay:.2f} ms after the request" for delay in delays
            if not 0 <= delay <= BOUND
        ] or ["not each was cut"] * (len(delays) < TRIALS))
