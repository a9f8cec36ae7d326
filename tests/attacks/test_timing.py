"""Who measures how long an answer takes learns nothing: whatever is wrong with a secret costs the same work.

Counted, not timed: what is hashed and what the database is asked, at each door that takes a PIN or a password.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client

from casino.web import throttles
from tables.models import staff
from tables.services import pin_hashes
from tests import builders, callers, custody, statements
from tests.builders import House
from tests.callers import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.by_hand]
PIN, PASSWORD = "000001", "no password of anybody"
#: Known with a secret, deactivated, known without a secret, unknown.
AT_DOORS = ("dev", "cora", "axel", "nobody")
Try = Callable[[str], Any]


@pytest.fixture
def house() -> Iterator[House]:
    """A table that is dealt at; a cashier has left, and an auditor has no secret."""
    throttles.COUNTER.forget()
    with time_machine.travel(builders.AT, tick=False):
        made = custody.running(builders.house())
        staff.StaffMember.objects.filter(badge="dev").update(
            password=staff.StaffMember.objects.get(badge="ada").password
        )
        staff.StaffMember.objects.filter(badge="cora").update(is_active=False)
        staff.StaffMember.objects.filter(badge="axel").update(pin="", password="")
        yield made


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every secret that was put through a hash."""
    spent: list[str] = []
    hasher, encode = pin_hashes._hasher(), MD5PasswordHasher.encode

    class Watched:
        def verify(self, pin_hash: str, pin: str) -> bool:
            spent.append(pin)
            return hasher.verify(pin_hash, pin)

    def encoded(self: MD5PasswordHasher, password: str, salt: str) -> str:
        spent.append(password)
        return str(encode(self, password, salt))

    pin_hashes._nobodys()  # made once in the life of a process
    monkeypatch.setattr(pin_hashes, "_hasher", Watched)
    monkeypatch.setattr(MD5PasswordHasher, "encode", encoded)
    return spent


def terminal(house: House) -> Try:
    token = callers.device(house, "T-BJ-01", "BJ-01")
    return lambda badge: Caller().post("sign-ons", {"device_token": token, "badge": badge, "pin": PIN}, key=None)


def terminals_page(house: House) -> Try:
    browser = Client()
    browser.cookies["terminal"] = callers.device(house, "T-BJ-01", "BJ-01")
    return lambda badge: browser.post("/t/BJ-01/sign-on", {"badge": badge, "pin": PIN})


def office(house: House) -> Try:
    return lambda name: Caller().post("sign-ons", {"username": name, "password": PASSWORD}, key=None)


def offices_page(house: House) -> Try:
    return lambda name: Client().post("/sign-in/", {"username": name, "password": PASSWORD})


def signature(house: House) -> Try:
    dana = callers.at_terminal(house, "dana", "T-BJ-01", "BJ-01")
    seq = builders.snapshot()["DEMO/table/BJ-01"]
    body = {"player": "seat 2", "maximum": 200_000}
    path = "tables/BJ-01/limit-raises"
    return lambda badge: dana.post(path, {**body, "signature": {"badge": badge, "pin": PIN}}, match=seq)


def seen(answer: Any, name: str) -> tuple[int, str]:
    """The status and what stands there, without keys that are others each time and the name that was sent."""
    text = answer.content.decode().replace(f'"{name}"', "")
    return answer.status_code, re.sub(r"[A-Za-z0-9-]{30,}", "", text)


@pytest.mark.parametrize("door", [terminal, terminals_page, office, offices_page, signature])
def test_whatever_is_wrong_costs_the_same_and_looks_the_same(
    door: Callable[[House], Try], house: House, hashed: list[str]
) -> None:
    attempt = door(house)
    attempt("dana")  # what a process learns once
    found = []
    for name in AT_DOORS:
        hashed.clear()
        with statements.counted() as sent:
            answer = attempt(name)
        found.append((len(hashed), [re.sub(r"'[^']*'|\d+", "?", each) for each in sent], seen(answer, name)))
    assert found[0][0] == 1
    assert found[0][2][0] == 403
    assert found == [found[0]] * len(AT_DOORS)
