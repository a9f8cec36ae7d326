"""What has to be true of chips, numbers and persons after any act of custody, read from the rows and from the log.

Whoever plays the acts keeps a notebook of the chips that left the house's places; the rows must give all the others.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from fractions import Fraction
from typing import Any

from django.apps import apps
from django.db import connection

from accounting.selectors import ledger
from accounting.services import follow
from tables.domain import chips, slips
from tables.domain.slips import SlipKind
from tables.domain.table_states import BoxStatus, MarkerStatus
from tables.models import cage, counts, floor, log
from tables.models.equipment import EquipmentStock
from tables.models.markers import Marker
from tables.models.ratings import RatingSlip
from tables.models.slips import Slip, SlipSeries
from tests.builders import House

AT_THE_TABLES = {"dana", "dev", "petra", "paul"}
"""Who deals or supervises in a pit all the time, whatever other roles they hold."""
INFORMED = {"petra", "paul", "ada", "axel", "hana"}
"""Who may read the pit's estimates: none of them counts (domain.md §1.1)."""
OFF_THE_FLOOR = {
    *("box_removed", "box_counted", "rake_counted"),
    *("equipment_received", "equipment_destroyed", "equipment_counted"),
}
"""What two persons do who have nothing to do with the dealing: they take and count boxes, cards and dice."""


@dataclass(slots=True)
class Notebook:
    """Chips by denomination: what the house brought in, what lies with players, and what counts found missing.

    ``pieces`` are decks and dice that the house has, by item.
    """

    issued: Counter[int]
    outside: Counter[int] = field(default_factory=Counter)
    lost: Counter[int] = field(default_factory=Counter)
    pieces: Counter[str] = field(default_factory=Counter)

    def goes_out(self, moved: Mapping[int, int]) -> None:
        """Chips from a rack or a drawer to a player."""
        self.outside.update(moved)

    def comes_in(self, moved: Mapping[int, int]) -> None:
        """Chips from a player into a rack or a drawer."""
        self.outside.subtract(moved)

    def changes(self, given: Mapping[int, int], taken: Mapping[int, int]) -> None:
        """Other chips of equal value for a player."""
        self.comes_in(given)
        self.goes_out(taken)

    def counted(self, expected: Mapping[int, int], found: Mapping[int, int]) -> None:
        """A count became the rack, the drawer or the content of a bag."""
        self.lost.update(expected)
        self.lost.subtract(found)


def rows() -> str:
    """A digest of all rows of the floor, without wrong PINs, which stay when a request is refused."""
    names = sorted(model._meta.db_table for model in apps.get_app_config("tables").get_models())
    digest = "coalesce((SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM \"{}\" t), '-')"
    digests = " || ".join(digest.format(name) for name in names if name != "tables_pinfailure")
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {digests}")
        return hashlib.sha256(str(cursor.fetchone()[0]).encode()).hexdigest()


def check(house: House, notebook: Notebook, before: Mapping[str, int]) -> tuple[list[str], dict[str, int]]:
    """Raise AssertionError unless everything holds; types of the events since ``before``, and the streams' heads."""
    _chips(house, notebook)
    _pieces(house, notebook)
    _ratings(house)
    _books(house)
    _numbers(house)
    for slip in Slip.objects.filter(casino=house.casino):
        _persons_of_slip(slip)
    for marker in Marker.objects.filter(casino=house.casino):
        _one_role_each(marker.signatures)
    new, heads = _since(house, before)
    for event in new:
        _persons_of_event(event)
    _blind(house)
    return [event["type"] for event in new], heads


def on_the_way(slip: Slip) -> chips.Chips:
    """The chips of a slip that lie in no rack and in no drawer (T-20)."""
    if slip.status not in slips.ON_THE_WAY[slip.kind]:
        return {}
    going = slip.kind != SlipKind.CREDIT and slip.status != "counted_out"
    moved = slip.taken if slip.kind == SlipKind.EXCHANGE and going else slip.chips
    return chips.from_data(moved)


def _chips(house: House, notebook: Notebook) -> None:
    """Denomination by denomination: racks + drawers + on the way + players + lost = issued."""
    found: Counter[int] = Counter()
    for value, count in floor.RackChips.objects.filter(table__casino=house.casino).values_list("denomination", "count"):
        found[value] += count
    stock = cage.CageStock.objects.filter(casino=house.casino, asset="chips", chip_set__code="MAIN")
    for value, count in stock.values_list("value", "count"):
        found[value] += count
    for slip in Slip.objects.filter(casino=house.casino):
        found.update(on_the_way(slip))
    found.update(notebook.outside)
    found.update(notebook.lost)
    assert {value: count for value, count in found.items() if count} == dict(notebook.issued)
    assert all(count >= 0 for count in notebook.outside.values())


def _pieces(house: House, notebook: Notebook) -> None:
    """Stores + tables = received - destroyed + what counts found too much, item by item."""
    found: Counter[str] = Counter()
    for item, pieces in EquipmentStock.objects.filter(casino=house.casino).values_list("item", "pieces"):
        found[item] += pieces
    assert +found == +notebook.pieces
    assert all(pieces >= 0 for pieces in notebook.pieces.values())


