"""A small house in the database of a live one: two open tables that deal the server's cards, a terminal at each.

Runs as a program inside the live house, so that the services write where its web process reads.
"""

import json
import sys
from datetime import date, datetime, timedelta
from typing import Any

from django.utils import timezone

from tables.services import shoes, sign_ons, taps, terminals
from tests import builders, custody, dealt
from tests.builders import House

OPEN_SINCE = timedelta(minutes=5)
"""So long the tables have been open: a clock that is set back must not stand before their limits."""
TABLES = {"BJ-01": "dana", "BJ-02": "dev"}


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
        tokens[table] = _sign_on(house, table, dealer)
    return tokens


def _bring_shoe(house: House, table: str, dealer: str) -> None:
    where: dict[str, Any] = {"actor": house.at_table(dealer, table), "at": house.at, "table": table}
    shoes.receive_shoe(**where)
    shoes.inspect_shoe(cards=dealt.CARDS, dealer=house.sign(dealer), supervisor=house.sign("petra"), **where)
    shoes.mix_shoe(**where)
    shoes.cut_shoe(cut_by="seat 1", cut_from_top=60, cut_card_from_bottom=30, **where)


def _sign_on(house: House, table: str, dealer: str) -> str:
    pin = builders.PEOPLE[dealer][1]
    code = terminals.register_terminal(actor=house.hana, at=house.at, terminal=f"T-{table}", table=table)
    device = terminals.enrol_terminal(at=house.at, code=code["enrolment_code"])
    return sign_ons.sign_on(at=house.at, device_token=device.token, badge=dealer, pin=pin).token


def main() -> None:
    """Print table -> token as JSON."""
    json.dump(found(timezone.now() - OPEN_SINCE), sys.stdout)
