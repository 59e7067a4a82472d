"""While a song plays, 100,000 cells of other rows are moved and moved back: nobody hears it."""

import mido

from recording import anchor, read_log, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note
from timing import Onsets, match, out_of_order, percentile

PPQ, STEP, GATE = 480, 40, 30
"""File ticks: a note every twelfth of a beat, and how long it sounds."""
TRACKS, CELLS, LATER = 8, 12_500, 1_000
"""The rows that are moved, the cells of each, and the beat that they begin at."""
MOVE, UNDO, STOP = 3_000, 6_000, 9_000
"""Milliseconds after the start."""
CHANNEL = 1

GUEST = """
cp "$OUT/bulk.mid" bulk.mid
start_daemon bulk.db
import_file "$WORK/bulk.mid"
connect_out
record bulk
perform play
stop_recording
stop_daemon
"""


def played():
    """The notes of the row that is heard: their start in file ticks and their pitch."""
    for number in range(int(STOP * 1e6 / BEAT * PPQ / STEP) + 1):
        yield number * STEP, 40 + number % 40


def score():
    """What sounds before the stop."""
    events = []
    for start, pitch in played():
        begin, duration = start / PPQ * BEAT, GATE / PPQ * BEAT
        if begin + duration < STOP * 1e6 - 1e6:
            events += note(begin, begin + duration, CHANNEL, pitch, 90)
    return events


def track(name, notes):
    messages, time = mido.MidiTrack([mido.MetaMessage("track_name", name=name)]), 0
    for start, channel, pitch in notes:
        for kind, tick in [("note_on", start), ("note_off", start + GATE)]:
            messages.append(mido.Message(
                kind, channel=channel - 1, note=pitch, velocity=90, time=tick - time))
            time = tick
    return messages


def prepare(folder):
    file = mido.MidiFile(ticks_per_beat=PPQ)
    file.tracks.append(mido.MidiTrack([
        mido.MetaMessage("set_tempo", tempo=mido.bpm2tempo(TEMPO))]))
    length = max(event.time for event in score()) / BEAT * PPQ
    heard = [(start, CHANNEL, pitch) for start, pitch in played() if start < length]
    file.tracks.append(track("heard", heard))
    rows = [f"later{number}" for number in range(TRACKS)]
    for channel, row in enumerate(rows, CHANNEL + 1):
        file.tracks.append(track(row, (
            (LATER * PPQ + number * 120, channel, 60) for number in range(CELLS))))
    file.save(folder / "bulk.mid")
    (folder / "play.txt").write_text("\n".join([
        "loop off", "snap off", "play from=0",
        f"@{MOVE} move {','.join(rows)} by=0.125",
        f"@{UNDO} undo",
        f"@{STOP} stop",
        "sync", ""]))
    return GUEST


def check(folder):
    messages = read_recording(folder / "bulk.rec")
    pairs, differences = match(score(), messages)
    yield "loses and doubles nothing", differences
    yield "is in order", out_of_order(pairs)
    yield "leaves nothing sounding", unbalanced(messages)
    log = read_log(folder, "play")
    onsets = Onsets(pairs, anchor(log))
    before = [abs(error) for time, error in onsets.errors.items() if time < MOVE * 1e6]
    yield "#", f"{onsets}; p99 before the edits {percentile(before, 99):.0f} µs"
    yield "is on time", onsets.beyond()
    edits = [reply for reply in log if reply.request.startswith("@") and "stop" not in reply.request]
    moved = [reply.result["counts"]["updates"] for reply in edits]
    yield "moves all cells there and back", moved != 2 * [TRACKS * CELLS] and moved
    yield "#", "replies after " + ", ".join(
        f"{(reply.replied - reply.written) / 1e6:.0f} ms" for reply in edits)
