"""The crowd's bets: front money, stakes held until their round is over, and one journal for ten thousand settlements.

``front_money`` is what patrons have on account, ``crowd`` holds their stakes, ``crowd_won`` is what the house has won
of them at the table (negative: lost). Together they are ``owed``: what the house has taken in for them at the cage.
"""

from accounting.domain.chart import Asset, code_of
from accounting.domain.drafts import MOST, DraftError, JournalDraft, from_sums, joined, moved
from accounting.domain.facts import Fact
from accounting.domain.posting.slips import counted

_ACCOUNT, _CASH = Asset.ACCOUNT, Asset.CASH


def front_money_taken(fact: Fact) -> JournalDraft:
    """A patron's cash comes into the cage, and the house owes it to him."""
    return _front_money(counted(fact, "notes", "cash"))


def front_money_returned(fact: Fact) -> JournalDraft:
    """The cage pays it back."""
    return _front_money(-counted(fact, "notes", "cash"))


def crowd_bets_taken(fact: Fact) -> JournalDraft:
    """Stakes of a document leave their patrons' accounts and are held for the table."""
    return moved("front_money", code_of("crowd", fact.table), _ACCOUNT, _amount(fact, "amount"))


def crowd_chunk_settled(fact: Fact) -> JournalDraft | None:
    """A chunk of stakes is held no more: what is returned of them goes to the patrons, the house has the difference.

    A later decision holds nothing any more; it moves only what it changes.
    """
    held, returned = _amount(fact, "held"), _amount(fact, "returned")
    return from_sums(
        {
            (code_of("crowd", fact.table), _ACCOUNT): -held,
            ("front_money", _ACCOUNT): returned,
            (code_of("crowd_won", fact.table), _ACCOUNT): held - returned,
        }
    )


def _front_money(cash: int) -> JournalDraft:
    return joined(moved("patrons", "cage", _CASH, cash), moved("owed", "front_money", _ACCOUNT, cash))


def _amount(fact: Fact, name: str) -> int:
    amount = fact.data[name]
    if type(amount) is not int or abs(amount) > MOST:
        raise DraftError(f"{amount!r} is no amount")
    return amount
