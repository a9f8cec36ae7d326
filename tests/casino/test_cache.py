"""A cache whose server is away is an empty cache, not an error."""

from pathlib import Path

import pytest
from django.core.cache import cache

from casino.cache import ForgivingRedisCache


@pytest.fixture
def lost(tmp_path: Path) -> ForgivingRedisCache:
    return ForgivingRedisCache(f"unix://{tmp_path}/nobody.sock?db=1", {})


def test_reads_are_misses_while_the_server_is_away(lost: ForgivingRedisCache) -> None:
    assert lost.get("seat") is None
    assert lost.get("seat", "empty") == "empty"
    assert lost.get_many(["seat", "shoe"]) == {}
    assert lost.has_key("seat") is False


def test_writes_are_dropped_while_the_server_is_away(lost: ForgivingRedisCache) -> None:
    lost.set("seat", 4)
    lost.set_many({"seat": 4})
    lost.delete_many(["seat"])
    assert lost.delete("seat") is False
    assert lost.touch("seat") is False
    assert lost.add("seat", 4) is True
    assert lost.incr("seat", 3) == 3


def test_the_house_keeps_what_it_is_told_to_keep(servers: None) -> None:
    cache.set("round", 1182, timeout=30)
    assert cache.get("round") == 1182
    assert cache.incr("round") == 1183
    assert cache.add("round", 1) is False
    assert cache.delete("round") is True
    assert cache.get("round") is None
