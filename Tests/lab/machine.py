"""Where the lab's scripts run: a boot of the lab, or this machine where it has a sequencer.

PROGRAMS names the folder of the programs under test, LAB_FOLDER the one where the lab and its
output stay; LAB=boot: never this machine.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAMS = Path(os.environ.get("PROGRAMS", ROOT / ".build/release")).resolve()
LAB = Path(os.environ.get("LAB_FOLDER", ROOT / ".build/lab")).resolve()


def has_sequencer() -> bool:
    """Whether this machine can stand in for the lab."""
    if os.environ.get("LAB") == "boot" or not os.access("/dev/snd/seq", os.W_OK):
        return False
    return any("VirMIDI" in card.read_text() for card in Path("/proc/asound").glob("card[0-9]*/id"))


BOOTS = not has_sequencer()


def ready() -> None:
    """Makes what is missing of the lab and its tools."""
    for part in ["tools", "build"] if BOOTS else ["tools"]:
        subprocess.run([HERE / "lab", part, LAB], check=True, stdout=sys.stderr)


def empty_folder(*names: str) -> Path:
    """A folder for what goes in and comes out of a run, kept until the next of that name."""
    folder = LAB.joinpath(*names)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def run(words: str, folder: Path) -> str | None:
    """Runs a guest script, in the words of `guest.sh`, on a folder; says what went wrong."""
    script = folder / "case.sh"
    beginning = f"PROGRAMS={PROGRAMS}\nTOOLS={LAB / 'tools'}\n"
    script.write_text(f"{beginning}{(HERE / 'guest.sh').read_text()}\n{words}")
    if BOOTS:
        command, environment = [HERE / "lab", "run", LAB, script, folder], {}
    else:
        command, environment = ["bash", script], {"OUT": str(folder)}
    with open(folder / "console", "w") as console:
        status = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT,
            env=os.environ | environment).returncode
    tail = " / ".join((folder / "console").read_text(errors="replace").splitlines()[-3:])
    return f"status {status}: {tail}" if status else None


def panicked(folder: Path) -> bool:
    """Whether the emulator's kernel broke in a run, which was repeated then."""
    return "panicked" in (folder / "console").read_text(errors="replace")
