"""What comes in at the port `in` is shown and delays nothing; a forbidden connection is undone."""

import json

from recording import anchor, read_log, read_sent, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note
from timing import Late, Onsets, match

SAID = [
    [0x90, 60, 100], [0x80, 60, 1], [0x9F, 127, 1], [0xB2, 7, 127], [0xC3, 5], [0xD4, 6],
    [0xE5, 0, 0], [0xE5, 127, 127], [0xA6, 61, 62], [0xF2, 1, 2], [0xFA], [0xF8], [0xFB], [0xFC],
    [0xF0, 0x7F, 0x7F, 6, 2, 0xF7],
]
"""Messages that are shown as they came."""
UNKNOWN = [[0xF6], [0xF3, 1], [0xFE], [0xFF], [0xF1, 1]]
STEPS = 24
FLOOD = 6_000
EXACT = 5_000
"""Nanoseconds by which the queue's clock may be thought to be ahead of the machine's."""
SOON, SOME = 100_000, 5_000_000
"""Nanoseconds from when a message was sent to the time that is told of it: mostly, and at most.

Stopped, nothing stamps it in the kernel, which other programs hold up as they start and end.
"""

GUEST = """
# master_plays NAME: another sequencer plays NAME.txt.
master_plays() {
  master Master "$OUT/$1.txt" > "$1.log" || die "master: $1"
}

# ask WORD…: the daemon's reply.
ask() {
  playhead --socket "$SOCKET" --json "$@"
}

start_daemon tune.db
connect_out
ask connect in Master > absent.log
perform build
playhead --socket "$SOCKET" --json subscribe midi > midi.log &
SUBSCRIBER=$!
sleep 2
master_plays said
sleep 0.2
kill "$SUBSCRIBER"

record flooded
playhead --socket "$SOCKET" --json subscribe midi > stream.heard.log &
SUBSCRIBER=$!
master_plays stream &
until grep -q '"port":"in"' stream.heard.log; do sleep 0.01; done
perform play
wait %master_plays || die "stream failed"
stop_recording
kill "$SUBSCRIBER"

master Master "$OUT/flood.txt" > flood.log &
sleep 0.1
kill -STOP "$DAEMON"
sleep 1
kill -CONT "$DAEMON"
wait %master || true
sleep 0.2
ask status > overrun.log

other=$(aconnect -l | awk -F'[ :]' '/^client.*Virtual Raw MIDI.*-1/ { print $2 }')
connections() {
  aconnect -l | awk '/^client/ { ours = /Playhead/ } ours && /Connecting To/' | tr -d '\t'
}
ask forbid out "$other:0" > /dev/null
for _ in 1 2 3; do
  aconnect Playhead:0 "$other:0"
  sleep 0.2
done
connections > forbidden.log
stop_daemon
start_daemon tune.db
sleep 0.2
aconnect Playhead:0 "$other:0"
sleep 0.2
connections > restarted.log
ask disconnect out "$other:0" > /dev/null
aconnect Playhead:0 "$other:0"
sleep 0.2
connections > allowed.log
aconnect -d Playhead:0 "$VIRMIDI_CLIENT"
sleep 0.2
ask ports > cut.log
aconnect Playhead:0 "$VIRMIDI_CLIENT"
sleep 0.2
ask ports > made.log
aconnect -d Playhead:0 "$VIRMIDI_CLIENT"
ask connect out "$VIRMIDI" > again.log
stop_daemon
"""


def prepare(folder):
    def line(ms, message):
        return " ".join([f"{ms:.3f}", *(f"{byte:02x}" for byte in message)]) + "\n"

    messages = SAID + UNKNOWN + SAID
    (folder / "said.txt").write_text("".join(
        line(10 * index, message) for index, message in enumerate(messages)))
    (folder / "stream.txt").write_text("".join(
        line(index / 2, SAID[index % len(SAID)]) for index in range(9_000)))
    (folder / "flood.txt").write_text("".join(
        line(0, SAID[0]) for _ in range(FLOOD)))
    (folder / "build.txt").write_text("\n".join([
        f"tempo {TEMPO}", "snap off", "row lead channel=1",
        *(f"add lead {step / 4} 0.125 {60 + step % 12} vel=90" for step in range(STEPS)),
        "loop off", "sync"]) + "\n")
    (folder / "play.txt").write_text(f"play 0\n@{STEPS / 4 * BEAT / 1e6 + 100} sync\n")
    return GUEST


