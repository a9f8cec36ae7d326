"""The child that draws: a document comes in as JSON, the file goes out. ``python -m tables.documents pdf 20``."""

import os
import resource
import sys

from tables.documents import data

MEMORY = 3 * 1024**3
"""Bytes of address space: three times what the longest document wants."""


def main(form: str, seconds: int) -> None:
    """Draw what stands on the standard input; who asked waits in line behind the floor."""
    os.nice(10)
    _limit(resource.RLIMIT_CPU, seconds)
    if sys.platform == "linux":  # elsewhere the limit is not kept, or counts what the system maps by itself
        _limit(resource.RLIMIT_AS, MEMORY)
    document = data.document_of(sys.stdin.buffer.read().decode())
    if form == "pdf":
        from tables.documents import pdf

        drawn = pdf.typeset(document)
    else:
        from tables.documents.xlsx import workbook

        drawn = workbook.written(document)
    sys.stdout.buffer.write(drawn)


def _limit(what: int, most: int) -> None:
    _, hard = resource.getrlimit(what)
    resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
