"""A daemon of one's own to talk to, without sound: for end-to-end tests in Python."""

import json
import os
import select
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAMS = Path(os.environ.get("PROGRAMS", ROOT / ".build/release")).resolve()

START_SECONDS, REPLY_SECONDS, PATIENCE_SECONDS = 10, 20, 10


class Refused(Exception):
    """The daemon's answer was an error."""


class Daemon:
    """A running `playheadd` whose socket, state and songs stand in `folder`, and one connection."""

    def __init__(
        self, folder: Path, *arguments: str, output: str = "none", programs: Path = PROGRAMS,
        errors=sys.stderr, printed=subprocess.DEVNULL,
        environment: dict[str, str] | None = None):
        self.folder = folder
        path = folder / "control.sock"
        environment = os.environ | {
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_RUNTIME_DIR": str(folder),
        } | (environment or {})
        self.process = subprocess.Popen(
            [programs / "playheadd", "--socket", path, "--output", output, *arguments],
            env=environment, stdin=subprocess.DEVNULL, stdout=printed, stderr=errors)
        self.socket = self._connect(path)
        self.lines = self.socket.makefile("r", encoding="utf-8", newline="\n")

    def _connect(self, path: Path) -> socket.socket:
        deadline = time.monotonic() + START_SECONDS
        while True:
            client = socket.socket(socket.AF_UNIX)
            client.settimeout(REPLY_SECONDS)
            try:
                client.connect(str(path))
                return client
            except OSError:
                client.close()
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    def wait(self, condition, seconds: float = PATIENCE_SECONDS) -> bool:
        """Whether the status comes to meet a condition in time."""
        deadline = time.monotonic() + seconds
        while not condition(self.ask("status")):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
        return True

    def send(self, line: str) -> dict:
        """Sends a line as it is; the whole reply."""
        self.socket.sendall(line.encode() + b"\n")
        reply = self.lines.readline()
        if not reply:
            raise ConnectionError(f"{line}: the daemon closed the connection")
        return json.loads(reply)

    def ask(self, line: str) -> dict:
        """Sends a line; the result of its reply, which must not be an error."""
        reply = self.send(line)
        if "error" in reply:
            raise Refused(f"{line}: {reply['error']}")
        return reply["result"]

    def kill(self) -> None:
        """Kills it with SIGKILL: nothing is saved that was not saved before."""
        self.process.kill()
        self.close()

    def terminate(self) -> int:
        """Ends it with SIGTERM; its exit status."""
        self.process.terminate()
        self.close()
        return self.process.returncode

    def close(self) -> None:
        self.process.wait(START_SECONDS)
        self.lines.close()
        self.socket.close()


class Client:
    """Another connection to a daemon, which need not wait for its answers."""

    def __init__(self, daemon: Daemon):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(REPLY_SECONDS)
        self.socket.connect(str(daemon.folder / "control.sock"))
        self.lines = self.socket.makefile("r", encoding="utf-8", newline="\n")

    def send(self, *lines: str) -> None:
        self.socket.sendall("".join(f"{line}\n" for line in lines).encode())

    def receive(self) -> dict:
        return json.loads(self.lines.readline())

    def ask(self, line: str) -> dict:
        self.send(line)
        return self.receive()["result"]

    def work(self, line: str) -> str | None:
        """Has long work done, such as a save, and waits for its end; why it failed, if it did."""
        self.ask("subscribe jobs")
        self.send(line)
        while True:
            message = self.receive()
            if "error" in message:
                return message["error"]["message"]
            if message.get("method") == "jobs":
                return message["params"].get("error", {}).get("message")
            if "job" not in message.get("result", {"job": None}):
                return None  # It was done at once.

    def has_answer(self) -> bool:
        return bool(select.select([self.socket], [], [], 0)[0])

    def close(self) -> None:
        self.lines.close()
        self.socket.close()
