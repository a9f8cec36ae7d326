"""The cage and the vault: chips and cash that come, go and are counted there (domain.md §1.1, T-45)."""

from accounting.domain.chart import Asset
from accounting.domain.drafts import DraftError, JournalDraft, from_sums, moved
from accounting.domain.facts import Fact
from accounting.domain.posting.slips import counted
from tables.domain.house_settings import ChipKind

_CHIPS, _CASH = Asset.CHIPS, Asset.CASH
PLACES = frozenset({"cage", "vault"})


def chips_received(fact: Fact) -> JournalDraft | None:
    """New chips come into the cage or the vault; ``issued`` keeps what the house owes for them (T-45)."""
    asset, total = _chips(fact, "total")
    return from_sums({("issued", asset): -total, (_place(fact.data.get("place", "cage")), asset): total})


def chips_withdrawn(fact: Fact) -> JournalDraft | None:
    """Chips are cancelled or leave the house for good: it owes nothing for them any more."""
    asset, total = _chips(fact, "total")
    return from_sums({(_place(fact.data["place"]), asset): -total, ("issued", asset): total})


def promotional_given(fact: Fact) -> JournalDraft:
    """Chips that are wagered and never paid out, in a patron's hand: an asset of their own (T-41)."""
    asset, total = _chips(fact, "total")
    if asset != Asset.PROMOTIONAL:
        raise DraftError("only promotional chips are given")
    return moved("cage", "patrons", asset, total)


def vault_moved(fact: Fact) -> JournalDraft | None:
    """Chips and cash between the cage and the vault."""
    source, target = _place(fact.data["source"]), _place(fact.data["target"])
    if source == target:
        raise DraftError(f"from {source} to {target}")
    asset, chips_total = _chips(fact, "chips_total")
    cash = counted(fact, "notes", "cash_total")
    return from_sums(
        {
            (source, asset): -chips_total,
            (target, asset): chips_total,
            (source, _CASH): -cash,
            (target, _CASH): cash,
        }
    )


def cash_received(fact: Fact) -> JournalDraft:
    """Cash from the bank comes into the vault."""
    return moved("bank", "vault", _CASH, counted(fact, "notes", "total"))


def cash_banked(fact: Fact) -> JournalDraft:
    """Cash leaves the vault for the bank."""
    return moved("vault", "bank", _CASH, counted(fact, "notes", "total"))


def chips_sold(fact: Fact) -> JournalDraft:
    """A patron's cash comes into the cage, chips of the same value go out."""
    return _changed(counted(fact, "notes", "cash"), counted(fact, "chips", "cash"))


def chips_redeemed(fact: Fact) -> JournalDraft:
    """A patron's chips come into the cage, cash of the same value goes out."""
    return _changed(-counted(fact, "notes", "cash"), -counted(fact, "chips", "total"))


def cage_counted(fact: Fact) -> JournalDraft | None:
    """The place is set to what two persons counted; differences are shown alone, each kind of chips and cash apart."""
    place = _place(fact.data["place"])
    counted(fact, "chips", "chips_total")
    counted(fact, "notes", "cash_total")
    more_chips, more_cash = fact.data["chips_difference"], fact.data["cash_difference"]
    more_promotional = fact.data.get("promotional_difference", 0)
    return from_sums(
        {
            (place, Asset.PROMOTIONAL): more_promotional,
            ("variance/cage", Asset.PROMOTIONAL): -more_promotional,
            (place, _CHIPS): more_chips,
            ("variance/cage", _CHIPS): -more_chips,
            (place, _CASH): more_cash,
            ("variance/cage", _CASH): -more_cash,
        }
    )


def drop_taken_over(fact: Fact) -> JournalDraft | None:
    """The counted drop and rake of a closed count come into the vault, and the promotional chips of its boxes."""
    cash, chips_total = counted(fact, "notes", "cash_total"), counted(fact, "chips", "chips_total")
    promotional = fact.data["promotional_total"]
    return from_sums(
        {
            ("count_room", Asset.PROMOTIONAL): -promotional,
            ("vault", Asset.PROMOTIONAL): promotional,
            ("count_room", _CASH): -cash,
            ("vault", _CASH): cash,
            ("count_room", _CHIPS): -chips_total,
            ("vault", _CHIPS): chips_total,
        }
    )


def _changed(cash: int, chips_total: int) -> JournalDraft:
    """Cash into the cage for chips out of it; both negative the other way."""
    if cash != chips_total:
        raise DraftError(f"{chips_total} in chips for {cash} in cash")
    draft = from_sums(
        {
            ("patrons", _CASH): -cash,
            ("cage", _CASH): cash,
            ("cage", _CHIPS): -chips_total,
            ("players", _CHIPS): chips_total,
        }
    )
    if draft is None:
        raise DraftError("nothing was changed")
    return draft


def _chips(fact: Fact, total_name: str) -> tuple[Asset, int]:
    """In which asset the event's chips are kept, and what they are worth: colours without a value nothing (T-42)."""
    kind = fact.data.get("kind", ChipKind.VALUE)
    if kind == ChipKind.NON_VALUE:
        if fact.data[total_name]:
            raise DraftError(f"{fact.data[total_name]} written for chips without a value")
        return _CHIPS, 0
    return Asset.PROMOTIONAL if kind == ChipKind.PROMOTIONAL else _CHIPS, counted(fact, "chips", total_name)


def _place(name: str) -> str:
    if name not in PLACES:
        raise DraftError(f"no place {name} in the cage")
    return name
