"""The house of the floor machine: a card table and a dice table, two bosses in one pit."""

from typing import Any

from tables.services import house as house_service
from tables.services import limits, pits, staffing, taps
from tests import builders, custody, dealt
from tests import slips as slip_acts
from tests.builders import House

CARDS, DICE = "BJ-01", "SD-1"
TABLES = (CARDS, DICE)
DEALERS = {CARDS: "dana", DICE: "dev"}


def house() -> House:
    """BJ-01 with a shoe and SD-1 with dice, open with their banks; petra and paul are both in charge of the pit."""
    made = builders.house(tables=(CARDS,))
    for name in (*DEALERS.values(), "petra"):
        staffing.sign_off_game(actor=made.hana, at=made.at, badge=name, game="scarney")
    rules = {"frames": 1, "rake": "percent", "rake_percent": [1, 3], "rake_cap": 250}
    version = house_service.add_house_rules(actor=made.hana, at=made.at, game="scarney", values=rules)["version"]
    house_service.add_table(
        actor=made.hana, at=made.at, code=DICE, pit="P1", game="scarney", rules_version=version, spots=7,
        chip_set="MAIN", card_source="keyed", licensed_maximum=1_000_000, par=builders.PAR,
    )  # fmt: skip
    builders.add_terminal(made.hana, DICE, made.at)
    limits.post_limits(actor=made.petra, at=made.at, table=DICE, minimum=500, maximum=50_000)
    for code, dealer in DEALERS.items():
        custody.issue_bank(made, table=code)
        custody.open_table(made, table=code, dealer=made.sign(dealer))
        taps.tap_in(actor=made.at_table(dealer, code), at=made.at, table=code)
    dealt.shoe_ready(made)
    slip_acts.add_paul(made)
    pits.assign_pit_boss(actor=made.hana, at=made.at, pit="P1", badge="paul")
    return made


def sign(name: str) -> Any:
    """Badge and right PIN of anybody."""
    return slip_acts.PAUL if name == "paul" else builders.signature(name)
