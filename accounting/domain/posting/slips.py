"""Slips between the cage and the tables: chips in transit are at a place of their own (domain.md T-20, T-21)."""

from accounting.domain.chart import Asset, code_of
from accounting.domain.drafts import DraftError, JournalDraft, from_sums, moved
from accounting.domain.facts import Fact
from tables.domain import chips

_CHIPS = Asset.CHIPS
TRANSIT, SHORT = "in_transit", "variance/transit"


def fill_issued(fact: Fact) -> JournalDraft:
    """The cage sets the chips apart: from now on they are on their way to the table."""
    return moved("cage", TRANSIT, _CHIPS, counted(fact, "chips", "total"))


def exchange_issued(fact: Fact) -> JournalDraft:
    """The cage sets apart what the table will get; what it gives is worth as much."""
    if counted(fact, "given", "total") != counted(fact, "taken", "total"):
        raise DraftError("an exchange must be even")
    return moved("cage", TRANSIT, _CHIPS, fact.data["total"])


def fill_accepted(fact: Fact) -> JournalDraft | None:
    """What the dealer counted comes into the rack; what was missing of the slip is shown alone."""
    total, came = counted(fact, "chips", "total"), counted(fact, "counted", "counted_total")
    return from_sums(
        {
            (code_of("rack", fact.table), _CHIPS): came,
            (TRANSIT, _CHIPS): -total,
            (SHORT, _CHIPS): total - came,
        }
    )


def fill_returned(fact: Fact) -> JournalDraft | None:
    """What the cage had sent and the table declined is back in the cage, as the cashier counted it."""
    return _back_in_cage(fact.data["total"], counted(fact, "counted", "counted_total"))


def credit_counted_out(fact: Fact) -> JournalDraft:
    """The chips leave the rack; the cage does not have them yet."""
    return moved(code_of("rack", fact.table), TRANSIT, _CHIPS, counted(fact, "chips", "total"))


def received(fact: Fact) -> JournalDraft | None:
    """What came to the cage from a table, by a credit or an exchange, as the cashier counted it."""
    return _back_in_cage(fact.data["total"], counted(fact, "counted", "counted_total"))


def exchange_made(fact: Fact) -> None:
    """Chips for chips of equal value at the table: the denominations change, no value moves (T-32)."""
    if counted(fact, "given", "total") != counted(fact, "taken", "total"):
        raise DraftError("an exchange must be even")


def slip_voided(fact: Fact) -> JournalDraft | None:
    """What the cage had set apart lies in the cage again. A credit slip had moved nothing yet (T-23)."""
    if fact.data["kind"] == "credit":
        return None
    return moved(TRANSIT, "cage", _CHIPS, fact.data["total"])


def counted(fact: Fact, chips_name: str, total_name: str) -> int:
    """The total beside some chips; both must agree (T-31)."""
    total = chips.value(chips.from_data(fact.data[chips_name]))
    if total != fact.data[total_name]:
        raise DraftError(f"{fact.data[total_name]} written for {total} in chips")
    return total


def _back_in_cage(total: int, came: int) -> JournalDraft | None:
    return from_sums({("cage", _CHIPS): came, (TRANSIT, _CHIPS): -total, (SHORT, _CHIPS): total - came})
