"""The canonical form of an event and the hash chain over it; docs/log.md tells outsiders how to recompute both.

The canonical form is JSON with sorted keys, no white space, UTF-8 without escapes beyond what JSON demands, and no
floating-point numbers: what RFC 8785 gives for such values.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

GENESIS = bytes(32)
"""The hash before the first event of a stream."""

_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def canonical(value: Mapping[str, Any]) -> str:
    """The one text that stands for ``value``. The values must be str, int, bool, None, lists and mappings of these."""
    return _encode(value)


def chain_hash(previous: bytes, body: str) -> bytes:
    """SHA-256 over the previous event's hash and this event's canonical body."""
    return hashlib.sha256(previous + body.encode()).digest()


def seal(nonce: str, value: str) -> str:
    """The commitment that stands in the log for a value nobody may know yet (a face-down card, a seed).

    ``nonce`` is 32 random hexadecimal digits: a card has 52 values, so without it the seal could be guessed.
    """
    return hashlib.sha256(f"{nonce}:{value}".encode()).hexdigest()


def unsealed(value: str) -> Any:
    """A sealed value as it was in the action: a card's code, or JSON for anything that is no text."""
    return json.loads(value) if value[:1] in "[{" else value


def content_hash(value: Mapping[str, Any]) -> str:
    """SHA-256 (hex) of a document's canonical form: what a signature signs."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()
