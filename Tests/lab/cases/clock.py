"""MIDI clock through ramps, a step of tempo and two wraps: each clock in closed form."""

from fractions import Fraction

from ramp import END, GUEST, PASSES, START, time
from ramp import prepare as prepare_ramp
from recording import anchor, read_log, stop_time, summary
from recording import read as read_recording
from timing import Late, percentile

CLOCK, BEGIN, CONTINUE, STOP, POSITION = 0xF8, 0xFA, 0xFB, 0xFC, 0xF2
STEP = Fraction(1, 24)
BOUND = 85
"""Microseconds by which a clock may be off its place: half the queue's period, and how well the
queue's clock is read.

Intervals cannot be held to as much. Each is a whole number of periods of 160 µs; where the ideal is
k periods and r µs more, it is r too short or 160 - r too long. Without drift both occur, and one
of them is at least 80 µs, on a ramp up to 160, wherever on the grid each clock is put.
"""
BURST = 20_000
"""Nanoseconds: what follows another message by less was sent in the same period of the queue."""
LEAD = 3e6
"""Nanoseconds by which a start or a position is ahead of its clock."""


def prepare(folder):
    prepare_ramp(folder)
    build = folder / "build.txt"
    build.write_text("clock out on\n" + build.read_text())
    return GUEST


def score(stop):
    """The nanosecond after the first tick, and the position, of each clock until a stop."""
    clocks, begin = [], Fraction(0)
    for count in range(PASSES):
        first = START if count else 0
        position = Fraction(first)
        while position < END:
            clocks.append((float(begin + time(position) - time(first)), position))
            position += STEP
        begin += time(END) - time(first)
    return [clock for clock in clocks if clock[0] < stop]


def follow(messages):
    """When each clock was sent, and where a receiver is that counts; None while it is stopped.

    What is sent in one period arrives message by message, note-offs first: the first arrival tells
    when that was.
    """
    clocks, running, place, sent, latest = [], False, Fraction(0), 0, 0
    for message in messages:
        sent = sent if message.time - latest < BURST else message.time
        latest = message.time
        if message.status == CLOCK:
            clocks.append((sent, place if running else None))
            place += STEP * running
        elif message.status == POSITION:
            place = Fraction(message.data1 + (message.data2 << 7), 4)
        elif message.status in (BEGIN, CONTINUE, STOP):
            place = Fraction(0) if message.status == BEGIN else place
            running = message.status != STOP
    return clocks, running


def signals(messages):
    """What else is said to a receiver, in order."""
    return [message.status for message in messages if 0xF0 < message.status != CLOCK]


def check(folder):
    log = read_log(folder, "play")
    messages = read_recording(folder / "ramp.rec")
    ideal, (heard, is_running) = score(stop_time(log)), follow(messages)
    yield "each clock comes once", None if len(heard) == len(ideal) else (
        f"{len(heard)} instead of {len(ideal)}")
    yield "a receiver that counts is where the playhead is", summary([
        f"{there} instead of {position} at {due / 1e6:.1f} ms"
        for (due, position), (_, there) in zip(ideal, heard) if position != there])
    wraps = [STOP, POSITION, CONTINUE] * (PASSES - 1)
    said = signals(messages)
    yield "it is started, sent along at each wrap and stopped", None if (
        said == [BEGIN, *wraps, STOP] and not is_running) else f"{said}"
    first = anchor(log)
    raw = [(arrival - first - due) / 1000 for (due, _), (arrival, _) in zip(ideal, heard)]
    offset = percentile(raw, 50)
    errors = [abs(error - offset) for error in raw]
    intervals = [abs(b - a) for a, b in zip(raw, raw[1:])]
    yield "#", (
        f"{len(raw)} clocks, |error| p50 {percentile(errors, 50):.0f}, "
        f"p99 {percentile(errors, 99):.0f}, max {max(errors):.0f} µs; offset {offset:.0f} µs; "
        f"of intervals p50 {percentile(intervals, 50):.0f}, p99 {percentile(intervals, 99):.0f}, "
        f"max {max(intervals):.0f} µs")
    yield f"each clock is within {BOUND} µs of its place", None if max(errors) <= BOUND else (
        Late(f"{max(errors):.0f} µs"))
    begins = [message.time for message in messages if message.status in (BEGIN, CONTINUE)]
    leads = [min(at - begin for at, _ in heard if at > begin) for begin in begins]
    yield "a start is 3 ms ahead of its clock", Late.of([
        f"{lead / 1e6:.2f} ms" for lead in leads if abs(lead - LEAD) > 200_000])
