"""Cards and dice of a made-up house: a delivery, and what each table is given of it before its first shoe."""

from typing import Final

from tables.domain.actors import Role
from tables.domain.equipment import Item
from tables.games import catalogue
from tables.services import equipment
from tables.services.simulation.houses import MadeHouse, TablePlan

DECKS, DICE = 144, 100
TO_A_TABLE: Final = {Item.CARDS: 8, Item.DICE: 20}
"""Two shoes of four decks; cups for four players."""


def fill(made: MadeHouse) -> None:
    """Security and accountant count in what the makers have sent."""
    for item, pieces, source in (
        (Item.CARDS, DECKS, "Maker of cards, batch 2026-03"),
        (Item.DICE, DICE, "Maker of dice, serials 1001 to 1100"),
    ):
        keeper, accountant = made.holder(Role.SECURITY), made.holder(Role.ACCOUNTANT)
        equipment.receive_equipment(
            actor=made.cast.actor(keeper),
            at=made.cage_clock.tick(),
            item=item,
            pieces=pieces,
            source=source,
            keeper=made.cast.sign(keeper),
            accountant=made.cast.sign(accountant),
        )


def supply(made: MadeHouse, table: TablePlan) -> None:
    """The boss of its pit takes decks, or dice, for a table."""
    item = Item.CARDS if catalogue.GAMES[table.game].engine.chance == "cards" else Item.DICE
    keeper, boss = made.holder(Role.SECURITY), made.plan.bosses[table.pit]
    equipment.issue_equipment(
        actor=made.cast.actor(keeper),
        at=made.cage_clock.tick(),
        table=table.code,
        item=item,
        pieces=TO_A_TABLE[item],
        keeper=made.cast.sign(keeper),
        pit_boss=made.cast.sign(boss),
    )
