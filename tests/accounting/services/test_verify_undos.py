"""A forged undo is named: it must be the dealer's own, of the press right before it, and reverse that to the chip."""

import json
from typing import Any

import pytest

from accounting.services.verify.run import verify
from tables.domain.canonical import canonical
from tables.models import log
from tables.services import undoing
from tests import builders, dealt
from tests.accounting import forging
from tests.builders import House

pytestmark = pytest.mark.django_db

TABLE = "DEMO/table/BJ-01"


@pytest.fixture
def house() -> House:
    """Anna's hand was busted by a wrong key, and dana took it back."""
    house = dealt.in_play(builders.house())
    dealt.press(house, {"do": "hit", "by": "anna", "spot": 1}, {"do": "card", "card": "TC"})
    undoing.undo_press(actor=house.at_table("dana"), at=house.at, table="BJ-01")
    forging.unguard()
    return house


def forge(type_: str, **changes: Any) -> None:
    """Change the newest event of a type, data or frame, and mend the chain as a careful forger would."""
    event = log.Event.objects.filter(type=type_).latest("seq")
    body = json.loads(event.body)
    for name, value in changes.items():
        (body if name in body else body["data"])[name] = value
    log.Event.objects.filter(stream_id=event.stream_id, seq=event.seq).update(body=canonical(body))
    forging.chain_again(log.Stream.objects.get(key=TABLE))


def told() -> str:
    """What is said of the undoing."""
    return next(str(line) for line in verify([TABLE]).findings if " press_undone:" in str(line))


def test_an_honest_one_is_not_named(house: House) -> None:
    assert [str(line) for line in verify([TABLE]).findings] == []


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"transfers": [["rack", "layout", 900, "press_undone", "chips"]]},
            "it does not give back what the press had moved",
        ),
        ({"rack": {"500": -1}}, "it does not give back what the press had moved"),
        ({"reopened": []}, "it does not give back what the press had moved"),
        ({"first": 3}, "it does not undo the press before it"),
        ({"actor": "dev"}, "the press was another person's or another terminal's"),
        ({"terminal": "T-2"}, "the press was another person's or another terminal's"),
        ({"last": "x"}, "it does not undo the press before it"),
        ({"last": 10**15}, "it does not undo the press before it"),
        ({"types": None}, "it does not give back what the press had moved"),
    ],
)
def test_a_forged_undo(house: House, changes: dict[str, Any], words: str) -> None:
    forge("press_undone", **changes)
    assert words in told()


def test_a_press_that_was_final(house: House) -> None:
    forge("act_taken", ended="settled")
    assert "the press was final: ended" in told()
