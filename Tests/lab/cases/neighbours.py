"""What other programs do: they read nothing, keep a device to themselves, come and go unheard."""

import json

from recording import anchor, read_log, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note
from timing import Late, Onsets, match

STEPS = 64
"""Sixteenths of the melody: with the chords on the beats more than what a listener's 200 cells of
the kernel hold."""
CHORD = range(70, 78)
CROWD = 2_048
"""Notes of one instant: all keys of 16 channels, more than the pool holds."""
PORTS = 260
"""More than the kernel lets one client have."""
ENDING_SECONDS = 1.0
"""In which a daemon is asked how it was, and ends."""
COMINGS = 1_200
"""How often somebody comes and goes unheard: two announcements each, more than are kept."""

GUEST = r"""
# ask WORD…: the daemon's reply.
ask() {
  playhead --socket "$SOCKET" --json "$@"
}

# told PATTERN: waits until the ports are as they should be.
told() {
  local try
  for try in {1..100}; do
    if ask ports | grep -q "$1"; then return; fi
    sleep 0.05
  done
  die "not $1: $(ask ports)"
}

start_daemon tune.db
sleep 0.2
aconnect -l | awk '/^client/ { ours = /Playhead/ } ours && /Connect/' > alone.log
perform build

# Somebody else has the device for itself.
aconnect -e 14:0 "$VIRMIDI_CLIENT"
ask connect out "$VIRMIDI" > kept.log
ask ports > held.log
aconnect -d 14:0 "$VIRMIDI_CLIENT"
told '"connected":true'
ask disconnect out > /dev/null

# Connected and played in one breath.
printf '&connect out "%s"\nplay 0\n@500 stop\nsync\n' "$VIRMIDI" > "$OUT/breath.txt"
record breath
perform breath
stop_recording

# A listener that is stopped.
synth Deaf > deaf.out 2> deaf.log &
DEAF=$!
until grep -q ready deaf.log; do sleep 0.01; done
ask connect out Deaf > /dev/null
kill -STOP "$DEAF"
record deaf
perform play
stop_recording
kill -KILL "$DEAF"
ask disconnect out Deaf > /dev/null

# Devices come and go while the daemon hears nothing of it.
synth Lost > lost.out 2> lost.log &
LOST=$!
until grep -q ready lost.log; do sleep 0.01; done
ask connect out Lost > /dev/null
kill -STOP "$DAEMON"
kill -KILL "$LOST"
exec {NUMBER}<> /dev/snd/seq
for ((i = 0; i < COMINGS; i++)); do exec 8<> /dev/snd/seq; done
exec 8>&-
synth Lost > again.out 2> again.log &
LOST=$!
until grep -q ready again.log; do sleep 0.01; done
kill -CONT "$DAEMON"
sleep 1
ask ports > found.log
ask status > overrun.log
aconnect -l > clients.log
exec {NUMBER}>&-
kill -KILL "$LOST"
ask disconnect out Lost > /dev/null

# More notes in an instant than the pool holds.
perform crowd
record crowd
perform once
stop_recording

# More ports than a client may have.
perform ports
record full
perform once
stop_recording

# A listener that is stopped when the daemon ends, in the midst of the song.
synth Last > last.out 2> last.log &
DEAF=$!
until grep -q ready last.log; do sleep 0.01; done
ask connect out Last > /dev/null
kill -STOP "$DEAF"
perform midst
began=$EPOCHREALTIME
stop_daemon
echo "$began $EPOCHREALTIME" > ended.log
kill -KILL "$DEAF"
""".replace("COMINGS", str(COMINGS))


