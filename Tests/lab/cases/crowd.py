"""64 clients, most of them badly behaved, while a song plays and is edited."""

import re

from load import Load
from recording import anchor, read_log, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note
from timing import Onsets, match

FRIENDS, DEAF, VISITS = 40, 20, 5_000
"""With a writer, the one that plays and a visitor they are as many as are let in, but one."""
SECONDS = 12
STEPS = int(SECONDS * 1e9 / (BEAT / 4))
RATE = 100
MOST_KB = 2_048
"""Resident memory that a client may cost."""

GUEST = f"""
resident() {{ awk '/VmRSS/ {{ print $2 }}' "/proc/$DAEMON/status"; }}

start_daemon tune.db
connect_out
perform build
echo "before $(resident)" > memory.log
crowd "$SOCKET" {FRIENDS} {DEAF} {VISITS} > crowd.log &
CROWD=$!
until grep -q connected crowd.log; do sleep 0.01; done
record crowd
perform play
stop_recording
until grep -q answered crowd.log; do sleep 0.1; done
echo "after $(resident)" >> memory.log
kill "$CROWD"
wait "$CROWD" || true
stop_daemon
"""


def load():
    return Load(RATE, SECONDS, 1 + STEPS)


def score():
    events = load().score()
    for step in range(STEPS):
        events += note(step * BEAT / 4, (step + 0.5) * BEAT / 4, 1, 60 + step % 12, 90)
    return events


def prepare(folder):
    build = [f"tempo {TEMPO}", "snap off", "row keys channel=1 voices=poly solo=on"]
    build += [f"add keys {step / 4} 0.125 {60 + step % 12} vel=90" for step in range(STEPS)]
    (folder / "build.txt").write_text("\n".join([*build, *load().build(), "loop off", "sync", ""]))
    (folder / "play.txt").write_text("\n".join(
        ["play 0", *load().edits(), f"@{SECONDS * 1_000 + 100} sync", ""]))
    return GUEST


def check(folder):
    log = read_log(folder, "play")
    messages = read_recording(folder / "crowd.rec")
    pairs, differences = match(score(), messages)
    onsets = Onsets([pair for pair in pairs if pair.event.channel == 1], anchor(log))
    yield "#", str(onsets)
    yield "every note comes, and once", differences
    yield "no onset is late", onsets.beyond()
    yield "no note hangs", unbalanced(messages)
    yield "every edit is answered", load().refusals(log)
    text = (folder / "crowd.log").read_text()
    came = re.search(r"(\d+) of \d+ visitors and (\d+) friends", text)
    yield "who asks in turn is answered", (
        None if came and {int(number) for number in came.groups()} == {VISITS} else text)
    memory = dict(line.split() for line in (folder / "memory.log").read_text().splitlines())
    grown = int(memory["after"]) - int(memory["before"])
    clients = FRIENDS + DEAF + 1
    yield "#", f"{grown} kB more in memory, {grown / clients:.0f} for each of {clients} clients"
    yield "a client costs little", None if grown < MOST_KB * clients else f"{grown} kB"
