"""Files from Debian packages that need not be installed."""

import subprocess
import tempfile
from pathlib import Path


def fetch(package: str, member: str, into: Path) -> Path:
    """Downloads a package and puts one of its files into a folder."""
    with tempfile.TemporaryDirectory() as folder:
        quiet = {"cwd": folder, "check": True, "stdout": subprocess.DEVNULL}
        subprocess.run(["apt-get", "download", "-q", package], stderr=subprocess.DEVNULL, **quiet)
        (archive,) = Path(folder).glob("*.deb")
        subprocess.run(["dpkg", "-x", archive.name, "."], **quiet)
        target = into / Path(member).name
        target.write_bytes((Path(folder) / member).read_bytes())
    return target
