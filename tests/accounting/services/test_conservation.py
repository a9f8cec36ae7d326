"""Every chip of the house is somewhere, from the log alone; a number that is changed is named by its event (T-45)."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from accounting.domain.posting import registry
from accounting.services import follow, streams
from accounting.services.verify import cage as cage_check
from accounting.services.verify import chips_fold, conservation
from accounting.services.verify.run import verify
from tables.domain import chips
from tables.domain.canonical import canonical
from tables.models import cage, log
from tests import builders, cages, custody, dealt, slips
from tests.accounting import forging
from tests.builders import House
from tests.cages import lot

pytestmark = pytest.mark.django_db

BJ, CAGE = "DEMO/table/BJ-01", "DEMO/cage"


@pytest.fixture
def house() -> House:
    """Something of everything that moves chips: bank, vault, window, a round, a fill, a credit under way, counts."""
    made = cages.with_cash(dealt.settled(builders.house()))
    cages.sell(made, lot({2_500: 4}), {10_000: 1})
    custody.buy_in(made, 10_000, {2_500: 4})
    cages.redeem(made, lot({500: 4}), {2_000: 1})
    cages.move_vault(made, "cage", lot({100_000: 50}), {})
    cages.withdraw(made, lot({50: 100}))
    cages.promotional_set(made)
    cages.colour_set(made)
    cages.give_promotional(made, lot({500: 4}, "PROMO"))
    slips.accept(made, slips.carried_fill(made))
    slips.counted_out_credit(made)
    vault = {"MAIN": {100_000: 49}, "COLOURS": {1: 300, 2: 300, 3: 300}}
    cages.count(made, cages.counted(vault, {}, "one is short"), "vault")
    return made


def checked(house: House) -> list[str]:
    finding = conservation.prove(house.casino.pk).finding
    return [] if finding is None else [str(finding)]


def forged(key: str, type_: str, change: Callable[[dict[str, Any]], object]) -> str:
    """Change the data of the first event of a type and make the whole chain fit again; which event it was."""
    forging.unguard()
    stream = log.Stream.objects.get(key=key)
    event = log.Event.objects.filter(stream_id=stream.pk, type=type_).earliest("seq")
    body = json.loads(event.body)
    change(body["data"])
    log.Event.objects.filter(stream_id=stream.pk, seq=event.seq).update(body=canonical(body))
    forging.chain_again(stream)
    return f"{key} #{event.seq} {type_}"


def test_a_house_at_work_has_all_its_chips(house: House) -> None:
    assert checked(house) == []
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []


def test_t45_where_everything_is(house: House) -> None:
    """431,000.00 were issued and 50.00 destroyed; by hand."""
    fold = conservation.prove(house.casino.pk).chips
    rack = chips.value(custody.rack_of(house))
    drawers = chips.value(cages.stock_of(house))
    assert {place: value for place, value in fold.places.items() if value} == {
        "issued": -43_095_000,
        "cage": drawers,
        "vault": 4_900_000,
        "rack/BJ-01": rack,
        "in transit/C-000001": 90_000,
        "players": 43_095_000 - drawers - 4_900_000 - rack - 90_000 - 100_000,
        "variances": 100_000,
    }
    assert fold.pieces["vault", "MAIN", 100_000] == 49
    assert sum(fold.places.values()) == 0


@pytest.mark.parametrize(
    ("key", "type_", "change", "what"),
    [
        (CAGE, "chips_received", {"total": 1}, "chips do not balance: 43099999 came from nowhere"),
        (CAGE, "chips_sold", {"cash": 20_000}, "chips do not balance: 10000 came from nowhere"),
        (CAGE, "chips_redeemed", {"chips": {"500": 5}}, "chips do not balance: 500 came from nowhere"),
        (CAGE, "chips_withdrawn", {"total": 4_900}, "chips do not balance: -100 came from nowhere"),
        (CAGE, "vault_moved", {"chips_total": 1}, "1 written for 0 in chips"),
        (CAGE, "cage_counted", {"chips_difference": 0}, "the vault is not what was counted"),
        (BJ, "table_bank_issued", {"chips": {"100": 7}}, "1000000 written for 700 in chips"),
        (BJ, "buy_in_taken", {"cash": 9_000}, "chips do not balance: -1000 came from nowhere"),
        (BJ, "credit_counted_out", {"rack": {"2500": -20}}, "chips do not balance: 40000 came from nowhere"),
        (BJ, "fill_accepted", {"counted_total": 69_900}, "chips do not balance: 100 came from nowhere"),
    ],
)
def test_a_number_that_is_changed_is_named(
    house: House, key: str, type_: str, change: dict[str, Any], what: str
) -> None:
    """Even where the whole chain was made to fit again."""
    event = forged(key, type_, lambda data: data.update(change))
    assert checked(house) == [f"{event}: {what}"]


def test_what_was_never_there_cannot_have_left(house: House) -> None:
    """Balanced in itself, and still not possible: the cage has 100 yellow chips."""
    forging.unguard()
    moved = {
        "chip_set": "MAIN",
        "chips": {"100000": 150},
        "chips_total": 15_000_000,
        "source": "cage",
        "target": "vault",
    }
    event = forged(CAGE, "vault_moved", lambda data: data.update(moved))
    assert checked(house) == [f"{event}: more chips of 100000 left cage than were there: 50"]


def test_a_fill_that_arrives_twice_is_named(house: House) -> None:
    event = forged(BJ, "fill_accepted", lambda data: data.update(slip="F-2026-000009"))
    assert checked(house) == [f"{event}: does not tell where chips went: KeyError"]


def test_the_stock_of_the_cage_follows_from_the_log(house: House) -> None:
    """A row that is changed, one more and one less, each by its line."""
    stream = streams.by_key(CAGE)
    main = cage.CageStock.objects.get(place="cage", value=100, chip_set__code="MAIN")
    promo = cage.CageStock.objects.get(place="cage", value=500, chip_set__code="PROMO")
    cage.CageStock.objects.filter(pk=main.pk).update(count=main.count + 1)
    assert [str(finding) for finding in cage_check.check(stream)] == [
        f"{CAGE}: stock cage/MAIN/100: count is {main.count + 1} and should be {main.count}"
    ]
    cage.CageStock.objects.filter(pk=main.pk).update(count=main.count)
    cage.CageStock.objects.filter(pk=promo.pk).delete()
    assert [str(finding) for finding in cage_check.check(stream)] == [
        f"{CAGE}: stock cage/PROMO/500 is missing on the floor"
    ]
    cage.CageStock.objects.create(casino=house.casino, place="vault", asset="cash", value=77, count=1)
    assert [str(finding) for finding in cage_check.check(stream)][1:] == [
        f"{CAGE}: stock vault//77 does not follow from the log"
    ]


def test_a_count_that_is_not_what_the_place_held_is_named(house: House) -> None:
    event = forged(CAGE, "cage_counted", lambda data: data["sets"]["MAIN"].update({"100000": 48}))
    found = [str(finding) for finding in cage_check.check(streams.by_key(CAGE))]
    assert found == [f"{event}: the vault is not what was counted"]


def test_every_event_that_moves_chips_is_read() -> None:
    """What the books post in chips is in this reading too, or has ``transfers``; the others move no chips."""
    by_transfers = registry.OF_ROUNDS | {"round_voided", "pot_paid", "seat_fee_taken", "ruling_paid", "press_undone"}
    no_chips = {
        "count_closed", "cash_received", "cash_banked", "promotional_given", "marker_transferred",
        "front_money_taken", "front_money_returned", "crowd_bets_taken", "crowd_chunk_settled",
    }  # fmt: skip
    assert registry.POSTED.keys() - by_transfers - no_chips == chips_fold.FOLDS.keys() - {"box_removed"}
