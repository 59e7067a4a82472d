"""What another sequencer plays on `in` becomes cells, pass by pass, and sounds as it was played."""

import random
import re

from recording import anchor, read_log, read_sent, stop_time, summary, unbalanced
from recording import read as read_recording
from score import BEAT, TEMPO, note
from timing import Late, Onsets, match

BEATS, STEP = 4, 0.25
"""Beats of the loop and of the grid that one take is drawn to."""
BOUND = 1e6
"""Nanoseconds by which a cell may be off from what was played."""
SOON = 20e6
"""Nanoseconds by which what begins with the loop may be late on the pass after it was recorded."""
TAKES = {
    "free": (1, 2.6, "arm free"),
    "grid": (2, 2.6, "arm grid quantize=1/16"),
    "counted": (3, 2.3, "arm counted"),
    "over": (4, 1.6, "arm over mode=replace"),
    "turned": (5, 1.4, "arm turned"),
}
"""The channel of each row, for how many passes it is played, and how it is armed."""
COUNTED = 1
"""Passes that a count-in of a bar takes."""
FORMER = [(0.0, 4.0, 120), (2.0, 4.0, 121)]
"""Where notes are in the row `over` before: position, duration, pitch."""
KNOBS = {"cc1": (0xB0, 1), "bend": (0xE0, None), "pressure": (0xD0, None)}
"""What is moved smoothly."""
PEDAL = (0xB0, 64)

GUEST = """
# take NAME: records what the other sequencer plays, while the loop goes round.
take() {
  local script=$OUT/played.txt
  if [ "$1" = turned ]; then script=$OUT/turns.txt; fi
  master Master "$script" > "$1.played.log" &
  perform "$1"
  wait %master || die "master failed"
}

start_daemon tune.db
connect_out
playhead --socket "$SOCKET" connect in Master > /dev/null
perform build
take free
record grid
take grid
stop_recording
take counted
take over
take turned
record heard
perform heard
stop_recording
stop_daemon
"""


def prepare(folder):
    dice = random.Random(5)
    events, time = [], 350.0
    for pitch in range(24, 104):
        time += dice.uniform(20, 95)
        length = dice.choice((5, 40, 150, 600))
        velocity = dice.randint(1, 127)
        events.append((time, f"9{dice.randint(0, 15):x} {pitch:02x} {velocity:02x}"))
        events.append((time + length, f"8{dice.randint(0, 15):x} {pitch:02x} {pitch:02x}"))
    write(folder / "played.txt", events)
    write(folder / "turns.txt", turns())
    rows = [f"row {name} voices=poly channel={channel}" for name, (channel, *_) in TAKES.items()]
    (folder / "build.txt").write_text("\n".join([
        f"tempo {TEMPO}", "snap off", *rows,
        *(f"add over {position} {length} {pitch}" for position, length, pitch in FORMER),
        f"loop 0 {BEATS}", "sync"]) + "\n")
    for name, (_, passes, arm) in TAKES.items():
        play = "play 0 countIn=1" if name == "counted" else "play 0"
        (folder / f"{name}.txt").write_text("\n".join([
            arm, play, f"@{passes * BEATS * BEAT / 1e6:.3f} &stop", f"ls {name} limit=1000",
            "history.list", "disarm"]) + "\n")
    (folder / "heard.txt").write_text("\n".join([
        "mute over", "loop off", "play 0", f"@{(BEATS + 0.5) * BEAT / 1e6:.3f} sync"]) + "\n")
    return GUEST


def write(path, events):
    path.write_text("".join(f"{time:.3f} {message}\n" for time, message in sorted(events)))


def turns():
    """A program with its bank, a pedal, a wheel up, a bend up and down, and pressure."""
    yield 500, "b3 00 01"
    yield 501, "b3 20 02"
    yield 502, "c3 04"
    yield 600, "b3 40 7f"
    yield 1100, "b3 40 00"
    for step in range(128):
        yield 620 + 5 * step, f"b3 01 {step:02x}"
        value = 8192 + round(8191 * (1 - abs(step - 64) / 64))
        yield 622.5 + 5 * step, f"e3 {value & 127:02x} {value >> 7:02x}"
        yield 1300 + 4 * step, f"d3 {step * step // 128:02x}"


