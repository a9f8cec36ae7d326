"""A table with a crowd around it: what the tests of bets in bulk look at."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tables.domain.actors import Actor, Role
from tables.domain.crowd import CrowdLimits
from tables.domain.notes import NoteCount
from tables.services import front_money, patrons, staffing, taps
from tables.services import limits as limits_service
from tables.services.crowd import furnishing, intake, settling
from tests import builders, custody, dealt
from tests.builders import House

LIMITS = CrowdLimits(patron_limit=10_000, spot_limit=100_000, round_limit=150_000)
FUNDS: Mapping[str, int] = {"P-1": 20_000, "P-2": 20_000, "P-3": 5_000}
"""Patrons of the crowd and their front money, in minor units: whole notes of 10.00."""

#: With ``dealt.DEAL`` anna has 16 and bo a pair of eights against the dealer's 17.
STAND = ({"do": "stand", "by": "anna", "spot": 1}, {"do": "stand", "by": "bo", "spot": 2})


def system() -> Actor:
    """The betting system."""
    return builders.actor("iris")


def notes(amount: int) -> NoteCount:
    """So much in notes of 10.00."""
    return NoteCount({1_000: amount // 1_000}, amount)


def fund(house: House, patron: str, amount: int) -> dict[str, Any]:
    """Cass takes a patron's notes."""
    return front_money.take_front_money(actor=house.cass, at=house.at, patron=patron, notes=notes(amount))


def crowd(house: House, limits: CrowdLimits = LIMITS) -> House:
    """The first table of a house takes a crowd of three patrons with money, through the betting system of iris."""
    furnishing.set_crowd_limits(actor=house.hana, at=house.at, table=house.tables[0], limits=limits)
    for patron, amount in FUNDS.items():
        patrons.register_patron(actor=house.petra, at=house.at, code=patron, name=f"Patron {patron}")
        fund(house, patron, amount)
    person = staffing.NewPerson(badge="iris", name="Iris", username="iris")
    staffing.register_staff(actor=house.hana, at=house.at, person=person, roles=[Role.INTEGRATOR])
    return house


def betting(**more: Any) -> House:
    """The first table takes a crowd, and anna and bo have bet."""
    house = crowd(dealt.ready(builders.house(**more)))
    dealt.press(house, {"do": "open_round"}, *dealt.bets())
    return house


def bet(id_: str, patron: str, spot: int, amount: int) -> dict[str, Any]:
    """A line of a document."""
    return {"id": id_, "patron": patron, "spot": spot, "amount": amount}


def lay(house: House, *bets: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """The betting system hands a document over, for the first round unless told otherwise."""
    asked: dict[str, Any] = {"actor": system(), "at": house.at, "table": house.tables[0], "number": 1}
    return intake.take_bets(lines=list(bets), **{**asked, **more})


def play(house: House, cards: Sequence[str] = dealt.DEAL, acts: Sequence[Mapping[str, Any]] = STAND) -> None:
    """Betting is closed, the cards are dealt, both stand, the dealer has 17."""
    dealt.press(house, {"do": "close_betting"})
    finish(house, cards, acts)


def finish(house: House, cards: Sequence[str] = dealt.DEAL, acts: Sequence[Mapping[str, Any]] = STAND) -> None:
    """The cards of a closed round are dealt, and all act."""
    dealt.press(house, *dealt.cards(cards))
    for act in acts:
        dealt.press(house, act)


def settle(house: House, table: str = "") -> list[str]:
    """The workers do all there is to do for the table's crowd."""
    return list(settling.work(table_id=house.table(table).pk, now=lambda: house.at))


def lift(house: House, player: str, maximum: int) -> None:
    """Petra lifts a player's maximum."""
    limits_service.raise_limit(actor=house.petra, at=house.at, table=house.tables[0], player=player, maximum=maximum)


def take_back(house: House, patron: str, amount: int) -> dict[str, Any]:
    """Cass pays a patron from his account."""
    return front_money.return_front_money(actor=house.cass, at=house.at, patron=patron, notes=notes(amount))


def known(house: House, code: str = "P-7") -> None:
    """P-7, or another, is a patron of the house."""
    patrons.register_patron(actor=house.petra, at=house.at, code=code, name="Mr Lee")


def funded(house: House) -> None:
    """P-7 has 200.00 on account, in notes of 50.00."""
    known(house)
    money = NoteCount({5_000: 4}, 20_000)
    front_money.take_front_money(actor=house.cass, at=house.at, patron="P-7", notes=money)


def open_to_all(house: House) -> None:
    """The first table takes a crowd, and seat 3 has bet in its first round."""
    funded(house)
    furnishing.set_crowd_limits(actor=house.hana, at=house.at, table=house.tables[0], limits=LIMITS)
    dealt.press(house, {"do": "open_round"}, {"do": "bet", "by": "seat 3", "spot": 3, "amount": 2_500})


STAGES: Mapping[str, Callable[[House], object]] = {
    "patron_known": known,
    "front_money": funded,
    "crowd_betting": open_to_all,
}
"""How far front money and a crowd have come; see ``tests.tables.api.matrix``."""


def two_tables(house: House) -> None:
    """Both tables of a house are open, dana deals at the first and dev at the second, and spot 1 of each has a hand."""
    dealt.ready(house)
    second = house.tables[1]
    custody.issue_bank(house, table=second)
    custody.open_table(house, table=second)
    dealt.shoe_ready(house, second)
    dev = house.at_table("dev", second)
    taps.tap_in(actor=dev, at=house.at, table=second)
    opened = ({"do": "open_round"}, dealt.bets()[0])
    dealt.press(house, *opened)
    dealt.press(house, *opened, table=second, actor=dev)
