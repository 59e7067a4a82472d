"""author.py SOCKET SONG LOG: edits and saves a song until the power fails; logs what is answered.

A line of LOG is the time in seconds and the revision of an edit that was acknowledged as saved, or
"refused" and why. The first one is the revision that was found.
"""

import json
import socket
import sys
import threading
import time

PAUSE_SECONDS = 0.008
SAVE_SECONDS = 0.4


class Connection:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.lines = self.socket.makefile("r")

    def ask(self, line):
        self.socket.sendall(line.encode() + b"\n")
        return json.loads(self.lines.readline())


def save(connection, song, log):
    """Saves again and again; what takes long is answered with the number of a job."""
    connection.ask("subscribe jobs")
    while True:
        reply = connection.ask(f"song.saveAs {song}")
        if "job" in reply.get("result", {}):
            reply = json.loads(connection.lines.readline())["params"]
        if "error" in reply:
            print("refused", reply["error"]["message"], file=log, flush=True)
        time.sleep(SAVE_SECONDS)


def main():
    path, song, name = sys.argv[1:]
    author = Connection(path)
    with open(name, "w") as log:
        found = author.ask("status")["result"]["revision"]
        print(time.monotonic(), found, file=log, flush=True)
        if not author.ask("rows.list")["result"]["rows"]:
            author.ask("row keys voices=poly")
        threading.Thread(target=save, args=(Connection(path), song, log), daemon=True).start()
        while True:
            result = author.ask(f"add keys {found % 1000} 1 60 history=none")["result"]
            if not result.get("unsaved"):
                found = result["revision"]
                print(time.monotonic(), found, file=log, flush=True)
            time.sleep(PAUSE_SECONDS)


if __name__ == "__main__":
    main()
