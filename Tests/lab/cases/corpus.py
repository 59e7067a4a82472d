"""Five files that people made, chosen at random, are played: exactly their notes.

TUNES_SEED chooses others; which it was is said.
"""

import os
import random
import sys
from collections import defaultdict
from pathlib import Path

from recording import read_log, stop_time, unbalanced
from recording import read as read_recording
from score import note, read
from timing import match, out_of_order

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "system"))
from tunes import all_tunes  # noqa: E402 (the path comes first)

COUNT, SECONDS = 5, 8
"""How many, and how much of each."""

GUEST = """
start_daemon tunes.db
for number in {1..%d}; do
  cp "$OUT/tune$number.mid" tune.mid
  printf 'song.new\\n' | drive "$SOCKET" - > new.log
  import_file "$WORK/tune.mid"
  connect_out
  record "tune$number"
  perform "play$number"
  stop_recording
done
stop_daemon
""" % COUNT


def notes(path):
    """Each note of a file as channel, pitch, start, end and velocity; the first begun ends first."""
    sounding, found = defaultdict(list), []
    events = read(path)
    for event in events:
        key = event.channel, event.pitch
        if event.is_on:
            sounding[key].append(event)
        elif sounding[key]:
            begun = sounding[key].pop(0)
            found.append((*key, begun.time, event.time, begun.velocity))
    end = max(event.time for event in events)
    for key, begun in sounding.items():
        found += [(*key, each.time, end, each.velocity) for each in begun]
    return sorted(found)


def heard(found, until):
    """The events until a stop, where a key that is struck again ends first."""
    events, last = [], {}
    for channel, pitch, start, end, velocity in sorted(found, key=lambda each: each[2]):
        if start >= until:
            continue
        key = channel, pitch
        if key in last and events[last[key]].time > start:
            events[last[key]] = events[last[key]]._replace(time=start)
        events += note(start, min(end, until), channel, pitch, velocity)
        last[key] = len(events) - 1
    return events


def is_clear(found):
    """Whether every note lasts, and none of a key begins with another: then there is one way."""
    starts = [each[:3] for each in found]
    return len(set(starts)) == len(starts) and all(each[3] - each[2] > 2e6 for each in found)


def prepare(folder):
    seed = os.environ.get("TUNES_SEED") or str(random.SystemRandom().randrange(1_000_000))
    (folder / "seed.txt").write_text(seed)
    tunes = all_tunes()
    random.Random(seed).shuffle(tunes)
    chosen = []
    for name, content in tunes:
        path = folder / f"tune{len(chosen) + 1}.mid"
        path.write_bytes(content)
        try:
            found = notes(path)
        except (OSError, EOFError, ValueError, IndexError, KeyError):
            continue
        early = [each for each in found if each[2] < SECONDS * 1e9]
        # It must still play when it is stopped.
        is_long = max((each[3] for each in found), default=0) > (SECONDS + 1) * 1e9
        if is_long and early and is_clear(early):
            chosen.append(name)
        if len(chosen) == COUNT:
            break
    (folder / "names.txt").write_text("\n".join(chosen))
    for number in range(1, COUNT + 1):
        (folder / f"play{number}.txt").write_text(
            f"loop off\nchase off\nplay from=0\n@{SECONDS * 1000 + 77} stop\nsync\n")
    return GUEST


def check(folder):
    yield "#", f"TUNES_SEED={(folder / 'seed.txt').read_text()}"
    for number, name in enumerate((folder / "names.txt").read_text().splitlines(), 1):
        log = read_log(folder, f"play{number}")
        score = heard(notes(folder / f"tune{number}.mid"), stop_time(log))
        messages = read_recording(folder / f"tune{number}.rec")
        pairs, differences = match(score, messages)
        yield f"{name}: exactly its notes", differences
        yield f"{name}: in order", out_of_order(pairs)
        yield f"{name}: leaves nothing sounding", unbalanced(messages)
        yield "#", f"{name}: {len(score) // 2} notes"