def prepare(folder):
    chord = ",".join(map(str, CHORD))
    melody = [f"add lead {step / 4} 0.125 {40 + step % 24} vel=90" for step in range(STEPS)]
    chords = [f"add keys {beat} 0.5 {chord} vel=90" for beat in range(STEPS // 4)]
    (folder / "build.txt").write_text("\n".join([
        f"tempo {TEMPO}", "snap off", "loop off", "row lead channel=1",
        "row keys channel=2 voices=poly", *melody, *chords, "sync", ""]))
    end = STEPS / 4 * BEAT / 1e6 + 100
    (folder / "play.txt").write_text(f"play 0\n@{end} sync\nstop\n")
    keys = [",".join(map(str, range(low, low + 16))) for low in range(0, 128, 16)]
    (folder / "crowd.txt").write_text("\n".join([
        "rows.set lead,keys mute=on",
        *(f"row crowd{channel} channel={channel} voices=poly" for channel in range(1, 17)),
        *(f"add crowd{channel} 1 1 {chord} vel=90 overlap=allow"
          for channel in range(1, 17) for chord in keys),
        "sync", ""]))
    (folder / "once.txt").write_text(f"play 0\n@{3 * BEAT / 1e6} sync\nstop\nsync\n")
    (folder / "midst.txt").write_text(f"play 0\n@{1.5 * BEAT / 1e6} ping\n")
    (folder / "ports.txt").write_text("\n".join(
        [f"row other{number} port=other{number}" for number in range(PORTS)] + ["sync", ""]))
    return GUEST


def score():
    events = []
    for step in range(STEPS):
        events += note(step * BEAT / 4, (step + 0.5) * BEAT / 4, 1, 40 + step % 24, 90)
    for beat in range(STEPS // 4):
        for pitch in CHORD:
            events += note(beat * BEAT, (beat + 0.5) * BEAT, 2, pitch, 90)
    return events


def crowd():
    return [event for channel in range(1, 17) for pitch in range(128)
            for event in note(BEAT, 2 * BEAT, channel, pitch, 90)]


def result(folder, name):
    return json.loads((folder / f"{name}.log").read_text())["result"]


def connection(ports, name):
    return next(rule for rule in ports["connections"] if rule["to"].startswith(name))


def check(folder):
    alone = (folder / "alone.log").read_text()
    yield "without a rule it is connected with nobody", alone or None
    kept, held = result(folder, "kept"), connection(result(folder, "held"), "VirMIDI")
    yield "a device that somebody keeps is said to be refused, not connected", None if (
        not kept["connected"] and not held["connected"] and "itself" in held["trouble"]
    ) else f"{kept} {held}"
    heard = read_recording(folder / "breath.rec")
    first = [message.data1 for message in heard if message.is_on][:1 + len(CHORD)]
    yield "connected and played in one breath, the first notes are heard", None if (
        sorted(first) == [40, *CHORD]) else f"{first}"
    messages = read_recording(folder / "deaf.rec")
    pairs, differences = match(score(), messages)
    yield "a listener that reads nothing costs the others no note, and doubles none", differences
    yield "it hangs none", unbalanced(messages)
    onsets = Onsets(pairs, anchor(read_log(folder, "play")))
    yield "#", str(onsets)
    yield "it delays none", onsets.beyond()
    overruns = result(folder, "overrun")["health"]["overruns"]
    yield "that announcements were lost is counted", None if overruns else "no overrun"
    found = connection(result(folder, "found"), "Lost")
    yield "a device that went and came back unheard is connected where it is", None if (
        found["connected"] and f"client {found['address'].split(':')[0]}: 'Lost'"
        in (folder / "clients.log").read_text()) else f"{found}"
    for name, what in (
        ("crowd", f"{CROWD} notes of one instant"), ("full", "beside too many ports"),
    ):
        messages = read_recording(folder / f"{name}.rec")
        pairs, differences = match(crowd(), messages)
        yield f"{what}: none is lost or doubled", differences
        yield f"{what}: none hangs", unbalanced(messages)
        last = max(pair.message.time - messages[0].time for pair in pairs if pair.event.is_on)
        yield "#", f"{what}: the last began {last / 1e6:.1f} ms after the first"
    said = (folder / "daemon.err").read_text()
    yield "of too many ports the log says what is full", None if (
        said.count("254 ports") >= 1) else said[-500:]
    yield "and it says that not hundreds of times", None if (
        said.count("254 ports") < 10) else f"{said.count('254 ports')} times"
    began, ended = map(float, (folder / "ended.log").read_text().split())
    yield "#", f"beside a listener that reads nothing it ends within {ended - began:.2f} s"
    yield "a listener that reads nothing holds up no end", Late.of(
        [f"{ended - began:.2f} s"] if ended - began > ENDING_SECONDS else [])
