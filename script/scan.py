"""Looks for secrets in the files that git keeps, and for holes in the locks; needs no network and no package.

``python script/scan.py [FOLDER]`` prints what it finds, a line each, and exits with 1 if there is anything. What looks
like a secret and is none says so on its line: ``not a secret: <why>``.
"""

import math
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

LOCKS = ("requirements", "requirements-dev", "requirements-bench", "requirements-audit")
GENERATED = re.compile(r"(^|/)(requirements[a-z-]*\.txt|openapi\.yaml|django\.po)$")
PARDON = "not a secret:"
LONGEST = 2_000  # signs of a line; minified scripts have longer ones, and no secrets of ours

KNOWN = {
    "a private key": re.compile(r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY"),
    "a key of a cloud": re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{35}\b"),
    "a token of a forge": re.compile(
        r"\b(?:gh[pousr]_[0-9A-Za-z]{36}|glpat-[0-9A-Za-z_-]{20}|github_pat_[0-9A-Za-z_]{40,})"
    ),
    "a token of a registry": re.compile(r"\b(?:npm_[0-9A-Za-z]{36}|pypi-AgEI[0-9A-Za-z_-]{20,})"),
    "a token of a payment or chat service": re.compile(
        r"\b(?:sk|rk)_live_[0-9A-Za-z]{16,}|\bxox[abprs]-[0-9A-Za-z-]{10,}"
    ),
    "a signed web token": re.compile(r"\beyJ[0-9A-Za-z_-]{10,}\.eyJ[0-9A-Za-z_-]{10,}\.[0-9A-Za-z_-]{10,}"),
}
ADDRESS = re.compile(r"\b[a-z][a-z0-9+]+://[^\s:/@\"'<>{}$]+:([^\s:/@\"'<>{}$]+)@")
ASSIGNED = re.compile(
    r"""(?i)\b[a-z_]*(?:secret|passw(?:or)?d|token|api_?key|private_?key)[a-z_]*["']?\s*[:=]\s*["']?([A-Za-z0-9+/_=.-]{20,})"""
)
MOST_EVEN = 4.0
"""Bits a sign (Shannon): words and names stay below, 24 random signs of base64 lie above."""

MOST_SPOKEN = 3.0
"""The same of a password of eight signs or more that is not a word."""

_PINNED = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[a-z,]+\])?==([^\s;\\]+)")


def evenness(text: str) -> float:
    """Shannon's entropy in bits a sign."""
    return -sum(n / len(text) * math.log2(n / len(text)) for n in Counter(text).values())


def secrets(text: str) -> Iterator[tuple[int, str]]:
    """Line and kind of everything that looks like a secret."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST or PARDON in line:
            continue
        for kind, pattern in KNOWN.items():
            if pattern.search(line):
                yield number, kind
        for found in ADDRESS.finditer(line):
            if evenness(found[1]) > MOST_SPOKEN:
                yield number, "a password in an address"
        for found in ASSIGNED.finditer(line):
            if evenness(found[1]) > MOST_EVEN and any(sign.isdigit() for sign in found[1]):
                yield number, "a value that looks random beside a word for a secret"


def wanted(text: str) -> set[str]:
    """The packages that a ``.in`` file names."""
    lines = (line.split("#")[0].strip() for line in text.splitlines())
    return {plain(re.split(r"[\[<>=~!;\s]", line)[0]) for line in lines if line and not line.startswith("-")}


def plain(name: str) -> str:
    """A package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(text: str) -> dict[tuple[str, str], int]:
    """Name and version of each locked package, and how many hashes of SHA-256 stand with it."""
    found: dict[tuple[str, str], int] = {}
    last = ("", "")
    for line in text.splitlines():
        if match := _PINNED.match(line):
            last = (plain(match[1]), match[2])
            found.setdefault(last, 0)
        elif re.fullmatch(r"\s+--hash=sha256:[0-9a-f]{64}( \\)?", line):
            found[last] += 1
        elif line.strip():
            found[("?", line.strip())] = 0
    return found


def locks(folder: Path) -> Iterator[str]:
    """What is not locked, locked without a hash, from elsewhere than the registry, or twice in different versions."""
    versions: dict[str, dict[str, set[str]]] = {}
    for name in LOCKS:
        lock = pinned((folder / f"{name}.txt").read_text())
        for (package, version), hashes in lock.items():
            if not hashes:
                yield f"{name}.txt: {package} {version}: no hash"
            versions.setdefault(package, {}).setdefault(name, set()).add(version)
        missing = wanted((folder / f"{name}.in").read_text()) - {package for package, _ in lock}
        yield from (f"{name}.txt: {package}: wanted and not locked" for package in sorted(missing))
    for package, by_lock in sorted(versions.items()):
        if len({frozenset(found) for found in by_lock.values()}) > 1:
            yield f"{package}: another version in another lock"


def files(folder: Path) -> Iterator[tuple[str, str]]:
    """Path and text of every file that git keeps, made ones and pictures aside."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=folder, capture_output=True, check=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        path = folder / name
        if GENERATED.search(name) or path.is_symlink() or not path.is_file():
            continue
        try:
            yield name, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def main(folder: Path) -> int:
    """Print what is found; 1 if there is anything."""
    found = [f"{name}:{number}: {kind}" for name, text in files(folder) for number, kind in secrets(text)]
    found += locks(folder)
    for line in found:
        print(line)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent))
