"""Chips and cash between the cage, the racks, the boxes and the count room."""

from typing import Any

from accounting.domain.chart import Asset, code_of
from accounting.domain.drafts import DraftError, JournalDraft, Line, from_sums, joined, moved
from accounting.domain.facts import Fact
from accounting.domain.posting.slips import counted
from tables.domain import chips

_CHIPS, _CASH = Asset.CHIPS, Asset.CASH


def table_bank_issued(fact: Fact) -> JournalDraft:
    """The first bank of a table, before it ever opened."""
    return moved("cage", code_of("rack", fact.table), _CHIPS, _counted(fact))


def table_opened(fact: Fact) -> JournalDraft | None:
    """Only the difference to the previous closer moves, and never into win (T-12)."""
    return _rack_corrected(fact, fact.data.get("variance") or 0)


def table_closed(fact: Fact) -> JournalDraft | None:
    """What the count found more or less than the log expected; the next opener starts from the count."""
    return _rack_corrected(fact, fact.data["difference"])


def buy_in_taken(fact: Fact) -> JournalDraft:
    """A patron's notes go into the box, chips of the same value out of the rack."""
    cash, given = fact.data["cash"], chips.value(chips.from_data(fact.data["chips"]))
    if cash != given:
        raise DraftError(f"{given} in chips for {cash} in cash")
    return joined(
        moved("patrons", code_of("box", fact.table), _CASH, cash),
        moved(code_of("rack", fact.table), "players", _CHIPS, given),
    )


def buy_in_corrected(fact: Fact) -> JournalDraft | None:
    """The difference between a buy-in as it was keyed and as it was: the box and the rack move by it (V-25)."""
    cash, given = fact.data["cash"], chips.value(chips.from_data(fact.data["chips"]))
    if cash != given:
        raise DraftError(f"{given} in chips for {cash} in cash")
    return from_sums(
        {
            ("patrons", _CASH): -cash,
            (code_of("box", fact.table), _CASH): cash,
            (code_of("rack", fact.table), _CHIPS): -given,
            ("players", _CHIPS): given,
        }
    )


def chips_changed(fact: Fact) -> None:
    """A colour-up changes the denominations and not the value (T-32): no journal."""
    given, taken = (chips.value(chips.from_data(fact.data[side])) for side in ("given", "taken"))
    if given != taken:
        raise DraftError(f"{given} changed into {taken}")


def box_counted(fact: Fact, expected: int) -> JournalDraft | None:
    """The counted cash comes to the count room; what the log expected leaves the box; the rest is shown alone.

    Promotional chips and coupons come back from the patrons, an asset of their own (T-41). Chips of the table that
    fell into its box were missing in its rack, where the count of the rack has shown them already.
    """
    data, table = fact.data, fact.data["table"]
    cash = counted(fact, "notes", "total")
    promotional, found = data["promotional_total"] + data["coupons_total"], data["found_chips_total"]
    lines = (
        Line("count_room", _CASH, cash),
        Line(code_of("box", table), _CASH, -expected),
        Line(code_of("variance/drop", table), _CASH, expected - cash),
        Line("count_room", Asset.PROMOTIONAL, promotional),
        Line("patrons", Asset.PROMOTIONAL, -promotional),
        Line("count_room", _CHIPS, found),
        Line(code_of("variance/rack", table), _CHIPS, -found),
    )
    return _without_zeros(lines)


def count_closed(fact: Fact) -> JournalDraft | None:
    """Coupons are cancelled; the house has them back and owes nothing for them any more."""
    coupons = fact.data["coupons_total"]
    return from_sums({("count_room", Asset.PROMOTIONAL): -coupons, ("issued", Asset.PROMOTIONAL): coupons})


def rake_counted(fact: Fact, expected: int) -> JournalDraft | None:
    """The counted rake comes to the count room; what the rounds took leaves the rake box; the rest is shown alone."""
    table, total = fact.data["table"], _counted(fact)
    lines = (
        Line("count_room", _CHIPS, total),
        Line(code_of("rake", table), _CHIPS, -expected),
        Line(code_of("variance/rake", table), _CHIPS, expected - total),
    )
    return _without_zeros(lines)


def _without_zeros(lines: tuple[Line, ...]) -> JournalDraft | None:
    kept = tuple(line for line in lines if line.amount)
    return JournalDraft(kept) if kept else None


def _rack_corrected(fact: Fact, difference: int) -> JournalDraft | None:
    """The rack is set to what was counted; a shortage is a debit on the table's variance account."""
    correction = chips.value(chips.from_data(fact.data.get("rack", {})))
    if correction != difference:
        raise DraftError(f"the rack moves by {correction}, the counts differ by {difference}")
    if not difference:
        return None
    return moved(code_of("variance/rack", fact.table), code_of("rack", fact.table), _CHIPS, difference)


def _counted(fact: Fact) -> int:
    """The total of chips that were counted by denomination; both must agree (T-31)."""
    data: dict[str, Any] = dict(fact.data)
    total = chips.value(chips.from_data(data["chips"]))
    if total != data["total"]:
        raise DraftError(f"{data['total']} written for {total} in chips")
    return total
