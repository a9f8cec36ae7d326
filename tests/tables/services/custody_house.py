"""The house of the custody machine: two tables, a cage that soon has no chips left, people with too many roles."""

from tables.domain.actors import Role
from tables.domain.equipment import Item
from tables.services import house as house_service
from tables.services import patrons, pits, taps
from tests import builders, cages, custody, markers, stores
from tests import slips as acts
from tests.builders import House

TABLES = ("BJ-01", "BJ-02")
DEALERS = {"BJ-01": "dana", "BJ-02": "dev"}
BANK = {500: 100, 2_500: 60, 10_000: 20}
STOCK = {500: 340, 2_500: 180, 10_000: 60}
"""What the house has; a bank for each table comes out of it, and the rest is soon given."""
PIECES = {"cards": 24, "dice": 20}
"""Decks and dice in the stores."""
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
    for item, pieces in PIECES.items():
        stores.receive(made, pieces, item=Item(item))
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
    custody.also(made, "paul", Role.SECURITY)
    house_service.add_pit(actor=made.hana, at=made.at, code="P2", name="Salon")
    pits.assign_pit_boss(actor=made.hana, at=made.at, pit="P2", badge="paul")
    return made
