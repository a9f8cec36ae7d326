"""A small house in the database of a live one: two open tables of its cards and three of its dice, a terminal at each.

Runs as a program inside the live house, so that the services write where its web process reads.
"""

import json
import sys
from datetime import date, datetime, timedelta
from typing import Any

from django.utils import timezone

from tables.domain.actors import Role
from tables.services import house as house_service
from tables.services import limits, shoes, sign_ons, staffing, taps, terminals
from tables.services.signatures import SignatureRequest
from tests import builders, custody, dealt
from tests.builders import House
from tests.faults import dice_workload

OPEN_SINCE = timedelta(minutes=5)
"""So long the tables have been open: a clock that is set back must not stand before their limits."""
TABLES = {"BJ-01": "dana", "BJ-02": "dev"}
DICE = {
    "LD-01": ("liars_dice", "lena", "735194"),
    "SD-01": ("scarney", "sven", "846205"),
    "SP-01": ("scarney_partnership", "sara", "957316"),
}
"""Tables of dice that the server throws: the game, who deals there, and his PIN."""


def found(at: datetime) -> dict[str, str]:
    """The house, opened at ``at``; the token of the dealer who is signed on at each table."""
    builders.LICENCE_EXPIRES_ON = date(at.year + 2, 1, 1)  # a live house goes by the real calendar
    house = builders.house(tables=tuple(TABLES), card_source="server", at=at)
    tokens = {}
    for table, dealer in TABLES.items():
        custody.issue_bank(house, table=table)
        custody.open_table(house, table=table, dealer=house.sign(dealer))
        taps.tap_in(actor=house.at_table(dealer, table), at=at, table=table)
        _bring_shoe(house, table, dealer)
        tokens[table] = _sign_on(house, table, dealer, builders.PEOPLE[dealer][1])
    for table, (game, dealer, pin) in DICE.items():
        tokens[table] = _add_dice(house, table, game, dealer, pin)
    return tokens


def _add_dice(house: House, table: str, game: str, dealer: str, pin: str) -> str:
    """A table of dice with its bank, open, and a dealer of its own; the dealer's token."""
    hana, at = house.hana, house.at
    own = {"rake": "per_round"} if game == "liars_dice" else {"rake": "per_game", "frames": 1}
    rules = {**own, "rake_amount": dice_workload.RAKE}
    version = house_service.add_house_rules(actor=hana, at=at, game=game, values=rules)["version"]
    house_service.add_table(
        actor=hana,
        at=at,
        code=table,
        pit="P1",
        game=game,
        rules_version=version,
        spots=7,
        chip_set="MAIN",
        card_source="server",
        licensed_maximum=1_000_000,
        par=builders.PAR,
    )
    limits.post_limits(actor=house.petra, at=at, table=table, minimum=500, maximum=50_000)
    person = staffing.NewPerson(
        badge=dealer,
        name=dealer.title(),
        username=dealer,
        licence=f"L-{dealer.upper()}",
        licence_expires_on=builders.LICENCE_EXPIRES_ON,
        pin=pin,
        own_secrets=True,
    )
    staffing.register_staff(actor=hana, at=at, person=person, roles=[Role.DEALER], games=[game])
    staffing.sign_off_game(actor=hana, at=at, badge="petra", game=game)
    builders.add_terminal(hana, table, at)
    custody.issue_bank(house, table=table)
    custody.open_table(house, table=table, dealer=SignatureRequest(badge=dealer, pin=pin))
    taps.tap_in(actor=builders.actor(dealer, builders.terminal_of(table)), at=at, table=table)
    return _sign_on(house, table, dealer, pin)


def _bring_shoe(house: House, table: str, dealer: str) -> None:
    where: dict[str, Any] = {"actor": house.at_table(dealer, table), "at": house.at, "table": table}
    shoes.receive_shoe(**where)
    shoes.inspect_shoe(cards=dealt.CARDS, dealer=house.sign(dealer), supervisor=house.sign("petra"), **where)
    shoes.mix_shoe(**where)
    shoes.cut_shoe(cut_by="seat 1", cut_from_top=60, cut_card_from_bottom=30, **where)


def _sign_on(house: House, table: str, dealer: str, pin: str) -> str:
    code = terminals.register_terminal(actor=house.hana, at=house.at, terminal=f"T-{table}", table=table)
    device = terminals.enrol_terminal(at=house.at, code=code["enrolment_code"])
    return sign_ons.sign_on(at=house.at, device_token=device.token, badge=dealer, pin=pin).token


def main() -> None:
    """Print table -> token as JSON."""
    json.dump(found(timezone.now() - OPEN_SINCE), sys.stdout)
