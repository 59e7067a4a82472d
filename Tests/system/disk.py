"""A disk that fails or is slow when a test says so: `disk.c` in front of the system's calls."""

import mmap
import shutil
import sqlite3
import struct
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

NEVER = 2**62


class Disk:
    """What a daemon with this `environment` finds below `folder`."""

    def __init__(self, folder: Path, programs: Path):
        library, plan = programs / "disk.so", programs / "plan"
        source = Path(__file__).with_name("disk.c")
        subprocess.run(
            ["cc", "-O1", "-shared", "-fPIC", "-Wall", "-Werror", "-o", library, source, "-ldl"],
            check=True)
        plan.write_bytes(bytes(40))
        with plan.open("r+b") as file:
            self._plan = mmap.mmap(file.fileno(), 40)
        self.environment = {
            "LD_PRELOAD": str(library), "DISK_FOLDER": str(folder), "DISK_PLAN": str(plan)}

    @property
    def calls(self) -> int:
        """How many calls have changed something, or tried to."""
        return struct.unpack_from("q", self._plan, 0)[0]

    def fail(self, error: int, first: int = 0, count: int = NEVER) -> None:
        """Some of the next calls fail: after `first` others, `count` of them."""
        begin = self.calls + first
        struct.pack_into("q", self._plan, 24, error)
        struct.pack_into("2q", self._plan, 8, begin, begin + count)

    def kill(self, first: int) -> None:
        """Kills the process after `first` other calls."""
        self.fail(0, first)

    def heal(self) -> None:
        """No call fails, and none takes long."""
        struct.pack_into("2q", self._plan, 8, 0, 0)
        self.delay(0)

    def delay(self, seconds: float) -> None:
        """Each call takes so much longer."""
        struct.pack_into("q", self._plan, 32, int(seconds * 1e6))


def damage(files: Iterable[Path]) -> str | None:
    """What SQLite itself says against copies of databases, and of the logs beside them."""
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            for part in file, file.with_name(f"{file.name}-wal"):
                if part.exists():
                    shutil.copy(part, folder)
            with sqlite3.connect(Path(folder) / file.name) as database:
                result = database.execute("PRAGMA integrity_check").fetchall()
            database.close()
            if result != [("ok",)]:
                return f"{file.name}: {result[0][0]}"
    return None


def saved_cells(song: Path) -> int:
    """How many cells a song file holds."""
    with sqlite3.connect(f"file:{song}?mode=ro", uri=True) as database:
        count = database.execute("SELECT count(*) FROM cells").fetchone()[0]
    database.close()
    return count
