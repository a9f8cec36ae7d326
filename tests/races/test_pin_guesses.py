"""Many guesses at once must not get more tries than one after the other."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tables.domain.errors import NotAllowed
from tables.models import staff
from tables.services import attempts, pin_hashes, signatures
from tests import builders

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]
GUESSERS = 8


def guess_at_once(
    casino_id: int, monkeypatch: pytest.MonkeyPatch, terminal: str, patience: float = 0.3
) -> tuple[int, list[str]]:
    """How many guesses were hashed, and what each guesser was told; all look before any has failed if they can.

    ``patience``: seconds that each waits for the others; who is locked out never comes.
    """
    together, hashed, lock = threading.Barrier(GUESSERS), [0], threading.Lock()
    real = pin_hashes.matches

    def slow(pin: str, pin_hash: str) -> bool:
        with lock:
            hashed[0] += 1
        try:
            together.wait(timeout=patience)  # passes only when all guessers are in here
        except threading.BrokenBarrierError:
            pass
        return real(pin, pin_hash)

    def guess(number: int) -> str:
        try:
            signatures.prove(
                casino=casino_id, badge="dana", pin=f"00000{number}", terminal=terminal.format(number), at=builders.AT
            )
        except NotAllowed as refused:
            return refused.code
        finally:
            connection.close()
        return "in"

    monkeypatch.setattr(pin_hashes, "matches", slow)
    with ThreadPoolExecutor(GUESSERS) as pool:
        told = sorted(pool.map(guess, range(GUESSERS)))
    return hashed[0], told


def test_without_the_lock_every_guesser_gets_a_try(monkeypatch: pytest.MonkeyPatch) -> None:
    casino = builders.house().casino
    monkeypatch.setattr(attempts, "_SERIALISE", "SELECT %s, %s")
    hashed, told = guess_at_once(casino.pk, monkeypatch, "T-1", patience=30)
    assert hashed == GUESSERS
    assert told == ["wrong_badge_or_pin"] * GUESSERS


def test_with_the_lock_three_do(monkeypatch: pytest.MonkeyPatch) -> None:
    casino = builders.house().casino
    hashed, told = guess_at_once(casino.pk, monkeypatch, "T-1")
    assert hashed == 3
    assert told == ["pin_locked"] * (GUESSERS - 3) + ["wrong_badge_or_pin"] * 3
    assert staff.PinFailure.objects.count() == 3


def test_with_the_lock_those_of_the_day_do_from_as_many_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    casino = builders.house().casino
    for number in range(10):
        staff.PinFailure.objects.create(casino=casino, badge="dana", place=f"E-{number}", failed_at=builders.AT)
    hashed, told = guess_at_once(casino.pk, monkeypatch, "T-{}")
    assert hashed == 2
    assert told == ["pin_locked"] * (GUESSERS - 2) + ["wrong_badge_or_pin"] * 2
