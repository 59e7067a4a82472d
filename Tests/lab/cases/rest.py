"""While the transport is stopped the queue is, and no thread wakes up."""

import json

SECONDS = 60
STEPS = 16

GUEST = f"""
# switches: the voluntary context switches of each of the daemon's threads.
switches() {{
  grep -H voluntary_ctxt_switches "/proc/$DAEMON/task/"*/status | grep -v nonvoluntary |
    sed "s|/proc/$DAEMON/task/||"
}}

for hertz in 6250 1000; do
  start_daemon "tune$hertz.db" --resolution $hertz
  connect_out
  perform song
  # The last offs, the checkpoint, and the end of threads that have nothing to do.
  sleep 12
  grep VmLck "/proc/$DAEMON/status" > "locked-$hertz.log"
  cp /proc/asound/seq/queues "queues-$hertz.log"
  switches > "before-$hertz.log"
  sleep {SECONDS}
  switches > "after-$hertz.log"
  playhead --socket "$SOCKET" --json status > "status-$hertz.log"
  stop_daemon
done
"""


def prepare(folder):
    notes = [f"add keys {step / 4} 0.25 {60 + step}" for step in range(STEPS)]
    (folder / "song.txt").write_text("\n".join(
        ["row keys voices=poly", *notes, "play 0", "@300 stop", "sync", ""]))
    return GUEST


def check(folder):
    for hertz in (6250, 1000):
        before = (folder / f"before-{hertz}.log").read_text().splitlines()
        after = (folder / f"after-{hertz}.log").read_text().splitlines()
        woken = sorted(set(after) - set(before))
        yield f"at {hertz} Hz: stopped, no thread wakes up for {SECONDS} s", (
            f"{len(before)} threads, woken {woken}" if woken or not before else None)
        queues = (folder / f"queues-{hertz}.log").read_text()
        yield f"at {hertz} Hz: stopped, the queue is", (
            None if "Stopped" in queues and "Running" not in queues else queues)
        locked = int((folder / f"locked-{hertz}.log").read_text().split()[1])
        yield f"at {hertz} Hz: what it has used stays in memory", (
            None if locked else "nothing is locked")
        timer = json.loads((folder / f"status-{hertz}.log").read_text())["result"]["timer"]
        yield f"at {hertz} Hz: the kernel's timer has the resolution that was asked for", (
            None if timer["hertz"] == hertz else str(timer))
