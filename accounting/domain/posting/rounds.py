"""Bets, payments and collections: the transfers that the rules engine decided (tables/games/contract.py)."""

from accounting.domain.chart import Asset, code_of
from accounting.domain.drafts import MOST, DraftError, JournalDraft, from_sums
from accounting.domain.facts import Fact
from tables.games.contract import Place, Tender

_PLAYER = "player:"
_IN_CHIPS = {Place.LAYOUT: "layout", Place.RACK: "rack", Place.POT: "pot", Place.RAKE: "rake"}
_IN_CASH = {Place.LAYOUT: "layout", Place.BOX: "box"}


def transfers(fact: Fact) -> JournalDraft | None:
    """One journal of all transfers of the event, account by account; None when it has none.

    Cash of a money play lies on the layout until it goes back or, lost or changed, into the box (T-43); it is never
    in the rack (T-44). A player's chips are ``players``, his notes ``patrons``.
    """
    moves = fact.data.get("transfers")
    if not moves:
        return None
    accounts = _accounts(fact.table)
    sums: dict[tuple[str, str], int] = {}
    for source, target, amount, _reason, tender in moves:
        if type(amount) is not int or not 0 < amount <= MOST:
            raise DraftError(f"{amount!r} cannot move from {source} to {target}")
        try:
            giver = accounts[_PLAYER if source.startswith(_PLAYER) else source, tender]
            taker = accounts[_PLAYER if target.startswith(_PLAYER) else target, tender]
        except KeyError as error:
            raise DraftError(f"no account for {error.args[0]}") from None
        sums[giver] = sums.get(giver, 0) - amount
        sums[taker] = sums.get(taker, 0) + amount
    return from_sums(sums)


_known: dict[str, dict[tuple[str, str], tuple[str, str]]] = {}


def _accounts(table: str) -> dict[tuple[str, str], tuple[str, str]]:
    """(place, tender) -> (account, asset) at a table. Kept: it is asked for every event and never changes."""
    kept = _known.get(table)
    if kept is None:
        chips, cash = Asset.CHIPS.value, Asset.CASH.value
        kept = {
            (_PLAYER, Tender.CHIPS.value): ("players", chips),
            (_PLAYER, Tender.CASH.value): ("patrons", cash),
        }
        kept |= {(place.value, Tender.CHIPS.value): (code_of(name, table), chips) for place, name in _IN_CHIPS.items()}
        kept |= {(place.value, Tender.CASH.value): (code_of(name, table), cash) for place, name in _IN_CASH.items()}
        _known[table] = kept
    return kept
