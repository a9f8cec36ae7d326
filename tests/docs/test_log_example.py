"""The worked example of docs/log.md, recomputed from the page itself by the page's own rules."""

import hashlib
import json
import re
from pathlib import Path

from tables.domain.canonical import GENESIS, canonical, chain_hash, seal

PAGE = (Path(__file__).parents[2] / "docs" / "log.md").read_text(encoding="utf-8")
BODIES = re.findall(r"```json\n(.+?)\n```", PAGE)
HASHES = re.findall(r"and that text: `([0-9a-f]{64})`", PAGE)


def test_the_page_shows_two_events_with_their_hashes() -> None:
    assert (len(BODIES), len(HASHES)) == (2, 2)


def test_the_hashes_follow_from_the_bodies() -> None:
    previous = bytes(32)
    for body, told in zip(BODIES, HASHES, strict=True):
        previous = hashlib.sha256(previous + body.encode()).digest()
        assert previous.hex() == told


def test_the_bodies_are_canonical_and_the_product_agrees() -> None:
    head = GENESIS
    for body, told in zip(BODIES, HASHES, strict=True):
        assert canonical(json.loads(body)) == body
        head = chain_hash(head, body)
        assert head.hex() == told


def test_the_commitment_opens_with_the_nonce_and_the_card() -> None:
    found = re.search(r"the nonce was `([0-9a-f]{32})` and the card `(..)`", PAGE)
    assert found is not None
    assert json.loads(BODIES[1])["data"]["sealed"]["card"] == seal(found[1], found[2])
    assert seal(found[1], "5C") != seal(found[1], found[2])
