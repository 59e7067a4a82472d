"""A device goes in mid-chord and returns under another number; ports come and go."""

from recording import anchor, read_log, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note
from timing import Late, Onsets, match

CHORD = (48, 60, 64)
CHANNEL, PROGRAM = 3, 6
STEPS = 32
SOON = 100_000_000
"""Nanoseconds in which a device that returns is set up."""
RENAMES = 300

GUEST = f"""
# synth_starts NAME: the device comes, and records to NAME.rec.
synth_starts() {{
  synth Minitaur > "$1.rec" 2> "$1.log" &
  SYNTH=$!
  until grep -q ready "$1.log"; do sleep 0.01; done
}}

start_daemon tune.db
connect_out
perform build
playhead --socket "$SOCKET" connect keys Minitaur
synth_starts before
sleep 0.2
record out
perform play &
sleep 0.7
kill "$SYNTH"
wait "$SYNTH" || true
# Whoever comes next gets the number that is free: somebody else has it when the device returns.
exec 9<> /dev/snd/seq
sleep 0.5
synth_starts after
wait %perform || die "play failed"
stop_recording
kill "$SYNTH"

ports() {{
  playhead --socket "$SOCKET" --json ports
}}
# kernel_ports: what the kernel knows of our ports.
kernel_ports() {{
  awk '/^Client/ {{ ours = /"Playhead"/ }} ours && /^  Port/' /proc/asound/seq/clients
}}
{{ ports; kernel_ports; }} > early.log
perform rename
sleep 3
{{ ports; kernel_ports; }} > late.log
grep -c '^Client.*"Playhead"' /proc/asound/seq/clients > clients.log
stop_daemon
"""


def prepare(folder):
    chord = ",".join(map(str, CHORD))
    build = [
        f"tempo {TEMPO}", "snap off",
        f"row keys port=keys channel={CHANNEL} program={PROGRAM} voices=poly",
        f"add keys 0 7.5 {chord}",
        *(f"add keys {beat} 0.5 {72 + beat}" for beat in range(STEPS // 4)),
        "row lead channel=1",
        *(f"add lead {step / 4} 0.125 {60 + step % 12} vel=90" for step in range(STEPS)),
        "loop off", "sync"]
    (folder / "build.txt").write_text("\n".join(build) + "\n")
    (folder / "play.txt").write_text(f"play 0\n@{STEPS / 4 * BEAT / 1e6 + 100} sync\n")
    (folder / "rename.txt").write_text("\n".join(
        [line for number in range(RENAMES)
         for line in (f"rows.set lead port=name{number}", f"row other{number} port=more{number}",
                      f"rows.remove other{number}")]
        + ["rows.set lead port=out", "sync", ""]))
    return GUEST


def check(folder):
    ready = int((folder / "after.log").read_text().split()[1])
    before, after = (read_recording(folder / f"{name}.rec") for name in ("before", "after"))
    yield "a device is heard before it goes", None if len(
        [m for m in before if m.is_on]) >= len(CHORD) else f"{before}"
    yield "a device that returns gets its offs, the pedal up, the program, and then notes", (
        settings(after))
    begun, done = after[0].time - ready, set_up(after) - ready
    yield "#", f"it is set up {begun / 1e6:.1f} to {done / 1e6:.1f} ms after it has returned"
    yield "a device that returns is set up within 100 ms", None if done < SOON else Late(done)
    score = [event for step in range(STEPS) for event in note(
        step * BEAT / 4, (step + 0.5) * BEAT / 4, 1, 60 + step % 12, 90)]
    messages = read_recording(folder / "out.rec")
    pairs, differences = match(score, messages)
    yield "the other port loses and doubles nothing", differences
    yield "the other port hangs no note", unbalanced(messages)
    onsets = Onsets(pairs, anchor(read_log(folder, "play")))
    yield "#", str(onsets)
    yield "the other port is on time", onsets.beyond()
    early, late = ((folder / f"{name}.log").read_text() for name in ("early", "late"))
    yield f"{RENAMES} renamed and removed ports leave none behind", (
        None if early == late else f"{early} became {late}")
    clients = (folder / "clients.log").read_text().strip()
    yield "there is one client", None if clients == "1" else clients


def set_up(messages):
    """When the last message before the first note came."""
    return max(message.time for message in messages[:first_on(messages)])


def first_on(messages):
    return next((i for i, message in enumerate(messages) if message.is_on), len(messages))


def settings(messages):
    """Says what is out of order before the first note of a device that has returned."""
    on = first_on(messages)
    head = [message[1:] for message in messages[:on]]
    wanted = [(0x80 | CHANNEL - 1, pitch) for pitch in CHORD]
    offs = [message[:2] for message in head if message[0] & 0xF0 == 0x80]
    pedal, program = (0xB0 | CHANNEL - 1, 64, 0), (0xC0 | CHANNEL - 1, PROGRAM - 1, 0)
    if not set(wanted) <= set(offs) or pedal not in head or program not in head:
        return f"before the first note came {head}"
    places = [max(head.index((*off, 64)) for off in wanted), head.index(pedal), head.index(program)]
    if places != sorted(places):
        return f"the order is {head}"
    return None if on < len(messages) else "no note came after"