class Take:
    """What was played while a row was armed, and what became of it."""

    def __init__(self, folder, name):
        log = read_log(folder, name)
        self.name, self.first = name, anchor(log)
        self.is_drawn, self.lead = name == "grid", COUNTED * BEATS if name == "counted" else 0
        self.end = stop_time(log) / BEAT - self.lead
        *_, cells, history, _ = log
        self.cells = cells.result["cells"]
        steps = [re.match(r"record (\d+) cells?$", step["name"]) for step in history.result["steps"]]
        self.steps = [int(step[1]) for step in steps if step]
        self.sent = [
            ((time - self.first) / BEAT - self.lead, message)
            for time, message in read_sent(folder / f"{name}.played.log")[1]]

    def notes(self):
        """The notes by their pitches: velocity, start and end in beats since the first tick."""
        notes = {}
        for beat, message in self.sent:
            if message[0] & 0xF0 == 0x90 and 0 <= beat < self.end:
                notes[message[1]] = [message[2], beat, None]
            elif message[0] & 0xF0 == 0x80 and message[1] in notes and beat < self.end:
                notes[message[1]][2] = beat
        return notes

    def expected(self, velocity, start, off):
        """The pass, and the velocity, position and end of the cell that a note should be."""
        number = int(start // BEATS)
        position = start - number * BEATS
        if self.is_drawn:
            position = int(position / STEP + 0.5) * STEP
            if position >= BEATS:
                number, position = number + 1, 0.0
        begin = number * BEATS
        last = min(BEATS, self.end - begin)
        if off is None or off >= begin + BEATS:
            return number, velocity, position, last
        close = position + max(1 / 96, off - start)
        return number, velocity, position, min(close, last) if position < last else close

    def wants(self, velocity, start, off):
        """What a note may be: just between two lines it is drawn to either."""
        slack = (0, -BOUND / BEAT, BOUND / BEAT) if self.is_drawn else (0,)
        return [self.expected(velocity, start + by, off and off + by) for by in slack]


def near(beat, other):
    return abs(beat - other) * BEAT < BOUND


def end(cell):
    return cell["position"] + cell["duration"]


def compared(take):
    """What is wrong with the cells of a take that replaced nothing, and with its steps."""
    notes = take.notes()
    found = {cell["notes"][0]: cell for cell in take.cells}
    faults, counts = [], {}
    if len(found) != len(take.cells) or found.keys() != notes.keys():
        faults.append(f"{len(take.cells)} cells of {len(notes)} notes")
    for pitch in found.keys() & notes.keys():
        cell, wants = found[pitch], take.wants(*notes[pitch])
        right = [want for want in wants if (
            cell["velocity"] == want[1] and near(cell["position"], want[2])
            and near(end(cell), want[3]))]
        if not right:
            faults.append(f"{cell} instead of {wants[0]}")
        number = (right or wants)[0][0]
        counts[number] = counts.get(number, 0) + 1
    told, wanted = take.steps[-len(counts):], [counts[number] for number in sorted(counts)]
    return summary(faults), None if told == wanted else f"{told} cells instead of {wanted}"


def heard_at_once(take, messages):
    """How late the notes of each pass sounded on those after it, in the order of their places."""
    channel = TAKES[take.name][0]
    onsets = {}
    for message in messages:
        if message.is_on and message.channel == channel:
            onsets.setdefault(message.data1, []).append((message.time - take.first) / BEAT)
    late, faults = [], []
    for cell in take.cells:
        pitch = cell["notes"][0]
        number = take.wants(*take.notes()[pitch])[0][0]
        due = [
            again * BEATS + cell["position"] for again in range(number + 1, 3)
            if again * BEATS + cell["position"] < take.end - 0.05]
        got = onsets.get(pitch, [])
        if len(got) != len(due):
            faults.append(f"{pitch} at {cell['position']} {len(got)} times instead of {len(due)}")
            continue
        late += [(place, (at - place) * BEAT) for place, at in zip(due, got)]
    return sorted(late), summary(faults)


def replaced(take):
    """What is wrong where each pass takes the place of what it found."""
    wants = [(pitch, *take.expected(*note)) for pitch, note in take.notes().items()]
    rest = take.end - BEATS
    cells = [(pitch, max(position, rest), close) for pitch, number, _, position, close in wants
             if number == 0 and close > rest]
    cells += [(pitch, position, close) for pitch, number, _, position, close in wants if number == 1]
    cells += [(pitch, float(BEATS), position + length) for position, length, pitch in FORMER
              if position + length > BEATS]
    found = sorted((cell["notes"][0], cell["position"], end(cell)) for cell in take.cells)
    if len(found) != len(cells):
        return f"{len(found)} cells instead of {len(cells)}"
    return summary([
        f"{got} instead of {want}" for got, want in zip(found, sorted(cells))
        if got[0] != want[0] or not near(got[1], want[1]) or not near(got[2], want[2])])


def value_at(cells, beat):
    """What a knob's cells say of a moment."""
    cell = [cell for cell in cells if cell["position"] <= beat][-1]
    way = min(1, (beat - cell["position"]) / cell["duration"])
    return cell["value"] + (cell.get("to", cell["value"]) - cell["value"]) * way


def moved(take):
    """The most by which what was turned smoothly is missed, in hundredths of its range; the most
    cells that this takes; and what is wrong with the rest."""
    worst, most, faults = 0, 0, []
    for name, (status, number) in KNOBS.items():
        cells = [cell for cell in take.cells if cell.get("control") == name]
        span = 16384 if name == "bend" else 128
        most = max(most, len(cells))
        for beat, message in take.sent:
            if message[0] & 0xF0 != status or number not in (None, message[1]):
                continue
            value = message[1] + message[2] * 128 - 8192 if name == "bend" else message[-1]
            place = min(beat % BEATS + BOUND / BEAT, BEATS)
            worst = max(worst, abs(value_at(cells, place) - value) * 100 / span)
    pedal = [(cell["position"], cell["value"], cell.get("to")) for cell in take.cells
             if cell.get("control") in ("cc64", "sustain")]
    pressed = [(beat, message[2], None) for beat, message in take.sent
               if (message[0] & 0xF0, message[1]) == PEDAL]
    if [cell[1:] for cell in pedal] != [press[1:] for press in pressed] or not all(
            near(cell[0], press[0]) for cell, press in zip(pedal, pressed)):
        faults.append(f"{pedal} instead of {pressed}")
    programs = [cell for cell in take.cells if "program" in cell]
    if [(cell["program"], cell["bank"]) for cell in programs] != [(5, "1:2")]:
        faults.append(f"{programs}")
    return worst, most, summary(faults)


def check(folder):
    takes = {name: Take(folder, name) for name in TAKES}
    for name in ("free", "grid", "counted"):
        faults, steps = compared(takes[name])
        count = len(takes[name].notes())
        yield "#", f"{name}: {count} notes in {takes[name].end / BEATS:.2f} passes"
        yield f"{name}: each note is a cell, to 1 ms where and as long as it was played", faults
        yield f"{name}: each pass is one step", steps
        yield f"{name}: it was played to", None if count > 15 else f"{count} notes"
    late, faults = heard_at_once(takes["grid"], read_recording(folder / "grid.rec"))
    yield "what a pass has recorded is heard on each one after it", faults
    head = [by for place, by in late if place % BEATS * BEAT < SOON]
    rest = [by for place, by in late if place % BEATS * BEAT >= SOON]
    yield "#", (
        f"{len(head)} that begin with the loop up to {max(head, default=0) / 1e6:.2f} ms late,"
        f" {len(rest)} others up to {max(rest, default=0) / 1e6:.2f} ms")
    yield "it is heard in time, at the start of the loop nearly so", None if (
        head and 0 <= min(head) and max(head) < SOON and max(map(abs, rest)) < BOUND) else Late(late)
    yield "a pass takes the place of what it found", replaced(takes["over"])
    worst, most, faults = moved(takes["turned"])
    yield "#", f"turned: {most} cells at most, {worst:.1f} % of the range off at most"
    yield "what is turned smoothly is kept to two hundredths, in few cells", None if (
        worst < 2 and most < 24) else f"{worst} % in {most} cells"
    yield "a pedal and a program are kept as they came", faults
    score = []
    for name in ("free", "grid", "counted"):
        for cell in takes[name].cells:
            start = cell["position"] * BEAT
            score += note(
                start, start + cell["duration"] * BEAT, TAKES[name][0], cell["notes"][0],
                cell["velocity"])
    messages = read_recording(folder / "heard.rec")
    pairs, differences = match(score, messages)
    yield "played back, what was recorded sounds once", differences
    yield "played back, no note hangs", unbalanced(messages)
    onsets = Onsets(pairs, anchor(read_log(folder, "heard")))
    yield "#", str(onsets)
    yield "played back, it sounds when it was played", onsets.beyond()
