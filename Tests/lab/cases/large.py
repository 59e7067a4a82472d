"""A song of 100,000 cells is imported, edited and played from its middle, as exactly as any."""

import mido

from recording import anchor, read_log, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note
from timing import Onsets, match, out_of_order

TRACKS, STEPS = 8, 12_500
PPQ, SIXTEENTH, SWING, GATE = 480, 120, 17, 100
FROM, STOP = 1_600, 1_617.745
"""Beats: the song is played from one to the other, 8 seconds; nothing sounds at the stop."""

GUEST = """
cp "$OUT/large.mid" large.mid
start_daemon large.db
import_file "$WORK/large.mid"
connect_out
perform edit
record large
perform play
stop_recording
stop_daemon
"""


def cells():
    """Each cell's start in file ticks, its channel and its pitch; sixteenths, swung by 57 %."""
    for step in range(STEPS):
        start = step * SIXTEENTH + (SWING if step % 2 else 0)
        for track in range(TRACKS):
            yield start, track + 1, 30 + track * 7 + step * 5 % 7


def score():
    """What sounds between the start and the stop, after the edits of `prepare`."""
    events = []
    for start, channel, pitch in cells():
        position, duration = start / PPQ, GATE / PPQ
        if position in (FROM + 2, FROM + 9):
            position += 0.125
        elif position in (FROM + 4, FROM + 12):
            continue
        if FROM <= position < STOP:
            begin = (position - FROM) * BEAT
            events += note(begin, begin + duration * BEAT, channel, pitch, 90)
    return events


def at(beat):
    """The cells that begin with a beat, and none that ends before it."""
    return f"all@{beat}..{beat + 0.05}"


def prepare(folder):
    file = mido.MidiFile(ticks_per_beat=PPQ)
    file.tracks.append(mido.MidiTrack())
    file.tracks[0].append(mido.MetaMessage("set_tempo", tempo=mido.bpm2tempo(TEMPO)))
    messages = [[] for _ in range(TRACKS)]
    for start, channel, pitch in cells():
        messages[channel - 1] += [("note_on", start, pitch, 90), ("note_off", start + GATE, pitch, 64)]
    for channel, events in enumerate(messages):
        track, time = mido.MidiTrack(), 0
        for kind, tick, pitch, velocity in events:
            track.append(mido.Message(
                kind, channel=channel, note=pitch, velocity=velocity, time=tick - time))
            time = tick
        file.tracks.append(track)
    file.save(folder / "large.mid")
    (folder / "edit.txt").write_text("\n".join([
        "snap off", "loop off", f"move {at(FROM + 2)} by=0.125", f"cut {at(FROM + 4)}", "sync", ""]))
    (folder / "play.txt").write_text("\n".join([
        f"play from={FROM}",
        f"@500 move {at(FROM + 9)} by=0.125",
        f"@900 cut {at(FROM + 12)}",
        f"@{(STOP - FROM) * BEAT / 1e6} stop",
        "sync", ""]))
    return GUEST


def check(folder):
    messages = read_recording(folder / "large.rec")
    pairs, differences = match(score(), messages)
    yield "loses and doubles nothing", differences
    yield "is in order", out_of_order(pairs)
    yield "leaves nothing sounding", unbalanced(messages)
    log = read_log(folder, "play")
    onsets = Onsets(pairs, anchor(log))
    yield "#", str(onsets)
    yield "is on time", onsets.beyond()
    replies = [(reply.replied - reply.written) / 1e3 for reply in log + read_log(folder, "edit")]
    yield "#", f"slowest reply {max(replies):.0f} µs"
