"""A seek, and a stop, in the middle of a note, two hundred times each: silence at once."""

from recording import read_log, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note
from timing import Late, Onsets, match

TRIALS = 200
STEPS, STEP, LENGTH = 64, 0.25, 0.2
"""The song: so many notes, and their distance and length in beats."""
AHEAD = 0.02, 0.03
"""Beats from where a seek goes to the note after it, of the first trial and of the last: the notes
come at all phases of the queue's tick."""
EVERY, SOUNDING = 60, 40
"""Milliseconds between two seeks, and from a play to its stop: a note sounds for 90."""
BOUND = 2.0
"""Milliseconds in which a note must fall silent."""

GUEST = """
start_daemon cuts.db
connect_out
perform build
for what in seeks stops; do
  record $what
  perform $what
  stop_recording
done
stop_daemon
"""


def place(trial):
    """The step that a seek goes to."""
    return 7 * trial % (STEPS - 4) + 1


def ahead(trial):
    """How far before a step a seek goes, in beats."""
    return AHEAD[0] + (AHEAD[1] - AHEAD[0]) * trial / (TRIALS - 1)


def prepare(folder):
    (folder / "build.txt").write_text("\n".join([
        f"tempo {TEMPO}", "snap off", "loop off", "row keys voices=poly",
        *(f"add keys {step * STEP} {LENGTH} {40 + step} vel=90" for step in range(STEPS)),
        "sync", ""]))
    (folder / "seeks.txt").write_text("\n".join([
        "play 0",
        *(f"@{EVERY * (trial + 1)} seek {place(trial) * STEP - ahead(trial):.9f}"
          for trial in range(TRIALS)),
        f"@{EVERY * (TRIALS + 1)} stop", "sync", ""]))
    (folder / "stops.txt").write_text(f"play 0\n@{SOUNDING} stop\n" * TRIALS + "sync\n")
    return GUEST


def score(log):
    """What sounds from each request to the next, and by which request a note was cut."""
    ways = []
    for reply in log:
        words = reply.request.split()
        if "sync" not in words and "stop" not in words:
            ways.append((float(words[-1]), reply.result["commit"]))
        elif "stop" in words:
            ways.append((None, reply.result["commit"]))
    events, cut = [], {}
    requests = [reply for reply in log if "sync" not in reply.request]
    for (position, commit), (_, over), request in zip(ways, ways[1:], requests[1:]):
        if position is None:
            continue
        for step in range(STEPS):
            start, end = (commit + (at - position) * BEAT
                          for at in (step * STEP, step * STEP + LENGTH))
            if commit <= start < over:
                events += note(start, min(end, over), 1, 40 + step, 90)
                if end > over:
                    cut[over, 40 + step] = request
    return events, cut


def check(folder):
    for name in ("seeks", "stops"):
        log = read_log(folder, name)
        messages = read_recording(folder / f"{name}.rec")
        yield f"{name} leave nothing sounding", unbalanced(messages)
        events, cut = score(log)
        pairs, differences = match(events, messages)
        yield f"{name} play what the replies say", differences
        onsets = Onsets([pair for pair in pairs if pair.event.is_on], 0)
        yield "#", str(onsets)
        yield f"after {name} each onset is on time", onsets.beyond()
        delays = [
            (pair.message.time - cut[key].written) / 1e6 for pair in pairs
            if not pair.event.is_on and (key := (pair.event.time, pair.event.pitch)) in cut]
        yield "#", f"{name}: {len(delays)} notes fall silent within {max(delays):.2f} ms"
        yield f"{name}: a sounding note falls silent within {BOUND:.0f} ms", Late.of([
            f"off {delay:.2f} ms after the request" for delay in delays
            if not 0 <= delay <= BOUND
        ] or ["not each was cut"] * (len(delays) < TRIALS))
