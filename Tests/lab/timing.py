"""How a recording differs from a score: what is missing, and how late the rest is."""

from collections import defaultdict
from typing import NamedTuple

from recording import Message, summary
from score import Event

ONSET_BOUND = 100.0
"""Microseconds that the 99th percentile of the onset error may reach."""


class Loss(str):
    """What is wrong with a recording that lacks some notes and is right in all others."""


class Late(str):
    """What is wrong with times, and with nothing else."""

    @classmethod
    def of(cls, faults: list[str]) -> "Late | None":
        """The first few in one line; None when there is none."""
        return cls(summary(faults)) if faults else None


class Pair(NamedTuple):
    """An ideal event and the message that rendered it."""

    event: Event
    message: Message


def match(score: list[Event], messages: list[Message]) -> tuple[list[Pair], str | None]:
    """Pairs the n-th on or off of a channel and pitch in the score with the n-th recorded.

    Also says what differs: lost, doubled or foreign notes, and other velocities; as a `Loss`
    where notes are missing and nothing else.
    """
    expected, recorded = defaultdict(list), defaultdict(list)
    for event in sorted(score, key=lambda event: event.time):
        expected[event.is_on, event.channel, event.pitch].append(event)
    for message in messages:
        if message.is_on or message.is_off:
            recorded[message.is_on, message.channel, message.data1].append(message)
    pairs, lost, faults = [], [], []
    for key in sorted(expected.keys() | recorded.keys()):
        want, got = expected[key], recorded[key]
        if len(want) != len(got):
            name = f"{'on' if key[0] else 'off'} {key[1]}:{key[2]}"
            words = f"{name} {len(got)} times instead of {len(want)}"
            (lost if len(got) < len(want) else faults).append(words)
        pairs += map(Pair, want, got)
    pairs.sort(key=lambda pair: pair.event.time)
    if lost and not faults:
        return pairs, Loss(summary(lost))
    faults += lost + [
        f"velocity {message.data2} instead of {event.velocity} at {event.time / 1e6:.1f} ms"
        for event, message in pairs
        if event.is_on and event.velocity != message.data2
    ]
    return pairs, summary(faults)


def out_of_order(pairs: list[Pair]) -> Late | None:
    """Says where an event of a later instant arrived before one of an earlier."""
    faults, latest = [], 0
    for instant in instants(pairs):
        arrivals = [pair.message.time for pair in instant]
        if min(arrivals) < latest:
            faults.append(f"order at {instant[0].event.time / 1e6:.1f} ms")
        latest = max(latest, max(arrivals))
    return Late.of(faults)


def instants(pairs: list[Pair]) -> list[list[Pair]]:
    """Groups pairs, sorted by ideal time, that are due within a microsecond."""
    groups = []
    for pair in pairs:
        if groups and pair.event.time - groups[-1][0].event.time < 1000:
            groups[-1].append(pair)
        else:
            groups.append([pair])
    return groups


class Onsets:
    """The errors of the first arrival of each instant, in microseconds.

    `offset` is their median, against the moment that the daemon called the first tick, and
    `errors` are the rest without it, by ideal time. A chord arrives note by note, so only the
    first arrival of an instant tells when it was sent.
    """

    def __init__(self, pairs: list[Pair], anchor: int):
        first = {
            instant[0].event.time: min(pair.message.time for pair in instant)
            for instant in instants(pairs)
        }
        raw = {time: (arrival - anchor - time) / 1000 for time, arrival in first.items()}
        self.offset = percentile(list(raw.values()), 50)
        self.errors = {time: error - self.offset for time, error in raw.items()}

    def sizes(self) -> tuple[float, float, float]:
        """The median, the 99th percentile and the largest of |error|."""
        size = [abs(error) for error in self.errors.values()]
        return percentile(size, 50), percentile(size, 99), percentile(size, 100)

    def __str__(self):
        p50, p99, worst = self.sizes()
        return (
            f"{len(self.errors)} instants, |error| p50 {p50:.0f}, p99 {p99:.0f}, max {worst:.0f} µs;"
            f" offset {self.offset:.0f} µs"
        )

    def at(self, time: float) -> float:
        """The error of the instant at an ideal time."""
        return next(error for due, error in self.errors.items() if abs(due - time) < 1000)

    def beyond(self, bound: float = ONSET_BOUND) -> Late | None:
        """Says so when the 99th percentile of |error| is over the bound."""
        p99 = percentile([abs(error) for error in self.errors.values()], 99)
        return Late(f"p99 {p99:.0f} µs is over {bound:.0f}") if p99 > bound else None


def percentile(values: list[float], percent: float) -> float:
    """The smallest value that at least so many percent of the values do not exceed."""
    ordered = sorted(values)
    rank = -(-len(ordered) * percent // 100)
    return ordered[max(0, int(rank) - 1)]
