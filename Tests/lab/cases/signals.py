"""The daemon is ended, and killed, in the middle of a chord."""

from recording import read as read_recording
from recording import anchor, read_log, summary, unbalanced
from score import TEMPO
from timing import Late

TIMES = 100
CHORD = (48, 60, 64, 67)

GUEST = f"""
# once NAME NUMBER: a new song, its chord, and the script that ends the daemon.
once() {{
  start_daemon "$1$2.db"
  connect_out
  perform "$1$2"
  wait "$DAEMON" || [ "$1" = killed ] || die "the daemon ended with $?"
}}

record terminated
for ((i = 1; i <= {TIMES}; i++)); do once terminated $i; done
stop_recording
record killed
for ((i = 1; i <= {TIMES}; i++)); do once killed $i; done
stop_recording
"""


def channel_of(number):
    """Trials that follow each other are told apart by their channel."""
    return (number - 1) % 16 + 1


def script(number, ending):
    """A song with one long chord, and what comes while it sounds."""
    notes = ",".join(map(str, CHORD))
    return "\n".join([
        f"tempo {TEMPO}", f"row keys channel={channel_of(number)} voices=poly",
        f"add keys 0 16 {notes} vel=90", "sync", "play", *ending, ""])


def prepare(folder):
    for number in range(1, TIMES + 1):
        at = 100 + 3.7 * number
        (folder / f"terminated{number}.txt").write_text(script(number, [f"@{at} !15"]))
        silencing = "stop" if number % 2 else "cut 1"
        (folder / f"killed{number}.txt").write_text(
            script(number, [f"@{at} {silencing}", "sync", "!9"]))
    return GUEST


def check(folder):
    for name, law in (
        ("terminated", "SIGTERM leaves no note of a chord sounding"),
        ("killed", "what came before sync has sounded when it is answered"),
    ):
        messages = read_recording(folder / f"{name}.rec")
        yield f"{name}: every note ends once", unbalanced(messages)
        lacking, late = [], []
        for number in range(1, TIMES + 1):
            lacks, lags = unfinished(number, messages, read_log(folder, f"{name}{number}"))
            lacking += lacks
            late += lags
        yield f"{law}, {TIMES} times", summary(lacking)
        yield f"{name}: each off comes in time, {TIMES} times", Late.of(late)


def unfinished(number, messages, log):
    """The faults of one trial: notes that the chord lacks, and offs outside their time.

    An off belongs between the request that ends the note and the end of the script's last wait:
    the daemon's own end, or the reply to sync.
    """
    start = anchor(log) - 1_000_000
    end = max(reply.replied or reply.written for reply in log) + 1_000_000
    own = [m for m in messages if m.channel == channel_of(number) and start <= m.time <= end]
    ons = [m for m in own if m.is_on]
    offs = [m for m in own if m.is_off]
    if len(ons) != len(CHORD) or len(offs) != len(CHORD):
        return [f"trial {number}: {len(ons)} ons, {len(offs)} offs"], []
    ending = next(reply for reply in log if reply.request.startswith("@"))
    sync = [reply for reply in log if reply.request == "sync"][-1]
    last = sync.replied if sync.written > ending.written else ending.replied
    return [], [
        f"trial {number}: off {(m.time - last) / 1e6:+.2f} ms from the end"
        for m in offs
        if not ending.written <= m.time <= last
    ]
