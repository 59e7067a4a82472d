"""One of two devices of a port is disconnected in mid-chord, and the other plays on."""

from recording import anchor, read_log, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note
from timing import Late, Onsets, match

CHORD = (48, 60, 64)
BEATS = 8
PARTED = 3
"""The beat by which the device is gone."""
SOON = 2_000_000
"""Nanoseconds in which everything on the device that parts is at rest."""
CLOCK, START, STOP = 0xF8, 0xFA, 0xFC

GUEST = """
synth Minitaur > parted.rec 2> parted.log &
until grep -q ready parted.log; do sleep 0.01; done
start_daemon tune.db
connect_out
playhead --socket "$SOCKET" connect out Minitaur
perform build
record kept
perform play
stop_recording
stop_daemon
"""


def prepare(folder):
    chord = ",".join(map(str, CHORD))
    build = [
        f"tempo {TEMPO}", "snap off", "row keys voices=poly channel=1",
        f"add keys 0 {BEATS} {chord} vel=90",
        *(f"add keys {beat} 0.5 {72 + beat} vel=90" for beat in range(BEATS)),
        "row knobs voices=poly channel=1",
        f"add knobs 0 {BEATS} control=sustain value=127",
        f"add knobs 0 {PARTED - 1} control=bend value=0 to=4000",
        "loop off", "clock out on", "sync"]
    (folder / "build.txt").write_text("\n".join(build) + "\n")
    at = (PARTED - 0.3) * BEAT / 1e6
    (folder / "play.txt").write_text("\n".join([
        "play", f"@{at:.3f} disconnect out Minitaur",
        f"@{BEATS * BEAT / 1e6 + 100:.3f} sync", ""]))
    return GUEST


def check(folder):
    parted, kept = (read_recording(folder / f"{name}.rec") for name in ("parted", "kept"))
    parting = next(
        reply for reply in read_log(folder, "play") if "disconnect" in reply.request)
    begun = [message for message in parted if message.is_on]
    yield "a device is heard before it goes", None if len(begun) == len(CHORD) + PARTED else (
        f"{len(begun)} notes")
    yield "each of its notes ends once", unbalanced(parted)
    last = max(message.time for message in parted)
    yield "#", f"at rest {(last - parting.written) / 1e6:.2f} ms after it was asked"
    yield "it is at rest within 2 ms", None if last - parting.written < SOON else (
        Late(f"{(last - parting.written) / 1e6:.1f} ms"))
    yield "its pedal is up, its bend straight and its clock stopped", standing(parted)
    score = [event for pitch in CHORD for event in note(0, BEATS * BEAT, 1, pitch, 90)]
    for beat in range(BEATS):
        score += note(beat * BEAT, (beat + 0.5) * BEAT, 1, 72 + beat, 90)
    pairs, differences = match(score, kept)
    yield "the other loses and doubles nothing", differences
    yield "the other hangs no note", unbalanced(kept)
    onsets = Onsets(pairs, anchor(read_log(folder, "play")))
    yield "#", str(onsets)
    yield "the other is on time", onsets.beyond()
    others = [message for message in kept if message.time >= parting.written]
    pedals = [message for message in others if message.status == 0xB0 and message.data1 == 64]
    yield "the other keeps its pedal until the end", None if len(pedals) == 1 and (
        pedals[0].time - anchor(read_log(folder, "play")) > (BEATS - 0.1) * BEAT) else f"{pedals}"


def standing(messages):
    """Says what a device that has been disconnected was left with."""
    def last(fits):
        return next((message for message in reversed(messages) if fits(message)), None)

    pedal = last(lambda message: message.status == 0xB0 and message.data1 == 64)
    bend = last(lambda message: message.status == 0xE0)
    sync = last(lambda message: message.status in (START, CLOCK, STOP))
    if not pedal or pedal.data2 != 0:
        return f"the pedal is at {pedal}"
    if not bend or (bend.data1, bend.data2) != (0, 64):
        return f"the bend is at {bend}"
    return None if sync and sync.status == STOP else f"the clock's last is {sync}"
