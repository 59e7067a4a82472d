"""A real MIDI file is imported and played beside two CPU hogs: note by note, and on time.

aplaymidi plays what is exported then.
"""

from debian import fetch
from recording import anchor, read_log, unbalanced
from recording import read as read_recording
from score import overlaps
from score import read as read_score
from timing import Onsets, match, out_of_order

GUEST = """
cp "$OUT/smile.mid" tune.mid
start_daemon tune.db
import_file "$WORK/tune.mid"
connect_out
busy 2 0
record playhead
perform play
stop_recording
echo "song.export $WORK/exported.mid" | drive "$SOCKET" - > export.log
until [ -s exported.mid ]; do sleep 0.02; done
stop_daemon
record aplaymidi
aplaymidi -p "$VIRMIDI_CLIENT" exported.mid
stop_recording
calm
"""


def prepare(folder):
    # 166 BPM at 192 ticks per beat, with a swing: almost no note lies on the kernel's 1 ms grid.
    tune = fetch("mma", "usr/share/doc/mma/examples/harmony/smile.mid", folder)
    score = read_score(tune)
    if overlaps(score):
        raise ValueError("the file can be rendered in several ways")
    length = max(event.time for event in score) / 1e6
    (folder / "play.txt").write_text(f"loop off\nplay\n@{length + 300} sync\n")
    return GUEST


def check(folder):
    score = read_score(folder / "smile.mid")
    messages = read_recording(folder / "playhead.rec")
    pairs, differences = match(score, messages)
    yield "holds exactly the notes that mido finds", differences
    yield "holds them in order", out_of_order(pairs)
    yield "leaves nothing sounding", unbalanced(messages)
    onsets = Onsets(pairs, anchor(read_log(folder, "play")))
    yield "#", f"playhead: {onsets}"
    yield "is on time beside two hogs", onsets.beyond()
    messages = read_recording(folder / "aplaymidi.rec")
    pairs, differences = match(score, messages)
    yield "is exported as something that aplaymidi plays, note by note", differences
    yield "#", f"aplaymidi: {Onsets(pairs, messages[0].time)}"
