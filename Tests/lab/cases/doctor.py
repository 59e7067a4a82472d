"""The doctor finds nothing that fails where there is a sequencer, and measures how it plays."""

import re

GUEST = """
start_daemon tune.db
connect_out
playhead --socket "$SOCKET" doctor --timing > doctor.log 2>&1
echo "status $?" >> doctor.log
stop_daemon
"""


def prepare(folder):
    return GUEST


def check(folder):
    text = (folder / "doctor.log").read_text()
    yield "nothing fails where all is there", (
        None if "status 0" in text and "fail  " not in text else text)
    yield "what is connected is said", None if re.search("ok    out → .* is connected", text) else text
    came = re.search(r"(\d+) came, (\d+) did not; half within (\d+) µs.*latest (\d+) µs", text)
    yield "all that it plays to measure its timing comes", (
        None if came and came.group(1, 2) == ("1000", "0") else text)
    yield "in time", None if came and int(came.group(4)) <= 200 else text