def check(folder):
    absent = json.loads((folder / "absent.log").read_text())["result"]
    yield "a source that is absent is waited for", None if not absent["connected"] else f"{absent}"
    _, sent = read_sent(folder / "said.log")
    wanted = [(time, message) for time, message in sent if message not in UNKNOWN]
    events = [json.loads(line) for line in (folder / "midi.log").read_text().splitlines()]
    told = [event["params"] for event in events if event.get("method") == "midi"]
    told = [event for event in told if event["port"] == "in"]
    yield "what comes in is shown as it came, and nothing that is unknown", None if (
        [event["bytes"] for event in told] == [message for _, message in wanted]) else f"{told}"
    delays = [event["time"] - time for event, (time, _) in zip(told, wanted)]
    yield "#", f"stamped {min(delays) / 1e3:.0f} to {max(delays) / 1e3:.0f} µs after it was sent"
    median = sorted(delays)[len(delays) // 2]
    yield "what comes in has its time", None if (
        0 <= min(delays) and median < SOON and max(delays) < SOME) else Late(delays)
    score = [event for step in range(STEPS) for event in note(
        step * BEAT / 4, (step + 0.5) * BEAT / 4, 1, 60 + step % 12, 90)]
    messages = read_recording(folder / "flooded.rec")
    pairs, differences = match(score, messages)
    yield "2,000 messages a second that come in lose and double no note", differences
    yield "they hang no note", unbalanced(messages)
    onsets = Onsets(pairs, anchor(read_log(folder, "play")))
    yield "#", str(onsets)
    yield "they delay no note", onsets.beyond()
    _, sent = read_sent(folder / "stream.log")
    lines = (folder / "stream.heard.log").read_text().splitlines()
    told = [event["params"] for event in map(json.loads, lines) if event.get("method") == "midi"]
    told = [event for event in told if event["port"] == "in"]
    first = anchor(read_log(folder, "play"))
    last = first + STEPS // 4 * BEAT
    delays = sorted(
        event["time"] - time for event, (time, _) in zip(told, sent) if first < time < last)
    yield "#", f"while it plays stamped {delays[0] / 1e3:.0f} to {delays[-1] / 1e3:.0f} µs after"
    yield "of so many each is shown", None if (
        len(told) == len(sent) and len(delays) > 1_000) else f"{len(told)} of {len(sent)}"
    yield "while it plays, the kernel stamps what comes in", None if (
        -EXACT < delays[0] and delays[-1] < SOON) else Late(delays[:3] + delays[-3:])
    health = json.loads((folder / "overrun.log").read_text())["result"]["health"]
    yield "what came while nobody could read is counted as lost, and survived", None if (
        health["overruns"] > 0) else f"{health}"
    for name, law in (
        ("forbidden", "a forbidden connection from outside is undone"),
        ("restarted", "what is forbidden is so after a restart"),
    ):
        lines = (folder / f"{name}.log").read_text().split("\n")
        yield law, None if "Connecting To: " in lines[0] and "," not in lines[0] else f"{lines}"
    allowed = (folder / "allowed.log").read_text()
    yield "what is allowed again stays", None if "," in allowed else allowed
    for name, law, isMade in (
        ("cut", "a connection that somebody else undoes is left alone", False),
        ("made", "a connection that somebody else makes is ours where a rule says so", True),
        ("again", "a connection that was undone is made again when that is asked for", True),
    ):
        result = json.loads((folder / f"{name}.log").read_text())["result"]
        found = [rule["connected"] for rule in result["connections"] if rule["port"] == "out"]
        yield law, None if found == [isMade] else f"{result}"
    said = (folder / "daemon.err").read_text().count("which is forbidden")
    yield "of an undone connection the log says once", None if said == 2 else f"{said} times"
