"""Asks an advisory database what is known of every locked package; needs ``pip-audit`` and a way to the database.

``python script/known_holes.py LOCK ...`` prints each known hole in a line. Exits with 1 if there is one, and with 2 if
none is known but not every package could be asked about: an answer about nothing is no good news.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

HOLES, UNASKED = 1, 2
PATIENCE = 300  # seconds


def asked(lock: str) -> list[dict[str, Any]]:
    """What ``pip-audit`` says of each package of a lock; nothing where it is not here or comes to nothing."""
    command = ["pip-audit", "--disable-pip", "--require-hashes", "--requirement", lock]
    try:
        told = subprocess.run(
            [*command, "--format", "json", "--progress-spinner", "off"],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        ).stdout
    except (FileNotFoundError, subprocess.TimeoutExpired):
        return []
    return list(json.loads(told)["dependencies"]) if told.startswith("{") else []


def main(locks: Sequence[str]) -> int:
    """Print what is known, or of how many packages nobody could say."""
    unasked: list[str] = []
    holes = 0
    for lock in locks:
        packages = asked(lock)
        if not packages:
            unasked.append(f"all of {lock}")
        for package in packages:
            if "skip_reason" in package:
                unasked.append(package["name"])
            for hole in package.get("vulns", ()):
                holes += 1
                mended = ", ".join(hole["fix_versions"]) or "no version"
                print(f"{lock}: {package['name']} {package['version']}: {hole['id']}, mended in {mended}")
    if unasked:
        print(f"nobody could say: {', '.join(unasked[:5])}{' and others' if len(unasked) > 5 else ''}")
    return HOLES if holes else UNASKED if unasked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
