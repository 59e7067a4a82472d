"""A daemon is killed while it plays to two devices on one port, and clicks on another."""

from recording import read as read_recording
from score import TEMPO

CHORD = (48, 60, 64, 67)
CHANNEL, CLICKS = 3, 10
DEVICES = {"Minitaur": (CHANNEL, CHORD), "Prophet": (CHANNEL, CHORD), "Clicker": (CLICKS, (76, 77))}

GUEST = """
# connected: waits until each rule has found its device.
connected() {
  local try found
  for try in {1..100}; do
    found=$(playhead --socket "$SOCKET" --json ports | grep -o '"connected":true' | wc -l)
    if [ "$found" = 3 ]; then return; fi
    sleep 0.1
  done
  die "not connected: $(playhead --socket "$SOCKET" --json ports)"
}

SYNTHS=()
for name in Minitaur Prophet Clicker; do
  synth "$name" > "$name.rec" 2> "$name.log" &
  SYNTHS+=($!)
  until grep -q ready "$name.log"; do sleep 0.01; done
done
start_daemon tune.db
playhead --socket "$SOCKET" connect out Minitaur
playhead --socket "$SOCKET" connect out Prophet
playhead --socket "$SOCKET" connect click Clicker
connected
perform song
wait "$DAEMON" || true
start_daemon tune.db
connected
sleep 0.5
kill "${SYNTHS[@]}"
stop_daemon
"""


def prepare(folder):
    notes = ",".join(map(str, CHORD))
    (folder / "song.txt").write_text("\n".join([
        f"tempo {TEMPO}", f"row keys channel={CHANNEL} voices=poly",
        f"add keys 0 16 {notes} vel=90", "metronome on", "sync", "play 0", "@1000 !9", ""]))
    return GUEST


def check(folder):
    for name, (channel, keys) in DEVICES.items():
        messages = [m for m in read_recording(folder / f"{name}.rec") if m.channel == channel]
        struck = {m.data1 for m in messages if m.is_on}
        last = max((number for number, m in enumerate(messages) if m.is_on), default=0)
        ended = {m.data1 for m in messages[last:] if m.is_off}
        yield f"{name} has heard what was played", None if struck == set(keys) else f"{struck}"
        yield f"{name} is told the end of all that may sound there", None if (
            ended.issuperset(range(128))) else f"ended {sorted(ended)}"
