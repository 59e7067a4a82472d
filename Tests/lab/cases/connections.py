"""A sequencer that comes late, a restart, and a daemon that was killed: the synth stays connected."""

from recording import read as read_recording
from recording import unbalanced
from score import TEMPO

CHORD = (48, 60, 64, 67)

GUEST = """
# connected: waits until the rule has found its device.
connected() {
  local try
  for try in {1..100}; do
    if playhead --socket "$SOCKET" --json ports | grep -q '"connected":true'; then return; fi
    sleep 0.1
  done
  die "not connected: $(playhead --socket "$SOCKET" --json ports)"
}

mv /dev/snd/seq /dev/snd/seq.away
start_daemon tune.db
playhead --socket "$SOCKET" status > without.log
connect_out
perform song
mv /dev/snd/seq.away /dev/snd/seq
connected
record late
perform once
stop_recording
stop_daemon

start_daemon tune.db
connected
record again
perform once
stop_recording

record killed
perform killed
wait "$DAEMON" || true
start_daemon tune.db
connected
sleep 0.5
stop_recording
stop_daemon
"""


def prepare(folder):
    notes = ",".join(map(str, CHORD))
    (folder / "song.txt").write_text(
        f"tempo {TEMPO}\nrow keys channel=3 voices=poly\nadd keys 0 4 {notes} vel=90\nsync\n")
    (folder / "once.txt").write_text("play 0\n@300 stop\nsync\n")
    (folder / "killed.txt").write_text("play 0\n@300 !9\n")
    return GUEST


def check(folder):
    why = (folder / "daemon.err").read_text()
    yield "without a sequencer it says why and how to mend it", None if (
        "/dev/snd/seq" in why and "modprobe" in why) else why
    for name, law in (
        ("late", "a sequencer that comes later is played to"),
        ("again", "a connection is remembered after a restart"),
    ):
        messages = read_recording(folder / f"{name}.rec")
        ons = sorted(m.data1 for m in messages if m.status & 0xF0 == 0x90)
        yield law, None if ons == list(CHORD) else f"heard {ons}"
        yield f"{name}: every note ends once", unbalanced(messages)
    messages = read_recording(folder / "killed.rec")
    ended = {m.data1 for m in messages if m.status == 0x82}
    yield "what a killed daemon left sounding is ended after the next start", (
        None if ended.issuperset(CHORD) else f"ended {sorted(ended)}")
