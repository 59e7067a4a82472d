# What a case's guest script begins with: the words that it is written in.
#
# Given: PROGRAMS (folder of playheadd and playhead), TOOLS (folder of the lab's tools) and OUT
# (folder that outlives the guest). Everything runs in $WORK, a tmpfs in the lab, because reading
# through the lab's shared root costs virtual time, libraries included; recordings and logs are copied to $OUT at exit.
set -euo pipefail

WORK=$(mktemp -d)
SOCKET=$WORK/control.sock
export XDG_STATE_HOME=$WORK/state XDG_CONFIG_HOME=$WORK/config XDG_RUNTIME_DIR=$WORK
for program in "$PROGRAMS"/playheadd "$PROGRAMS"/playhead "$TOOLS"/*; do
  if [ -f "$program" ]; then cp "$program" "$WORK"; fi
done
PATH=$WORK:$PATH
cd "$WORK"
mkdir libraries
{ ldd "$PROGRAMS"/playhead* "$TOOLS"/* 2>/dev/null || true; } |
  awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u | xargs -r cp -L -t libraries
export LD_LIBRARY_PATH=$WORK/libraries

# The card of snd-virmidi; its raw MIDI device 0 is where everything is recorded.
virmidi_card() {
  local card
  for card in /proc/asound/card[0-9]*; do
    if grep -q VirMIDI "$card/id"; then basename "$card" | tr -d "[:lower:]"; fi
  done | head -1
}
CARD=$(virmidi_card)
VIRMIDI="VirMIDI $CARD-0"
VIRMIDI_CLIENT="Virtual Raw MIDI $CARD-0"

# Runs at exit: ends what still runs, keeps what was recorded.
finish() {
  local status=$?
  set +e
  trap - EXIT
  # shellcheck disable=SC2046
  kill $(jobs -p) 2>/dev/null
  wait
  cp -- *.rec *.log *.err "$OUT" 2>/dev/null
  rm -rf "$WORK"
  exit "$status"
}
trap finish EXIT

die() {
  echo "guest: $*" >&2
  exit 1
}

# start_daemon SONG [OPTION…]: starts the daemon and waits until it answers.
start_daemon() {
  # As the service's unit has it.
  ulimit -l unlimited
  playheadd --socket "$SOCKET" --song "$WORK/$1" --output alsa "${@:2}" 2>> daemon.err &
  DAEMON=$!
  for _ in {1..500}; do
    if drive "$SOCKET" /dev/null 2>/dev/null; then return; fi
    kill -0 "$DAEMON" 2>/dev/null || die "the daemon ended: $(tail -5 daemon.err)"
    sleep 0.02
  done
  die "the daemon does not answer"
}

# stop_daemon: ends the daemon, after it has told how it was in health.log.
stop_daemon() {
  playhead --socket "$SOCKET" --json status >> health.log
  kill -TERM "$DAEMON"
  wait "$DAEMON" || die "the daemon ended with $?"
}

# perform NAME: drives the daemon through the case's file NAME.txt; the log is NAME.log.
perform() {
  drive "$SOCKET" "$OUT/$1.txt" > "$1.log" || die "$1: $(tail -1 "$1.log")"
  if grep '"error":' "$1.log" | head -3 | grep .; then die "$1: refused"; fi
}

# Connects the port "out" by name to where everything is recorded.
connect_out() {
  playhead --socket "$SOCKET" connect out "$VIRMIDI"
}

# import_file FILE: imports and waits until its cells are there.
import_file() {
  printf 'song.import path=%s\n' "$1" | drive "$SOCKET" - > import.log
  if grep '"error":' import.log; then die "import refused"; fi
  for _ in {1..600}; do
    if printf 'ls all limit=1\n' | drive "$SOCKET" - | grep -q '"cell":'; then return; fi
    sleep 0.1
  done
  die "no cells after the import"
}

# record NAME: records to NAME.rec until stop_recording.
record() {
  recorder "$CARD,0" > "$1.rec" 2> recorder.err &
  RECORDER=$!
  until grep -q ready recorder.err; do
    kill -0 "$RECORDER" 2>/dev/null || die "$(cat recorder.err)"
    sleep 0.01
  done
}

stop_recording() {
  sleep 0.2
  kill -TERM "$RECORDER"
  wait "$RECORDER" || die "$(cat recorder.err)"
}

# busy CPU PROC: starts so many hogs in user space and in /proc.
HOGS=()
busy() {
  local i
  for ((i = 0; i < $1; i++)); do hog cpu & HOGS+=($!); done
  for ((i = 0; i < $2; i++)); do hog proc & HOGS+=($!); done
}

calm() {
  kill "${HOGS[@]}"
  wait "${HOGS[@]}" 2>/dev/null || true
  HOGS=()
}
