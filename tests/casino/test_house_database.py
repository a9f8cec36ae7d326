"""The database that the tests run on is the one that the house runs on."""

import pytest
from django.core.cache import cache
from django.db import connection


@pytest.mark.django_db
def test_letters_sort_by_code_point_on_every_machine() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT string_agg(w, '' ORDER BY w) FROM (VALUES ('b'), ('A'), ('a'), ('B'), ('庄'), ('é')) v(w)"
        )
        assert cursor.fetchone() == ("ABabé庄",)


@pytest.mark.django_db
def test_a_lock_is_waited_for_three_seconds() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("3s",)


@pytest.mark.django_db
def test_connections_come_from_a_pool() -> None:
    assert connection.pool is not None  # type: ignore[attr-defined]


def test_the_cache_is_a_real_valkey(servers: None) -> None:
    cache.set("round", 1182, timeout=5)
    assert cache.get("round") == 1182
