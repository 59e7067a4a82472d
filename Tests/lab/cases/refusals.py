"""A sequencer that refuses: the daemon says what is full or forbidden, how to mend it, and serves."""

REFUSALS = {
    "forbidden": "usermod -aG audio",
    "full": "table of 192 clients is full",
}
"""What `status` says in each plight."""

GUEST = """
# serves: edits and plays although there is no sequencer.
serves() {
  printf '%s\\n' "row keys" "add keys 0 1 60" "play 0" "stop" "sync" | drive "$SOCKET" - > "$1.log"
  playhead --socket "$SOCKET" --json status > "$1-status.log"
}

chmod 755 "$WORK"
mkdir nobody
chown 65534:65534 nobody
export XDG_STATE_HOME=$WORK/nobody
SOCKET=$WORK/nobody/control.sock
setpriv --reuid=65534 --regid=65534 --clear-groups \\
  playheadd --socket "$SOCKET" --output alsa 2> daemon.err &
DAEMON=$!
until drive "$SOCKET" /dev/null 2> /dev/null; do sleep 0.05; done
serves forbidden
stop_daemon

export XDG_STATE_HOME=$WORK/state
SOCKET=$WORK/control.sock
(
  while exec {CLIENT}<> /dev/snd/seq; do :; done 2> /dev/null
  touch full
  exec sleep 1000
) &
OTHERS=$!
until [ -e full ]; do sleep 0.05; done
start_daemon full.db
serves full
kill "$OTHERS"
sleep 3
playhead --socket "$SOCKET" --json status > "freed-status.log"
stop_daemon
"""


def prepare(folder):
    return GUEST


def check(folder):
    for name, words in REFUSALS.items():
        status = (folder / f"{name}-status.log").read_text()
        yield f"{name}: status says so, and how to mend it", None if words in status else status
        replies = (folder / f"{name}.log").read_text()
        yield f"{name}: edits and transport go on", replies if '"error"' in replies else None
    status = (folder / "freed-status.log").read_text()
    yield "once there is room, it is played to", (
        None if '"output":"alsa"' in status else status)
