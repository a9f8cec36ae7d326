"""The house of the custody machine: two tables, a cage that soon has no chips left, people with too many roles."""

from tables.domain.actors import Role
from tables.services import patrons, taps
from tests import builders, cages, custody, markers
from tests import slips as acts
from tests.builders import House

TABLES = ("BJ-01", "BJ-02")
DEALERS = {"BJ-01": "dana", "BJ-02": "dev"}
BANK = {500: 100, 2_500: 60, 10_000: 20}
STOCK = {500: 340, 2_500: 180, 10_000: 60}
"""What the house has; a bank for each table comes out of it, and the rest is soon given."""
MORE_ROLES = {
    "cleo": (Role.SECURITY,),
    "sam": (Role.CASHIER,),
    "petra": (Role.CASHIER, Role.COUNTER),
    "dana": (Role.COUNTER,),
    "colin": (Role.SECURITY,),
}
"""Appointments that tempt somebody to stand under a paper twice (T-100)."""


def house() -> House:
    """Two open tables, a cage with cash and few chips, a patron with a credit line, and people with many roles."""
    made = builders.house(tables=TABLES, par=BANK, stock=STOCK)
    cages.with_cash(made)
    for name, roles in MORE_ROLES.items():
        custody.also(made, name, *roles)
    for code in TABLES:
        name = DEALERS[code]
        custody.issue_bank(made, BANK, table=code)
        custody.open_table(made, BANK, table=code, dealer=made.sign(name))
        taps.tap_in(actor=made.at_table(name, code), at=made.at, table=code)
    patrons.register_patron(actor=made.petra, at=made.at, code=markers.PATRON, name="Pat Seven")
    markers.set_line(made, 500_000)
    acts.add_paul(made)
    return made
