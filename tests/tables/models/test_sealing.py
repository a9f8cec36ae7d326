"""What the database may hold but not know: sealed under a key that is elsewhere, and found out when it was changed."""

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.writer import MigrationWriter

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.models import floor, sealing
from tables.models import log as rows
from tables.models.shoes import Shoe
from tests import builders, dealt
from tests.builders import House

OLD, NEW = "the key of last year, long enough", "the key of this year, also enough"
Hold = Callable[..., None]


@pytest.fixture
def hold(settings: Any) -> Hold:
    """Sets the keys that the house has; the old one at first."""

    def keys(*secrets: str) -> None:
        settings.SEAL_KEYS = list(secrets)

    keys(OLD)
    return keys


@pytest.mark.usefixtures("hold")
def test_what_was_shut_is_opened_again() -> None:
    for text in ("AS", "葫芦 ♠" * 50, "x" * 100_000):
        assert sealing.opened("stock", sealing.shut("stock", text)) == text


@pytest.mark.usefixtures("hold")
def test_nothing_stays_nothing_and_the_clear_is_read_as_it_is() -> None:
    assert (sealing.shut("stock", ""), sealing.opened("stock", "")) == ("", "")
    assert sealing.opened("stock", "AS2HJK") == "AS2HJK"


@pytest.mark.usefixtures("hold")
def test_the_same_text_never_looks_the_same() -> None:
    assert len({sealing.shut("stock", "AS2H") for _ in range(100)}) == 100


def test_a_newer_key_seals_and_older_ones_open(hold: Hold) -> None:
    before = sealing.shut("stock", "AS")
    hold(NEW, OLD)
    after = sealing.shut("stock", "AS")
    assert (sealing.opened("stock", before), sealing.opened("stock", after)) == ("AS", "AS")
    hold(NEW)
    assert sealing.opened("stock", after) == "AS"
    with pytest.raises(sealing.CannotOpen, match="is not among SEAL_KEYS"):
        sealing.opened("stock", before)


@pytest.mark.usefixtures("hold")
def test_a_changed_byte_anywhere_is_found() -> None:
    shut = sealing.shut("stock", "AS2HJK")
    head, _, packed = shut.rpartition(".")
    for at in range(24 + 6 + 16):  # nonce, text, tag
        whole = bytearray(base64.b64decode(packed))
        whole[at] ^= 1
        with pytest.raises(sealing.CannotOpen, match="was changed"):
            sealing.opened("stock", f"{head}.{base64.b64encode(whole).decode()}")
    for wrong in (shut[:-8], f"{shut}A", "sealed1..", "sealed1."):
        with pytest.raises(sealing.CannotOpen):
            sealing.opened("stock", wrong)


@pytest.mark.usefixtures("hold")
def test_a_text_of_one_column_is_none_of_another() -> None:
    with pytest.raises(sealing.CannotOpen, match="was changed"):
        sealing.opened("dealt", sealing.shut("stock", "AS"))


def test_for_migrations_a_sealed_text_is_a_text() -> None:
    assert MigrationWriter.serialize(Shoe._meta.get_field("stock"))[0].startswith("models.TextField(")


# --------------------------------------------------------------------------------------------------------- in the house
@pytest.fixture
def house(db: None) -> House:
    """A round in play at a table of the server's cards: the hole card is down, the order of the shoe is fixed."""
    house = dealt.ready(builders.house(card_source="server"))
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    return house


def test_the_database_knows_no_seed_and_no_order(house: House) -> None:
    shoe = Shoe.objects.get()
    secrets = [shoe.stock[:12], shoe.dealt, *[seed["value"] for seed in json.loads(shoe.seeds)]]
    with connection.cursor() as cursor:
        for model in (Shoe, floor.TableState, rows.Event, rows.Receipt):
            cursor.execute(f'SELECT t::text FROM "{model._meta.db_table}" t')  # noqa: S608 - the models' own names
            text = " ".join(row[0] for row in cursor.fetchall())
            assert [secret for secret in secrets if secret in text] == [], model
    state = floor.TableState.objects.get(table__code="BJ-01")
    assert secrets[-1] not in state.live, "the seed is the shoe's, not the round's"
    assert json.loads(state.live)["state"], "programs see it in the clear"


@pytest.mark.parametrize(("table", "column"), [("tables_event", "sealed"), ("tables_tablestate", "live")])
def test_no_column_holds_anything_in_the_clear(house: House, table: str, column: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM {table} WHERE {column} <> ''")  # noqa: S608 - names of ours
        found = [row[0] for row in cursor.fetchall()]
    assert found
    assert [text for text in found if not text.startswith("sealed1.")] == []


def test_verify_opens_what_is_sealed_and_says_when_the_key_is_gone(house: House, settings: Any) -> None:
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []
    settings.SEAL_KEYS = [NEW]
    found = [str(finding) for finding in verify().findings]
    assert any("shoe_mixed" in finding and "is not among SEAL_KEYS" in finding for finding in found), found


def test_a_house_plays_on_with_a_new_key(db: None, settings: Any) -> None:
    """The shoe was shuffled and the round opened under the old key; cards are dealt, and proven, under both."""
    house = dealt.ready(builders.house(card_source="server"))
    dealt.press(house, {"do": "open_round"})
    settings.SEAL_KEYS = [NEW, *settings.SEAL_KEYS]
    dealt.press(house, *dealt.bets(), {"do": "close_betting"})
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []
    with connection.cursor() as cursor:
        cursor.execute("SELECT split_part(stock, '.', 2), split_part(seeds, '.', 2) FROM tables_shoe")
        ((stock, seeds),) = cursor.fetchall()
    assert stock != seeds, "what is written anew is under the new key, what lies is under the old one"
