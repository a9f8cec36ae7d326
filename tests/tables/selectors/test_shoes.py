"""Shoes as they may be known: states, counts, commitments; seeds after retirement; never a card."""

import json

import pytest

from tables.domain import canonical
from tables.domain.errors import NotAllowed, NotFound
from tables.models import shoes as rows
from tables.selectors import shoes
from tables.services import shoes as shoe_service
from tests import builders, dealt
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return dealt.ready(builders.house(card_source="server", outsider=True))


def retire(house: House) -> None:
    shoe_service.retire_shoe(actor=house.dana, at=house.at, table="BJ-01")


def test_shoes_are_listed_newest_first(house: House) -> None:
    retire(house)
    dealt.shoe_ready(house)
    lines = shoes.shoes(actor=house.petra, table="BJ-01")
    assert lines == [
        {"table": "BJ-01", "number": 2, "decks": 4, "status": "cut", "shuffles": 1, "cards_out": 0},
        {"table": "BJ-01", "number": 1, "decks": 4, "status": "retired", "shuffles": 1, "cards_out": 0},
    ]
    assert shoes.shoes(actor=house.petra, table="BJ-01", before=2) == lines[1:]
    assert shoes.shoes(actor=house.petra, table="BJ-01", limit=1) == lines[:1]


def test_a_shuffle_shows_its_commitment_and_not_its_seed(house: House) -> None:
    told = shoes.shoe(actor=house.petra, table="BJ-01", number=1)
    assert [step["type"] for step in told["steps"]] == ["shoe_received", "shoe_inspected", "shoe_mixed", "shoe_cut"]
    assert told["revealed"] is None
    row = rows.Shoe.objects.get()
    (secret,) = json.loads(row.seeds)
    text = json.dumps(told)
    for hidden in (secret["value"], secret["nonce"], row.stock):
        assert hidden not in text
    assert told["steps"][2]["sealed"] == {"seed": canonical.seal(secret["nonce"], secret["value"])}
    assert "signatures" not in text


def test_a_retired_shoe_gives_its_seeds(house: House) -> None:
    (secret,) = json.loads(rows.Shoe.objects.get().seeds)
    retire(house)
    told = shoes.shoe(actor=house.petra, table="BJ-01", number=1)
    assert told["revealed"] == [secret]
    mixed = next(step for step in told["steps"] if step["type"] == "shoe_mixed")
    assert (mixed["seq"], mixed["sealed"]["seed"]) == (
        secret["seq"],
        canonical.seal(secret["nonce"], secret["value"]),
    )


def test_a_second_shoe_keeps_its_steps_to_itself(house: House) -> None:
    retire(house)
    dealt.shoe_ready(house)
    assert [step["type"] for step in shoes.shoe(actor=house.petra, table="BJ-01", number=2)["steps"]] == [
        "shoe_received",
        "shoe_inspected",
        "shoe_mixed",
        "shoe_cut",
    ]


def test_shoes_that_are_not_there(house: House) -> None:
    with pytest.raises(NotFound, match="no_such_shoe"):
        shoes.shoe(actor=house.petra, table="BJ-01", number=2)
    with pytest.raises(NotFound, match="no_such_table"):
        shoes.shoes(actor=house.otto, table="BJ-01")
    with pytest.raises(NotAllowed, match="not_permitted"):
        shoes.shoes(actor=house.cass, table="BJ-01")
