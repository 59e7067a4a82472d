"""A daemon that is started in whatever way, not to talk to but to see how it comes up and ends."""

import os
import socket
import subprocess
import time
from pathlib import Path

from daemon import PROGRAMS

UNAVAILABLE = 69
"""The exit status of a daemon that may not serve where it should."""

PATIENCE_SECONDS = 10


def variables(folder: Path) -> dict[str, str]:
    """An environment that has all that is the daemon's in a folder."""
    return os.environ | {
        "XDG_STATE_HOME": f"{folder}/state", "XDG_CONFIG_HOME": f"{folder}/config",
        "XDG_RUNTIME_DIR": str(folder)}


def start(folder: Path, *arguments, before=(), **options) -> subprocess.Popen:
    """A daemon without sound, whose standard error can be read; `before` is what runs it."""
    return subprocess.Popen(
        [*before, PROGRAMS / "playheadd", "--output", "none", *arguments],
        **{"env": variables(folder), "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL,
           "stderr": subprocess.PIPE, "text": True} | options)


def serves(path: Path, seconds: float = PATIENCE_SECONDS) -> bool:
    """Whether somebody answers at a path in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(seconds)
                client.connect(str(path))
                client.sendall(b"ping\n")
                return client.recv(99) != b""
        except OSError:
            time.sleep(0.02)
    return False


def ending(process: subprocess.Popen) -> tuple[int, str]:
    """The status with which a daemon ends by itself, and what it said."""
    try:
        return (process.wait(PATIENCE_SECONDS), process.communicate()[1])
    except subprocess.TimeoutExpired:
        process.kill()
        return (0, "it goes on for ever " + process.communicate()[1])


def terminate(process: subprocess.Popen) -> int:
    """Ends a daemon with SIGTERM; its status."""
    process.terminate()
    return ending(process)[0]
