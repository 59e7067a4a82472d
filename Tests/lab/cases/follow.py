"""Another sequencer leads by its clock, steady or not, by starts, stops and places, and by MMC."""

import json
import random

from recording import read_sent, unbalanced
from recording import read as read_recording
from timing import Late, percentile

CLOCK, START, CONTINUE, STOP = [0xF8], [0xFA], [0xFB], [0xFC]
BEFORE = 96
"""Clocks that come before the start: most machines send them always."""
STEPS, LOWEST = 64, 30
"""Sixteenths of the loop, each with a pitch of its own."""
COLD_BOUND = 2_000
"""Microseconds by which the first note may be late when no clock came before the start."""
BOUND = 1_000
"""Microseconds by which a note may be off from where the leader's steady clock has it."""
JITTER = 2.0

GUEST = """
# led NAME: another sequencer leads by NAME.txt.
led() {
  record "$1"
  master Master "$OUT/$1.txt" > "$1.log" || die "master: $1"
  sleep 0.7
  stop_recording
}

# ask WORD…: the daemon's reply.
ask() {
  playhead --socket "$SOCKET" --json "$@"
}

# locked: waits until the daemon keeps to a clock; programs take their time to start.
locked() {
  local try
  for try in {1..200}; do
    if ask status | grep -q '"locked":true'; then return; fi
    sleep 0.05
  done
  die "not locked: $(ask status)"
}

start_daemon tune.db
connect_out
perform build
ask connect in Master > /dev/null
ask follow clock lost=stop > /dev/null
# What we send ourselves must not lead us.
ask clock out on > /dev/null
aconnect Playhead:0 Playhead:1
led even &
locked
ask status > locked.log
if ask tempo 99 > refused.log 2>&1; then die "the tempo was not refused"; fi
wait %led || die "even failed"
ask clock out off > /dev/null
ask connect in Intruder > /dev/null
led jittery &
locked
master Intruder "$OUT/intruder.txt" > intruder.log || die "master: intruder"
wait %led || die "jittery failed"
led step
led places
ask status > early.log
led lost
ask status > late.log
ask follow off > /dev/null
ask follow clock lost=stop > /dev/null
led cold
ask follow off > /dev/null
ask mmc on device=5 > /dev/null
ask seek 0 > /dev/null
led machine
ask follow clock > /dev/null
stop_daemon
start_daemon tune.db
ask status > kept.log
stop_daemon
"""


def master(tempos, jitter=0.0):
    """The milliseconds at which each clock is due, for (clocks, bpm), and those at which it comes."""
    due, time = [], 0.0
    for count, bpm in tempos:
        for _ in range(count):
            due.append(time)
            time += 60_000 / bpm / 24
    draw = random.Random(1)
    return due, [max(0.0, ms + draw.uniform(-jitter, jitter)) for ms in due]


EVEN = master([(BEFORE + 24 * 12, 133.7)])
JITTERY = master([(BEFORE * 3 + 24 * 12, 133.7)], JITTER)
STEP = master([(BEFORE + 24 * 8, 120), (24 * 12, 140)])
PLACES = master([(24 * 24, 133.7)])
LOST = master([(BEFORE + 24 * 4, 133.7)])
COLD = master([(24 * 8, 133.7)])
STARTS = {"even": BEFORE, "jittery": BEFORE * 3, "step": BEFORE, "lost": BEFORE, "cold": 0}
LEADERS = {
    "even": EVEN, "jittery": JITTERY, "step": STEP, "places": PLACES, "lost": LOST, "cold": COLD}
STOPPED, CONTINUED, MOVED = BEFORE + 24 * 4, BEFORE + 24 * 6, BEFORE + 24 * 10
"""Clocks before which `places` stops, continues, and continues elsewhere."""
PLACE = 24
"""The sixteenth where it does."""


def said(name):
    """What a leader says: milliseconds and bytes."""
    due, times = LEADERS[name]
    half = (due[1] - due[0]) / 2
    messages = [(time, CLOCK) for time in times]
    if name == "places":
        messages += [
            (due[BEFORE] - half, START), (due[STOPPED] - half, STOP),
            (due[CONTINUED] - half, CONTINUE), (due[MOVED - 24] - half, STOP),
            (due[MOVED - 12] - half, [0xF2, PLACE, 0]), (due[MOVED] - half, CONTINUE)]
    else:
        messages.append((due[STARTS[name]] - half, START))
    if name != "lost":
        messages.append((due[-1] + half, STOP))
    return sorted(messages)


def machine(device, *commands):
    return [0xF0, 0x7F, device, 6, *commands, 0xF7]


MACHINE = [
    (0, machine(5, 0x44, 6, 1, 0x20, 0, 2, 0, 0)), (50, machine(127, 3)),
    (500, machine(6, 1)), (1_000, machine(5, 1)),
]
"""To 2 s, play; a stop for another machine; stop."""