def _ratings(house: House) -> None:
    """The slips of a table count from 1, a correction is none of its own, and theo is what the slip says it is."""
    numbers: dict[int, list[int]] = {}
    for row in RatingSlip.objects.filter(table__casino=house.casino).order_by("table", "number"):
        numbers.setdefault(row.table_id, []).append(row.number)
        hours = Fraction((row.until - row.since) // timedelta(microseconds=1), 3_600_000_000)
        due = row.average_bet * hours * row.per_hour * Fraction(row.edge, 1_000_000)
        assert row.theo == int(due + Fraction(1, 2))
    assert all(found == list(range(1, len(found) + 1)) for found in numbers.values())


def _books(house: House) -> None:
    """What is in transit and what patrons owe, as the books have it and as the papers say; each asset sums to 0."""
    follow.follow_all(house.casino.pk)
    told = ledger.trial_balance(actor=house.people["ada"])
    assert set(told.totals.values()) == {0}
    carried = sum(chips.value(on_the_way(slip)) for slip in Slip.objects.filter(casino=house.casino))
    assert [line.balance for line in told.accounts if line.code == "in_transit"] == [carried]
    markers = Marker.objects.filter(casino=house.casino).exclude(status=MarkerStatus.VOID)
    owed = sum(marker.amount - marker.paid for marker in markers)
    held = [line.balance for line in told.accounts if line.asset == "markers" and line.code != "patrons"]
    assert sum(held) == owed


def _numbers(house: House) -> None:
    """Every series counts from 1 to its last number, each once."""
    taken: dict[str, list[int]] = {}
    for model in (Slip, Marker):
        for series, number in model.objects.filter(casino=house.casino).values_list("series", "number"):
            if number is not None:
                taken.setdefault(series, []).append(number)
    counters = dict(SlipSeries.objects.filter(casino=house.casino).values_list("series", "last_number"))
    assert {series: sorted(numbers) for series, numbers in taken.items()} == {
        series: list(range(1, last + 1)) for series, last in counters.items()
    }


def _one_role_each(signatures: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Nobody stands under a document in two roles; badge -> role."""
    stands: dict[str, str] = {}
    for signature in signatures:
        assert stands.setdefault(signature["badge"], signature["role"]) == signature["role"]
    return stands


def _persons_of_slip(slip: Slip) -> None:
    """An accepted fill has four persons of three departments; whoever seconds a void stands there for nothing else."""
    stands = _one_role_each(slip.signatures)
    if slip.kind == SlipKind.FILL and slip.status == "accepted":
        assert {"pit_boss", "cashier", "security", "dealer"} == set(stands.values())
    if slip.kind == SlipKind.CREDIT and slip.status == "received":
        assert {"pit_boss", "cashier", "security", "dealer"} == set(stands.values())
    if slip.status == "void":
        *earlier, cashier, second = slip.signatures
        assert (cashier["act"], second["act"]) == ("slip_voided", "slip_voided")
        assert second["role"] not in ("cashier", "dealer", "counter")
        assert second["badge"] not in {signature["badge"] for signature in earlier}


def _persons_of_event(event: Mapping[str, Any]) -> None:
    """Under one paper every signer is another person, and nobody of the pit takes or counts its boxes, or any cards."""
    signers = [signature["badge"] for signature in event["data"].get("signatures", [])]
    assert len(signers) == len(set(signers))
    if event["type"] in OFF_THE_FLOOR:
        assert len(signers) >= 2
        assert AT_THE_TABLES.isdisjoint(signers)
    if event["type"] == "count_opened":
        assert INFORMED.isdisjoint(signers)


def _blind(house: House) -> None:
    """A count that does not stand is in no row, event or answer but sealed, and its counters are different (T-107)."""
    room = log.Stream.objects.get(casino=house.casino, kind="count")
    told = "\n".join(
        [
            *log.Event.objects.filter(stream_id=room.pk).values_list("body", flat=True),
            *log.Receipt.objects.filter(stream_id=room.pk).values_list("answer", flat=True),
        ]
    )
    for sheet in counts.CountSheet.objects.select_related("box").filter(session__casino=house.casino):
        people = [sheet.first_by_id, sheet.second_by_id, sheet.verified_by_id]
        assert len({person for person in people if person}) == len([person for person in people if person])
        if sheet.status == BoxStatus.COUNTED:
            continue
        assert (sheet.contents, sheet.box.counted_total) == (None, None)
        for seq in (sheet.first_seq, sheet.second_seq):
            if seq is not None:
                nonce, value = json.loads(log.Event.objects.get(stream_id=room.pk, seq=seq).sealed)["count"]
                assert nonce not in told
                assert value not in told


def _since(house: House, before: Mapping[str, int]) -> tuple[list[dict[str, Any]], dict[str, int]]:
    new, heads = [], {}
    for pk, key, head in log.Stream.objects.filter(casino=house.casino).values_list("pk", "key", "head_seq"):
        heads[key] = head
        if head > before.get(key, 0):
            events = log.Event.objects.filter(stream_id=pk, seq__gt=before.get(key, 0)).order_by("seq")
            new += [json.loads(body) for body in events.values_list("body", flat=True)]
    return new, heads
