"""What a made-up house does besides dealing: cash from the bank, credit, markers, the window, counts of the cage.

All happens at the cage's clock, or at that of the table whose chips move.
"""

from collections.abc import Mapping
from datetime import date

from tables.domain import chips
from tables.domain.actors import Role
from tables.domain.cage import CageCount, CagePlace, ChipLot
from tables.domain.notes import NoteCount
from tables.selectors import chip_sets
from tables.services import cage_counts, cage_moves, cage_stock, cage_window, credit_lines, markers, patrons
from tables.services.simulation.clocks import Clock
from tables.services.simulation.houses import CHIP_SET, MadeHouse, TablePlan


def notes(pieces: Mapping[int, int]) -> NoteCount:
    """Banknotes, counted."""
    return NoteCount(dict(pieces), chips.value(pieces))


def lot(pieces: Mapping[int, int]) -> ChipLot:
    """Chips of the house's set."""
    return ChipLot(CHIP_SET, dict(pieces), chips.value(pieces))


def fetch_cash(made: MadeHouse, pieces: Mapping[int, int], drawers: Mapping[int, int]) -> None:
    """Notes come from the bank into the vault; ``drawers`` of them go on to the cage's window."""
    cashier, second, accountant = *made.holders(Role.CASHIER)[:2], made.holder(Role.ACCOUNTANT)
    cage_moves.receive_cash(
        actor=made.cast.actor(cashier),
        at=made.cage_clock.tick(),
        notes=notes(pieces),
        cashier=made.cast.sign(cashier),
        accountant=made.cast.sign(accountant),
    )
    cage_moves.move_vault(
        actor=made.cast.actor(cashier),
        at=made.cage_clock.tick(),
        source=CagePlace.VAULT,
        target=CagePlace.CAGE,
        lot=None,
        notes=notes(drawers),
        giver=made.cast.sign(second),
        taker=made.cast.sign(cashier),
    )


def store_chips(made: MadeHouse, pieces: Mapping[int, int]) -> None:
    """Chips go from the drawers into the vault."""
    cashier, second = made.holders(Role.CASHIER)[:2]
    cage_moves.move_vault(
        actor=made.cast.actor(cashier),
        at=made.cage_clock.tick(),
        source=CagePlace.CAGE,
        target=CagePlace.VAULT,
        lot=lot(pieces),
        notes=notes({}),
        giver=made.cast.sign(cashier),
        taker=made.cast.sign(second),
    )


def count_cage(made: MadeHouse) -> None:
    """Two cashiers count cage and vault at the change of shift, and find what should be there."""
    outgoing, incoming = made.holders(Role.CASHIER)[:2]
    actor = made.cast.actor(incoming)
    codes = {view.id: code for code, view in chip_sets.of_casino(actor.casino_id).items()}
    for place in CagePlace:
        found: dict[str, chips.Chips] = {}
        for line, count in cage_stock.holding(actor.casino_id, place).items():
            found.setdefault(codes.get(line.chip_set, ""), {})[line.value] = count
        cash = found.pop("", {})
        value = sum(chips.value(of_set) for of_set in found.values())
        cage_counts.count_cage(
            actor=actor,
            at=made.cage_clock.tick(),
            place=place,
            count=CageCount(found, value, notes(cash)),
            outgoing=made.cast.sign(outgoing),
            incoming=made.cast.sign(incoming),
        )


def sell(made: MadeHouse, patron: str, cash: Mapping[int, int], given: Mapping[int, int]) -> None:
    """Chips at the window for a patron's notes."""
    cashier = made.cast.actor(made.holder(Role.CASHIER))
    at = made.cage_clock.tick()
    cage_window.sell_chips(actor=cashier, at=at, patron=patron, notes=notes(cash), lot=lot(given))


def redeem(made: MadeHouse, patron: str, brought: Mapping[int, int], cash: Mapping[int, int]) -> None:
    """Notes at the window for a patron's chips."""
    cashier = made.cast.actor(made.holder(Role.CASHIER))
    at = made.cage_clock.tick()
    cage_window.redeem_chips(actor=cashier, at=at, patron=patron, notes=notes(cash), lot=lot(brought))


def give_credit(made: MadeHouse, patron: str, name: str, limit: int, source: str, since: date) -> None:
    """A patron is registered, and the accountant writes down how much he may owe."""
    boss = next(iter(made.plan.bosses.values()))
    patrons.register_patron(actor=made.cast.actor(boss), at=made.cage_clock.tick(), code=patron, name=name)
    credit_lines.set_credit_line(
        actor=made.cast.actor(made.holder(Role.ACCOUNTANT)),
        at=made.cage_clock.tick(),
        patron=patron,
        limit=limit,
        effective_from=since,
        source=source,
    )


def issue_marker(
    made: MadeHouse, plan: TablePlan, dealer: str, clock: Clock, patron: str, cut: Mapping[int, int]
) -> str:
    """Chips from the rack for the patron's signature; the number of the marker."""
    answer = markers.issue_marker(
        actor=made.at_table(dealer, plan.code),
        at=clock.tick(),
        table=plan.code,
        patron=patron,
        amount=chips.value(cut),
        cut=cut,
        patron_signed=True,
        dealer=made.cast.sign(dealer),
        pit_boss=made.cast.sign(made.plan.bosses[plan.pit]),
    )
    return str(answer["slip"])


def pay_marker(
    made: MadeHouse, plan: TablePlan, dealer: str, clock: Clock, slip: str, cash: int, given: Mapping[int, int]
) -> None:
    """A payment at a table: cash into its box, chips into its rack."""
    markers.pay_marker(
        actor=made.at_table(dealer, plan.code),
        at=clock.tick(),
        table=plan.code,
        slip=slip,
        cash=cash,
        given=given,
        given_total=chips.value(given),
        dealer=made.cast.sign(dealer),
        pit_boss=made.cast.sign(made.plan.bosses[plan.pit]),
    )


def hand_over_marker(made: MadeHouse, plan: TablePlan, slip: str, owed: int) -> None:
    """The original goes from the pit to the cage."""
    cashier = made.holder(Role.CASHIER)
    markers.transfer_markers(
        actor=made.cast.actor(cashier),
        at=made.cage_clock.tick(),
        owed={slip: owed},
        pit_boss=made.cast.sign(made.plan.bosses[plan.pit]),
        cashier=made.cast.sign(cashier),
    )


def settle_marker(made: MadeHouse, slip: str, cash: Mapping[int, int]) -> None:
    """A payment at the cage's window, in notes."""
    cashier = made.holder(Role.CASHIER)
    markers.settle_marker(
        actor=made.cast.actor(cashier),
        at=made.cage_clock.tick(),
        slip=slip,
        notes=notes(cash),
        lot=None,
        cashier=made.cast.sign(cashier),
    )