def prepare(folder):
    for name in LEADERS:
        lines = [f"{ms + 100:.6f} {' '.join(f'{byte:02x}' for byte in message)}\n"
                 for ms, message in said(name)]
        (folder / f"{name}.txt").write_text("".join(lines))
    # Another clock begins later, at quite another tempo, and starts and stops in vain.
    intruder = [(START if count % 50 == 7 else STOP if count % 50 == 40 else CLOCK)
                for count in range(700)]
    (folder / "intruder.txt").write_text("".join(
        f"{count * 11.3:.3f} {message[0]:02x}\n" for count, message in enumerate(intruder)))
    (folder / "machine.txt").write_text("".join(
        f"{ms} {' '.join(f'{byte:02x}' for byte in message)}\n" for ms, message in MACHINE))
    (folder / "build.txt").write_text("\n".join([
        "tempo 120", "snap off", "row lead channel=1",
        *(f"add lead {step / 4} 0.125 {LOWEST + step} vel=90" for step in range(STEPS)),
        f"loop 0 {STEPS // 4}", "sync"]) + "\n")
    return GUEST


def onsets(folder, name):
    """When each note-on came, in milliseconds since the first clock was due, and its sixteenth."""
    anchor, _ = read_sent(folder / f"{name}.log")
    return [((message.time - anchor) / 1e6 - 100, message.data1 - LOWEST)
            for message in read_recording(folder / f"{name}.rec") if message.is_on]


def errors(heard, due, first, place=0):
    """By how many microseconds each note is off; None where one is missing or another."""
    wanted = [(due[clock], (place + index) % STEPS)
              for index, clock in enumerate(range(first, len(due), 6))]
    if [step for _, step in heard] != [step for _, step in wanted]:
        return None
    return [abs(time - ideal) * 1_000 for (time, _), (ideal, _) in zip(heard, wanted)]


def figures(name, found):
    return f"{name}: {len(found)} notes, |error| p50 {percentile(found, 50):.0f}, " \
        f"p99 {percentile(found, 99):.0f}, max {max(found):.0f} µs"


def status(folder, name):
    return json.loads((folder / f"{name}.log").read_text())["result"]


def check(folder):
    for name, law in (
        ("even", "a note sounds with its leader's clock, from the start on"),
        ("jittery", f"± {JITTER:.0f} ms of jitter, and a second clock, do not reach the notes"),
    ):
        found = errors(onsets(folder, name), LEADERS[name][0], STARTS[name])
        if found:
            yield "#", figures(name, found)
        yield law, None if found and max(found) <= BOUND else Late(found)
    found = errors(onsets(folder, "step"), STEP[0], BEFORE)
    beat = (24 * 8 + 24) // 6
    if found:
        yield "#", figures("from a beat after 120 → 140 on", found[beat:])
    yield "a step of tempo is followed within a beat", None if (
        found and max(found[beat:]) <= BOUND) else Late(found)
    found = errors(onsets(folder, "cold"), COLD[0], 0)
    if found:
        yield "#", f"with the first clock of all the first note is {found[0]:.0f} µs late"
        yield "#", figures("from the fifth note on", found[4:])
    yield f"with the first clock of all the first note comes within {COLD_BOUND / 1e3:.0f} ms", (
        None if found and found[0] <= COLD_BOUND and max(found[8:]) <= BOUND else Late(found))
    yield from places(folder)
    yield from losses(folder)
    heard = onsets(folder, "machine")
    yield "MMC locates, plays and stops", None if (
        [step for _, step in heard] == [*range(16, 16 + len(heard))] and 7 <= len(heard) <= 8
    ) else f"{heard}"
    for name in (*LEADERS, "machine"):
        yield f"{name}: every note ends once", unbalanced(read_recording(folder / f"{name}.rec"))
    sync = status(folder, "locked")["sync"]
    yield "the status says whose tempo it is, and that it is locked", None if (
        sync["source"] == "clock" and sync["locked"] and abs(sync["bpm"] - 133.7) < 0.1
    ) else f"{sync}"
    refused = (folder / "refused.log").read_text()
    yield "a tempo is refused with the reason", None if "follow off" in refused else refused
    kept = status(folder, "kept")
    yield "it follows and obeys after a restart", None if (
        kept["sync"]["source"] == "clock" and kept["sync"]["lost"] == "stop"
        and kept["mmc"] == {"on": True, "device": 5}) else f"{kept}"


def places(folder):
    due, heard = PLACES[0], onsets(folder, "places")
    parts = [(BEFORE, STOPPED, 0), (CONTINUED, MOVED - 24, (STOPPED - BEFORE) // 6),
             (MOVED, len(due), PLACE)]
    found = []
    for first, end, place in parts:
        part = [(time, step) for time, step in heard if due[first] - 5 < time < due[end - 1] + 1]
        found.append(errors(part, due[:end], first, place))
    yield "a leader's stop, continue and place are obeyed to the clock", None if (
        all(found) and max(max(part) for part in found) <= BOUND) else Late(f"{heard} {found}")


def losses(folder):
    before, after = (status(folder, name)["sync"]["losses"] for name in ("early", "late"))
    last = onsets(folder, "lost")[-1][0]
    state = status(folder, "late")["transport"]["state"]
    yield "without a clock for half a second it stops, if it is to", None if (
        after == before + 1 and state == "stopped" and 0 < last - LOST[0][-1] < 600
    ) else f"{before} {after} {state}, {last} after {LOST[0][-1]}"
