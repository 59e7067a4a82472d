"""Songs come in each other's place on the bar, from the set list and by their files.

The songs differ in tempo, channel, pitch and port's program; each plays chords of eighths over a
long note, which no song lets end by itself before the next comes.
"""

from clock import BOUND as CLOCK_BOUND
from clock import STEP, follow
from recording import anchor, read_log, unbalanced
from recording import read as read_recording
from score import note
from timing import Late, Onsets, match, percentile

BOUND = 100.0
"""Microseconds from the bar to the first onset of the new song."""
SONGS = [("first", 1, 36, 133.7), ("second", 2, 50, 171.3), ("third", 3, 64, 97.9)]
"""Name, channel, lowest pitch and tempo."""
BARS = 3
"""How many bars of each are played."""
GUEST = """
for name in build play; do
  sed 's|\\$WORK|'"$WORK|g" "$OUT/$name.in" > "$OUT/$name.txt"
done
start_daemon empty.db
connect_out
perform build
record songs
perform play
stop_recording
stop_daemon
"""


def lines_of(name, channel, pitch, tempo):
    """An eighth is two pitches; a pad sounds from the first bar's second beat on for ever."""
    return [
        "song.new", f"tempo {tempo}", f"title {name}",
        f"row {name} channel={channel} voices=poly program={channel}",
        f"row pad channel={channel} voices=poly",
        f'pattern {name} "{pitch},{pitch + 7}" step=1/8 times=64 gate=50',
        f"add pad 1:2 100 {pitch + 24} vel=90", "loop off",
        f"song.saveAs $WORK/{name}.song"]


def bar(tempo):
    """Nanoseconds."""
    return 4 * 60e9 / tempo


def starts():
    """When each song begins, in nanoseconds after the first tick, and its tempo."""
    time = 0.0
    for name, channel, pitch, tempo in SONGS:
        yield time, name, channel, pitch, tempo
        time += BARS * bar(tempo)


def prepare(folder):
    build = [line for song in SONGS for line in lines_of(*song)]
    paths = " ".join(f"$WORK/{name}.song" for name, *_ in SONGS)
    build += [f"setlist.set {paths}", "setlist first", "clock out on", "sync"]
    (folder / "build.in").write_text("\n".join([*build, ""]))
    play, script = [], list(starts())
    for (time, _, _, _, tempo), after in zip(script, script[1:]):
        asked = time + (BARS - 1) * bar(tempo) + bar(tempo) * 0.4
        # One from the set list, where it is ready, and one by its file.
        words = "setlist next" if after[1] == "second" else f"load $WORK/{after[1]}.song"
        play.append(f"@{asked / 1e6:.3f} {words} when=bar")
    time, _, _, _, tempo = script[-1]
    end = time + (BARS - 1) * bar(tempo) + 0.4 * bar(tempo)
    play.append(f"@{end / 1e6:.3f} stop when=bar")
    play.append(f"@{(end + bar(tempo)) / 1e6:.3f} sync")
    (folder / "play.in").write_text("\n".join(["play", *play, ""]))
    # Where the guest works is known only there.
    return GUEST


def score():
    events = []
    for time, _, channel, pitch, tempo in starts():
        eighth, end = bar(tempo) / 8, time + BARS * bar(tempo)
        for number in range(8 * BARS):
            begin = time + number * eighth
            for each in pitch, pitch + 7:
                events += note(begin, begin + eighth / 2, channel, each, 90)
        events += note(time + 2 * eighth, end, channel, pitch + 24, 90)
    return events


def clocks():
    """When each clock is due, and where a receiver is then: each song begins anew."""
    for time, *_, tempo in starts():
        for number in range(24 * 4 * BARS):
            yield time + number * bar(tempo) / 96, number * STEP


def clock_laws(messages, start):
    ideal, (heard, is_running) = list(clocks()), follow(messages)
    yield "a clock comes for each 24th of a beat of each song", (
        None if len(heard) == len(ideal) else f"{len(heard)} instead of {len(ideal)}")
    lost = [f"{there} instead of {place} at {due / 1e6:.1f} ms"
            for (due, place), (_, there) in zip(ideal, heard) if there != place]
    yield "who follows the clock begins each song at its start", lost[0] if lost else None
    yield "who follows the clock stops with the last", "it runs on" if is_running else None
    raw = [(arrival - start - due) / 1e3 for (due, _), (arrival, _) in zip(ideal, heard)]
    errors = [abs(error - percentile(raw, 50)) for error in raw]
    yield "#", f"{len(raw)} clocks, |error| max {max(errors):.0f} µs"
    yield f"each clock is within {CLOCK_BOUND} µs of its place", None if (
        max(errors) <= CLOCK_BOUND) else Late(f"{max(errors):.0f} µs")


def check(folder):
    messages = read_recording(folder / "songs.rec")
    notes = [message for message in messages if message.is_on or message.is_off]
    pairs, why = match(score(), notes)
    yield "every note of each song until the bar, and none after", why
    yield "no note hangs", unbalanced(notes)
    start = anchor(read_log(folder, "play"))
    onsets = Onsets([pair for pair in pairs if pair.event.is_on], start)
    yield "#", f"{onsets}"
    yield "onsets are punctual", onsets.beyond()
    for time, name, channel, *_ in list(starts())[1:]:
        error = onsets.at(time)
        yield "#", f"the first onset of {name}: {error:.0f} µs from the bar"
        yield f"the first onset of {name} is on the bar", (
            Late(f"{error:.0f} µs from it") if abs(error) > BOUND else None)
        programs = [m.time for m in messages if m.status & 0xF0 == 0xC0 and m.channel == channel]
        first = min(m.time for m in notes if m.is_on and m.channel == channel)
        yield f"the program of {name} comes first", None if (
            programs and programs[-1] <= first) else f"{programs} {first}"
    yield from clock_laws(messages, start)
    ends = [
        abs(pair.message.time - start - pair.event.time - onsets.offset * 1e3)
        for pair in pairs if not pair.event.is_on]
    yield "what sounds ends on the bar", (
        Late(f"{max(ends) / 1e3:.0f} µs from it") if max(ends) > 2e6 else None)
