"""What a daemon takes of a processor while it plays."""

import os
import time
from pathlib import Path

from daemon import Daemon


def share(daemon: Daemon, rate: int, seconds: float) -> float:
    """The percentage of a processor that playing so many events a second takes."""
    notes = rate // 2
    rows = [f"add keys {i / notes:.4f} {0.5 / notes:.4f} {36 + i % 48}" for i in range(notes)]
    for line in ["tempo 60", "snap off", "row keys voices=poly"]:
        daemon.ask(line)
    for start in range(0, notes, 100):
        daemon.ask("; ".join(rows[start:start + 100]))
    daemon.ask("loop 0 1")
    daemon.ask("play 0")
    time.sleep(1)
    start, before = time.monotonic(), processor(daemon)
    time.sleep(seconds)
    taken = (processor(daemon) - before) / (time.monotonic() - start) * 100
    daemon.ask("stop")
    return taken


def processor(daemon: Daemon) -> float:
    """The seconds of a processor that it has used."""
    fields = Path(f"/proc/{daemon.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
