"""A pedal and a pad that come in at the port `in` go from section to section, at once."""

import json

from recording import anchor, read_log, read_sent, summary, unbalanced
from recording import read as read_recording
from score import TEMPO
from timing import Late

STEPS = 16
SECTIONS = {"Low": 40, "High": 60}
"""The first pitch of each; the others follow by semitones, a sixteenth note each."""
PEDAL, PAD = [0xB0, 64, 127], [0x99, 36, 100]
LIFTED, LET_GO = [0xB0, 64, 0], [0x89, 36, 0]
MOMENTS = [1_000 + 137.3 * number for number in range(24)]
"""Milliseconds at which one of them is pressed, in turn; it is released 50 ms later."""
SOON = 5_000_000
"""Nanoseconds from the press to the first note of the section."""
HAND = (2, 90)
HAND_MS, SLACK_MS = 100, 20

GUEST = """
start_daemon tune.db
connect_out
playhead --socket "$SOCKET" connect in Master
perform build
playhead --socket "$SOCKET" --json subscribe transport > events.log &
record pressed
master Master "$OUT/pressed.txt" > sent.log &
MASTER=$!
perform play
wait "$MASTER" || die "master: $(cat sent.log)"
stop_recording
stop_daemon
"""


def prepare(folder):
    def line(ms, message):
        return " ".join([f"{ms:.3f}", *(f"{byte:02x}" for byte in message)]) + "\n"

    script = ""
    for number, ms in enumerate(MOMENTS):
        down, up = [(PEDAL, LIFTED), (PAD, LET_GO)][number % 2]
        script += line(ms, down) + line(ms + 50, up)
    (folder / "pressed.txt").write_text(script)
    cells = [
        f"add lead {4 * index + step / 4} 1/16 {pitch + step}"
        for index, pitch in enumerate(SECTIONS.values()) for step in range(STEPS)]
    (folder / "build.txt").write_text("\n".join([
        f"tempo {TEMPO}", "snap off", "row lead channel=1", *cells,
        "section Low 0 4", "section High 4 8", 'bind cc:64 "go High"',
        'bind note:36 "go Low" channel=10', "loop 0 4", "sync"]) + "\n")
    (folder / "play.txt").write_text(
        f"play 0\n@700 note port=out channel={HAND[0]} notes={HAND[1]} ms={HAND_MS}\n"
        f"@{MOMENTS[-1] + 1_500} stop\nsync\n")
    return GUEST


def check(folder):
    messages = read_recording(folder / "pressed.rec")
    first = anchor(read_log(folder, "play"))
    _, sent = read_sent(folder / "sent.log")
    presses = [(time, message) for time, message in sent if message in (PEDAL, PAD)]
    yield "the presses come while it plays", None if (
        presses[0][0] > first and len(presses) == len(MOMENTS)) else f"{presses[0]}, from {first}"
    events = [json.loads(line) for line in (folder / "events.log").read_text().splitlines()]
    commits = [
        event["params"]["commit"] for event in events
        if event.get("method") == "transport" and event["params"].get("cause") == "go"]
    yield "each press goes once, and a release never", None if (
        len(commits) == len(presses)) else f"{len(commits)} of {len(presses)}"
    delays = [commit - time for commit, (time, _) in zip(commits, presses)]
    heard, faults = [], []
    for time, message in presses:
        pitch = SECTIONS["High" if message == PEDAL else "Low"]
        onsets = [m for m in messages if m.is_on and m.channel == 1 and m.time > time]
        if not onsets or onsets[0].data1 != pitch:
            onsets = [m for m in onsets[1:2] if m.data1 == pitch]
        if onsets:
            heard.append(onsets[0].time - time)
        else:
            faults.append(f"no note {pitch} after {(time - first) / 1e6:.1f} ms")
    yield "the section begins with its first note", summary(faults)
    yield "#", (
        f"a go takes effect {min(delays) / 1e6:.2f} to {max(delays) / 1e6:.2f} ms after its press, "
        f"its first note comes after {min(heard) / 1e6:.2f} to {max(heard) / 1e6:.2f} ms")
    yield "a go is done within 5 ms of its press", None if (
        0 < min(delays) and max(delays) < SOON and max(heard) < SOON) else Late(
            f"{max(delays)}, {max(heard)} ns")
    yield "no note hangs", unbalanced(messages)
    hand = [m for m in messages if (m.channel, m.data1) == HAND]
    lasted = [(off.time - on.time) / 1e6 for on, off in zip(hand[::2], hand[1::2])]
    yield "a note by hand is struck once and ends by itself", None if (
        len(lasted) == 1 and HAND_MS - 1 < lasted[0] < HAND_MS + SLACK_MS) else f"{lasted}"
