"""The machine is suspended while two daemons play: one stops then, the other goes on.

The kernel goes all the way but for the power (pm_test), and its monotonic clock stands meanwhile.
The lab's folders are lost with it, and with them every program that is not in memory: what was
recorded is read from the console.
"""

import machine
from recording import Message, anchor, read_log, unbalanced
from score import BEAT, TEMPO, note, stopped
from timing import Late, Onsets, match

STEPS = 24
"""Sixteenths, in 2.7 seconds."""
BEFORE = 1.0
"""Seconds from the start to the suspend, about."""
CHANNELS = {"stops": 1, "continues": 2}
PAD = 36
SOON = 20_000_000
"""Nanoseconds in which all is silent after the suspend: the next fill, and its commit point."""

GUEST = """
if [ ! -e /sys/power/pm_test ]; then die "this kernel cannot rehearse a suspend"; fi

# begin NAME OPTION: a daemon with a socket of its own, connected.
begin() {
  SOCKET=$WORK/$1.sock
  start_daemon "$1.db" --on-resume "$2"
  connect_out
  perform "$1-build"
}

cp "$(command -v busybox)" "$WORK/busybox"
cp "$OUT/stops.txt" "$OUT/continues.txt" "$WORK"
cat > after.sh <<'AFTER'
b=$WORK/busybox
$b sleep 0.5
echo 2 > /sys/module/suspend/parameters/pm_test_delay
echo core > /sys/power/pm_test
echo mem > /sys/power/state &&
  echo "suspended until $($b awk '/^now at/ { print $3; exit }' /proc/timer_list)"
$b sleep 3
$b kill -TERM $RECORDER
$b sleep 0.5
for file in suspend.rec stops.log continues.log; do
  while read -r line; do echo "$file $line"; done < $file
done
echo "lab: status 0"
echo o > /proc/sysrq-trigger
$b sleep 60
AFTER

# Read as a whole: what follows the suspend has no folder to be read from.
suspend() {
  begin stops stop
  begin continues continue
  record suspend
  for name in stops continues; do
    drive "$WORK/$name.sock" "$name.txt" > "$name.log" &
  done
  sleep BEFORE
  trap - EXIT
  export WORK RECORDER
  exec ./busybox sh after.sh
}
suspend
"""


def prepare(folder):
    for name, channel in CHANNELS.items():
        (folder / f"{name}-build.txt").write_text("\n".join([
            f"tempo {TEMPO}", "snap off", "loop off", f"row lead channel={channel} voices=poly",
            f"add lead 0 {STEPS / 4} {PAD} vel=90",
            *(f"add lead {step / 4} 0.125 {60 + step % 12} vel=90" for step in range(STEPS)),
            "sync", ""]))
        end = STEPS / 4 * BEAT / 1e6 + 100
        (folder / f"{name}.txt").write_text(f"play 0\n@{end} status\n")
    return GUEST.replace("BEFORE", str(BEFORE))


def score(channel):
    events = note(0, STEPS / 4 * BEAT, channel, PAD, 90)
    for step in range(STEPS):
        events += note(step * BEAT / 4, (step + 0.5) * BEAT / 4, channel, 60 + step % 12, 90)
    return events


def read_console(folder):
    """Writes the files that came over the console where they would have been; returns when the
    suspend was over, None when there was none."""
    lines = [line.split(" ", 1) for line in (folder / "console").read_text().splitlines()]
    for name in ("suspend.rec", "stops.log", "continues.log"):
        (folder / name).write_text("".join(
            f"{rest[0]}\n" for file, *rest in lines if file == name and rest))
    return next((int(rest[0].split()[1]) for word, *rest in lines if word == "suspended"), None)


def check(folder):
    if not machine.BOOTS:
        return
    over = read_console(folder)
    yield "the machine was suspended", None if over else "it was not"
    recorded = [Message(*map(int, line.split()))
                for line in (folder / "suspend.rec").read_text().splitlines()]
    for name, channel in CHANNELS.items():
        messages = [message for message in recorded if message.channel == channel]
        log = read_log(folder, name)
        status = log[-1].result
        yield f"{name}: every note ends once", unbalanced(messages)
        yield f"{name}: the suspend is counted, and nothing was missed", None if (
            status["health"]["suspends"] == 1 and status["health"]["missed"] == 0
        ) else f"{status['health']}"
        offs = [message.time - anchor(log) for message in messages
                if message.is_off and message.data1 == PAD]
        ended = offs[0] if offs else 0
        late = (anchor(log) + ended - over) / 1e6
        yield "#", f"{name}: silent {late:.1f} ms after the suspend"
        yield f"{name}: what sounds ends at once", Late(late) if late > SOON / 1e6 else None
        events = score(channel)
        if name == "stops":
            events = stopped(events, ended)
            yield "stops: it has stopped", None if (
                status["transport"]["state"] == "stopped"
                and abs(status["transport"]["position"] * BEAT - ended) < SOON
            ) else f"{status['transport']} {ended}"
        pairs, differences = match(events, messages)
        yield f"{name}: nothing is lost, doubled or played in a burst", differences
        ons = Onsets([pair for pair in pairs if pair.event.is_on], anchor(log))
        yield "#", f"{name}: {ons}"
        yield f"{name}: each onset is where the clock that stood has it", ons.beyond()
