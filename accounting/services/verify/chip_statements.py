"""What a proof that found nothing states: where every chip of a house was when its streams stood at certain heads.

The nightly run keeps it (``AuditRun.chips``), so that a proof may go on from there. It is trusted no more than any
row: each whole proof compares it with the log, and a proof since it starts from the hashes that it names.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from accounting.models.audits import AuditRun
from accounting.services.streams import StreamInfo


class Head(NamedTuple):
    """The last event of a stream that a statement covers, and its hash in hex."""

    seq: int
    hash: str


Heads = Mapping[str, Head]


class Statement(NamedTuple):
    """Where chips were (``HouseChips.told``) when the streams that hold any stood at ``heads``."""

    heads: Heads
    chips: Mapping[str, Any]

    def as_data(self) -> dict[str, Any]:
        """The statement as JSON."""
        return {"heads": {key: list(head) for key, head in self.heads.items()}, "chips": dict(self.chips)}


def head_of(stream: StreamInfo) -> Head:
    """Where a stream stands."""
    return Head(stream.head_seq, stream.head_hash.hex())


def newest(casino: str) -> Statement | None:
    """What the last nightly run that found nothing has stated of a casino; None where there was none."""
    stated = AuditRun.objects.filter(findings=[], chips__has_key=casino).order_by("-started_at")
    told = stated.values_list("chips", flat=True).first()
    if told is None:
        return None
    heads = {key: Head(seq, digest) for key, (seq, digest) in told[casino]["heads"].items()}
    return Statement(heads, told[casino]["chips"])
