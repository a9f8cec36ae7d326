"""Markers: chips on credit. What a patron owes is an asset of its own, at a table or in the cage (V-06, V-07, T-57)."""

from accounting.domain.chart import Asset, code_of
from accounting.domain.drafts import DraftError, JournalDraft, from_sums, moved
from accounting.domain.facts import Fact
from accounting.domain.posting.slips import counted

_CHIPS, _CASH, _MARKERS = Asset.CHIPS, Asset.CASH, Asset.MARKERS


def marker_issued(fact: Fact) -> JournalDraft | None:
    """Chips out of the rack for a signed marker."""
    return _on_credit(fact, counted(fact, "chips", "amount"))


def marker_voided(fact: Fact) -> JournalDraft | None:
    """The chips come back and the marker is cancelled."""
    return _on_credit(fact, -counted(fact, "chips", "amount"))


def marker_paid(fact: Fact) -> JournalDraft | None:
    """Paid at a table, which need not be the one that issued it: cash into this box, chips into this rack (T-57)."""
    cash, chips_total = fact.data["cash"], counted(fact, "chips", "chips_total")
    return _paid(code_of("markers", fact.data["table"]), cash, chips_total, code_of("box", fact.table), fact.table)


def marker_transferred(fact: Fact) -> JournalDraft:
    """What is still owed goes from the pit to the cage."""
    return moved(code_of("markers", fact.data["table"]), "cage", _MARKERS, fact.data["amount"])


def marker_settled(fact: Fact) -> JournalDraft | None:
    """Paid at the cage, in cash, in chips or in both."""
    return _paid("cage", counted(fact, "notes", "cash"), counted(fact, "chips", "chips_total"), "cage", "")


def _on_credit(fact: Fact, amount: int) -> JournalDraft | None:
    return from_sums(
        {
            (code_of("rack", fact.table), _CHIPS): -amount,
            ("players", _CHIPS): amount,
            ("patrons", _MARKERS): -amount,
            (code_of("markers", fact.table), _MARKERS): amount,
        }
    )


def _paid(held: str, cash: int, chips_total: int, cash_to: str, table: str) -> JournalDraft | None:
    if cash + chips_total <= 0:
        raise DraftError("a payment of nothing")
    return from_sums(
        {
            ("patrons", _CASH): -cash,
            (cash_to, _CASH): cash,
            ("players", _CHIPS): -chips_total,
            (code_of("rack", table) if table else "cage", _CHIPS): chips_total,
            (held, _MARKERS): -cash - chips_total,
            ("patrons", _MARKERS): cash + chips_total,
        }
    )
