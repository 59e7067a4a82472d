"""A daemon with a start-up script is killed and comes up again: playing, connected, in clock."""

import json

from recording import read as read_recording
from recording import summary
from score import BEAT, TEMPO
from timing import Late

STEPS, PITCH = 16, 40
CLOCK = 0xF8
SOON = 5_000_000
"""Nanoseconds by which the device, which is a program, may stamp a note too late."""

GUEST = """
# up: waits until it plays and has found its device, and a little longer; what it says is $1.log.
up() {
  local try
  for try in {1..100}; do
    playhead --socket "$SOCKET" --json status > "$1.log"
    if grep -q '"state":"rolling"' "$1.log" && grep -q '"connected":true' "$1.log"; then
      sleep 2.5
      playhead --socket "$SOCKET" --json status > "$1.log"
      return
    fi
    sleep 0.1
  done
  die "not up: $(cat "$1.log")"
}

cp "$OUT/script.txt" startup
start_daemon first.db
perform build
playhead --socket "$SOCKET" song.saveAs "$WORK/tune.song"
stop_daemon
synth Minitaur > Minitaur.rec 2> ready.log &
SYNTH=$!
until grep -q ready ready.log; do sleep 0.01; done
rm -f state/playhead/connections state/playhead/clocks
start_daemon other.db --script "$WORK/startup"
up once
kill -KILL "$DAEMON"
wait "$DAEMON" || true
rm -f state/playhead/connections state/playhead/clocks
start_daemon other.db --script "$WORK/startup"
up again
stop_daemon
sleep 0.1
kill "$SYNTH"
"""


def prepare(folder):
    (folder / "build.txt").write_text("\n".join([
        f"tempo {TEMPO}", "snap off", "row lead channel=1",
        *(f"add lead {step / 4} 1/16 {PITCH + step}" for step in range(STEPS)),
        "loop 0 4", "sync"]) + "\n")
    (folder / "script.txt").write_text("\n".join([
        "# what this machine is for", "connect out Minitaur", "clock out always",
        "frobnicate all", "seek nowhere", 'bind cc:64 "go next"', "load tune.song", "play 0"])
        + "\n")
    return GUEST


def check(folder):
    messages = read_recording(folder / "Minitaur.rec")
    for name in ("once", "again"):
        status = json.loads((folder / f"{name}.log").read_text())["result"]
        state = status["transport"]["state"], status["clocks"], status["connections"]
        yield f"started {name}, it plays, is connected and in clock", None if (
            state[0] == "rolling" and len(state[1]) == 1 and state[2][0]["connected"]
        ) else f"{state}"
        anchor = status["transport"]["anchor"]
        # The pass before the one that it was in.
        end = anchor["time"] - anchor["position"] * BEAT
        begin = end - 4 * BEAT
        ons = [m for m in messages if m.is_on and begin - SOON < m.time < end - SOON]
        wanted = [(begin + step * BEAT / 4, PITCH + step) for step in range(STEPS)]
        yield f"started {name}, its device hears each note", None if (
            [m.data1 for m in ons] == [pitch for _, pitch in wanted]
        ) else f"{[m.data1 for m in ons]}"
        yield f"started {name}, each in its time", Late.of([
            f"{(m.time - time) / 1e6:.1f} ms" for m, (time, _) in zip(ons, wanted)
            if abs(m.time - time) > SOON])
        clocks = [m for m in messages if m.status == CLOCK and begin < m.time < end]
        yield f"started {name}, its device hears 24 clocks a beat", None if (
            abs(len(clocks) - 96) <= 1) else f"{len(clocks)} in 4 beats"
    log = (folder / "daemon.err").read_text()
    yield "a bad line is said with its number, at each start", summary([
        f"line {line} {log.count(f'line {line}:')} times" for line in (4, 5)
        if log.count(f"line {line}:") != 2])
    sounding = set()
    for m in messages:
        if m.is_on:
            sounding.add(m.data1)
        elif m.is_off:
            sounding.discard(m.data1)
    yield "no note hangs", f"{sounding}" if sounding else None
