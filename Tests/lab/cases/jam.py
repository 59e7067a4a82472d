"""A jam of random edits while it plays: it can all be taken back, and kill -9 takes none of it.

JAM_SECONDS is how long each half of it lasts; an hour in all is for a night.
"""

import json
import os
import random

from recording import anchor, read_log
from recording import read as read_recording

SECONDS = float(os.environ.get("JAM_SECONDS", 20))
EVERY = 1.2
"""Seconds from one edit to the next, on average."""
ROWS = ["bass", "keys", "kick", "hat"]
BARS = 8

GUEST = """
# listing NAME: all cells of the song, and everything else that is saved.
listing() {
  local after=
  : > "$1-cells.log"
  while true; do
    playhead --socket "$SOCKET" --json ls all limit=1000 $after > page
    cat page >> "$1-cells.log"
    after=$(sed -n 's/.*"next":"\\([^"]*\\)".*/after=\\1/p' page)
    if [ -z "$after" ]; then break; fi
  done
  playhead --socket "$SOCKET" --json song.outline > "$1-outline.log"
}

# jam NAME: plays a half of it; some edits are refused, as they may be.
jam() {
  drive "$SOCKET" "$OUT/$1.txt" > "$1.log" || die "$1: $(tail -1 "$1.log")"
}

start_daemon jam.db
connect_out
perform build
playhead --socket "$SOCKET" song.saveAs "$WORK/jam.song"
listing saved
record jam
jam first
listing jammed
kill -9 "$DAEMON"
wait "$DAEMON" || true
start_daemon jam.song
listing back
playhead --socket "$SOCKET" undo
playhead --socket "$SOCKET" redo
listing again
jam second
playhead --socket "$SOCKET" cancel || true
playhead --socket "$SOCKET" revert
listing reverted
playhead --socket "$SOCKET" undo
playhead --socket "$SOCKET" stop
sleep 0.5
stop_recording
stop_daemon
"""


def place(choose):
    return f"{choose.randint(1, BARS)}:{choose.randint(1, 4)}"


def edit(choose):
    """A line that a player might type."""
    row, bar = choose.choice(ROWS), choose.randint(1, BARS)
    region = f"{row}@{bar}:1..{bar + 1}:1"
    return choose.choice([
        f"add {row} {place(choose)} {choose.choice(['1/16', '1/8', '1/2', 'bar'])} "
        f"{choose.randint(30, 90)}",
        f"move {region} by={choose.choice(['1/16', '1/8', '-1/8'])}",
        f"copy {region} at={place(choose)}",
        f"cut {row}@{place(choose)}",
        f"transpose {region} {choose.randint(-7, 7)}",
        f"set {region} vel={choose.randint(20, 127)} chance={choose.randint(50, 100)}",
        f"resize {region} by={choose.choice(['1/16', '-1/16'])}",
        f"humanize {region} time=8 seed={choose.randint(1, 99)}",
        f"mute {row} toggle when=bar", "unmute", f"tempo {choose.randint(90, 160)} when=beat",
        f"swing {choose.randint(50, 66)} 1/16", f"go {choose.choice(['Verse', 'Chorus'])} when=bar",
        f"rows.set {row} transpose={choose.randint(-5, 5)}", "undo", "undo", "redo",
        "seek 1:1 when=bar", f"loop 1:1 {BARS + 1}:1",
    ])


def prepare(folder):
    build = [
        "row bass channel=1", "row keys channel=2 voices=poly", "row kick channel=10 note=kick",
        "row hat channel=10 note=hat", f"section Verse 1:1 {BARS // 2 + 1}:1",
        f"section Chorus {BARS // 2 + 1}:1 {BARS + 1}:1",
        f'pattern bass "C2 . G2 ." times={BARS * 4}',
        f'pattern keys "C4,E4 . . ." times={BARS * 4} gate=90', f"pattern kick x... times={BARS * 4}",
        f"pattern hat ..x. times={BARS * 4}", f"loop 1:1 {BARS + 1}:1", "sync", ""]
    (folder / "build.txt").write_text("\n".join(build))
    choose = random.Random(20261130)
    for half in "first", "second":
        time, lines = 0.0, ["play"]
        while (time := time + choose.expovariate(1 / EVERY)) < SECONDS:
            lines.append(f"@{time * 1e3:.3f} {edit(choose)}")
        (folder / f"{half}.txt").write_text("\n".join([*lines, "sync", ""]))
    return GUEST


def listing(folder, name):
    """The cells and all else that a song file holds."""
    pages = (folder / f"{name}-cells.log").read_text().splitlines()
    found = [cell for page in pages for cell in json.loads(page)["result"]["cells"]]
    outline = json.loads((folder / f"{name}-outline.log").read_text())["result"]
    for key in "revision", "transport", "counts":
        del outline[key]
    return found, outline


def check(folder):
    saved, jammed = listing(folder, "saved"), listing(folder, "jammed")
    log = read_log(folder, "first") + read_log(folder, "second")
    done = sum("result" in reply.body for reply in log)
    yield "#", f"{len(log)} requests, {done} done, {2 * SECONDS:.0f} s"
    yield "most of what was asked for was done", None if done > len(log) / 2 else f"{done}"
    yield "the song is another after the jam", None if jammed != saved else "it is not"
    yield "after kill -9 the jam is back", None if listing(folder, "back") == jammed else "it is not"
    yield "so are undo and redo", None if listing(folder, "again") == jammed else "it is not"
    yield "revert leads back, cell by cell", (
        None if listing(folder, "reverted") == saved else "it does not")
    last = {}
    for message in read_recording(folder / "jam.rec"):
        if message.is_on or message.is_off:
            last[message.channel, message.data1] = message
    hanging = sorted(key for key, message in last.items() if message.is_on)
    yield "no note hangs", f"{hanging}" if hanging else None
    yield "it played to the end", (
        None if max(m.time for m in last.values()) > anchor(log) else "it did not")
