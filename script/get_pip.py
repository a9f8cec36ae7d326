"""Installs pip into a virtual environment that has none, from Debian's or Ubuntu's own archive.

Those two ship `python3` without `ensurepip`. Their package `python3-pip-whl` carries the missing wheel; `apt-get`
fetches it into a private folder and checks its signature, so neither root nor an installed package is needed.
"""

import glob
import os
import shutil
import subprocess
import sys
import tempfile

PACKAGE = "python3-pip-whl"


def main() -> None:
    """Runs with the environment's own Python; exits with a sentence when it cannot help."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        sys.exit("This Python has no ensurepip, and this is neither Debian nor Ubuntu.")
    with tempfile.TemporaryDirectory(prefix="casino-pip-") as folder:
        os.chmod(folder, 0o755)  # noqa: S103 - as root, apt fetches under an account of its own
        fetch(folder)
        wheel = max(glob.glob(f"{folder}/files/usr/share/python-wheels/pip-*.whl"))
        subprocess.run(
            [sys.executable, f"{wheel}/pip", "install", "--quiet", "--no-index", "--no-deps", wheel], check=True
        )


def fetch(folder: str) -> None:
    """Unpacks the package into `folder`/files; the machine's own package lists stay untouched."""
    for part in ("lists/partial", "archives/partial"):
        os.makedirs(f"{folder}/{part}")
    apt = [
        "apt-get",
        "--quiet",
        *("-o", f"Dir::State::lists={folder}/lists"),
        *("-o", f"Dir::Cache={folder}"),
        *("-o", "Debug::NoLocking=1"),
        *("-o", "APT::Sandbox::User="),
    ]
    for action in (["update"], ["download", PACKAGE]):
        done = subprocess.run([*apt, *action], cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if line.startswith("E:")]
            sys.exit(f"apt-get {action[0]} failed. {' '.join(errors)}")
    package = max(glob.glob(f"{folder}/{PACKAGE}_*.deb"))
    subprocess.run(["dpkg-deb", "--extract", package, f"{folder}/files"], check=True)


if __name__ == "__main__":
    main()
