"""Acts of slips on the way to what a test is about: petra asks, cass issues, sam carries, dana counts."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from tables.domain import chips
from tables.domain.actors import Role
from tables.domain.errors import FloorError
from tables.models import cage
from tables.models.slips import Slip, SlipSeries
from tables.services import slips, staffing
from tables.services.signatures import SignatureRequest
from tables.services.slips.at_table import SlipCount
from tests import builders, custody, refusals
from tests.builders import House

FILL = {500: 40, 2_500: 20}
"""700.00 in 40 x 5 and 20 x 25."""
CREDIT = {2_500: 20, 10_000: 4}
"""900.00 in 20 x 25 and 4 x 100."""
GIVEN, TAKEN = {10_000: 5}, {500: 100}
"""500.00 out of the rack in 100s, and into it in 5s."""
PAUL = SignatureRequest("paul", "613579")
"""A pit boss who stands under no slip; ``add_paul`` brings him in."""


def add_paul(house: House) -> None:
    """Another pit boss, in charge of nothing."""
    person = builders.person("petra", badge="paul", username="paul", pin=PAUL.pin)
    staffing.register_staff(actor=house.hana, at=house.at, person=person, roles=[Role.PIT_BOSS], games=["blackjack"])


def house(**more: Any) -> House:
    """The first table open with its bank, dana dealing."""
    return custody.running(builders.house(**more))


def counted(holding: Mapping[int, int], note: str = "") -> SlipCount:
    """Chips as counted, with the right total."""
    return SlipCount(dict(holding), chips.value(holding), note)


def _asked(house: House, name: str, more: Mapping[str, Any], **asked: Any) -> dict[str, Any]:
    actor = house.at_table(name) if name == "dana" else builders.actor(name)
    return {"actor": actor, "at": house.at, **asked, **more}


def ask_fill(house: House, wanted: Mapping[int, int] = FILL, **more: Any) -> dict[str, Any]:
    """Petra asks for chips for the first table."""
    asked = {"table": house.tables[0], "wanted": dict(wanted), "total": chips.value(wanted)}
    return slips.request_fill(**_asked(house, "petra", more, **asked, pit_boss=house.sign("petra")))


def ask_credit(house: House, offered: Mapping[int, int] = CREDIT, **more: Any) -> dict[str, Any]:
    """Petra asks the cage to take chips of the first table."""
    asked = {"table": house.tables[0], "offered": dict(offered), "total": chips.value(offered)}
    return slips.request_credit(**_asked(house, "petra", more, **asked, pit_boss=house.sign("petra")))


def ask_exchange(
    house: House, given: Mapping[int, int] = GIVEN, taken: Mapping[int, int] = TAKEN, **more: Any
) -> dict[str, Any]:
    """Petra asks for other chips of equal value."""
    asked = {"table": house.tables[0], "given": dict(given), "taken": dict(taken), "total": chips.value(given)}
    return slips.request_exchange(**_asked(house, "petra", more, **asked, pit_boss=house.sign("petra")))


def issue(house: House, request: int = 1, **more: Any) -> dict[str, Any]:
    """Cass makes the slip out."""
    asked = {"table": house.tables[0], "request": request, "cashier": house.sign("cass")}
    return slips.issue_slip(**_asked(house, "cass", more, **asked))


def carry(house: House, slip: str, **more: Any) -> dict[str, Any]:
    """Sam takes the chips at the cage's window."""
    return slips.carry_slip(**_asked(house, "sam", more, slip=slip, security=house.sign("sam")))


def _at_table(house: House, slip: str, holding: Mapping[int, int], note: str = "") -> dict[str, Any]:
    signed = {"dealer": house.sign("dana"), "pit_boss": house.sign("petra")}
    return {"slip": slip, "count": counted(holding, note), **signed}


def accept(house: House, slip: str, holding: Mapping[int, int] = FILL, note: str = "", **more: Any) -> dict[str, Any]:
    """Dana counts the fill, petra watches."""
    return slips.accept_fill(**_asked(house, "dana", more, **_at_table(house, slip, holding, note)))


def decline(
    house: House, slip: str, holding: Mapping[int, int], reason: str = "a chip is missing", **more: Any
) -> dict[str, Any]:
    """Dana counts what came, and petra sends it back."""
    return slips.decline_slip(**_asked(house, "dana", more, **_at_table(house, slip, holding), reason=reason))


def count_out(house: House, slip: str, holding: Mapping[int, int] = CREDIT, **more: Any) -> dict[str, Any]:
    """Dana counts the credit before petra and sam."""
    asked = _at_table(house, slip, holding)
    return slips.count_out_credit(**_asked(house, "dana", more, **asked, security=house.sign("sam")))


def make_exchange(house: House, slip: str, holding: Mapping[int, int] = TAKEN, **more: Any) -> dict[str, Any]:
    """Dana counts what came, gives what goes, and sam takes it."""
    asked = _at_table(house, slip, holding)
    return slips.make_exchange(**_asked(house, "dana", more, **asked, security=house.sign("sam")))


def receive(
    house: House, slip: str, holding: Mapping[int, int] = CREDIT, note: str = "", **more: Any
) -> dict[str, Any]:
    """Cass counts what came to the cage."""
    asked = {"slip": slip, "count": counted(holding, note), "cashier": house.sign("cass")}
    return slips.receive_slip(**_asked(house, "cass", more, **asked))


def give_back(house: House, slip: str, holding: Mapping[int, int], note: str = "", **more: Any) -> dict[str, Any]:
    """Cass counts what a table declined."""
    asked = {"slip": slip, "count": counted(holding, note), "cashier": house.sign("cass")}
    return slips.return_slip(**_asked(house, "cass", more, **asked))


def void(house: House, slip: str, reason: str = "wrong table", second: str = "paul", **more: Any) -> dict[str, Any]:
    """Cass voids the slip; ``second`` signs beside her."""
    signed = {"cashier": house.sign("cass"), "second": PAUL if second == "paul" else house.sign(second)}
    return slips.void_slip(**_asked(house, "cass", more, slip=slip, reason=reason, **signed))


def reprint(house: House, slip: str, **more: Any) -> dict[str, Any]:
    """Cass prints the slip again."""
    return slips.reprint_slip(**_asked(house, "cass", more, slip=slip, reason="the paper jammed"))


def withdraw(house: House, request: int = 1, **more: Any) -> dict[str, Any]:
    """Petra does not want it any more."""
    asked = {"table": house.tables[0], "request": request, "reason": "the game broke up"}
    return slips.withdraw_request(**_asked(house, "petra", more, **asked))


def refuse(house: House, request: int = 1, **more: Any) -> dict[str, Any]:
    """Cass does not make out a slip."""
    asked = {"table": house.tables[0], "request": request, "reason": "the cage is counted"}
    return slips.refuse_request(**_asked(house, "cass", more, **asked))


def issued_fill(house: House, wanted: Mapping[int, int] = FILL, **more: Any) -> str:
    """The number of a fill that the cage has made out."""
    request = ask_fill(house, wanted, **more)["request"]
    return str(issue(house, request, **more)["slip"])


def carried_fill(house: House, wanted: Mapping[int, int] = FILL, **more: Any) -> str:
    """The number of a fill on its way to the table."""
    slip = issued_fill(house, wanted, **more)
    carry(house, slip, **more)
    return slip


def issued_credit(house: House, offered: Mapping[int, int] = CREDIT, **more: Any) -> str:
    """The number of a credit that the table is to count out."""
    request = ask_credit(house, offered, **more)["request"]
    return str(issue(house, request, **more)["slip"])


def carried_exchange(house: House, **more: Any) -> str:
    """The number of an exchange whose chips are on their way to the table."""
    request = ask_exchange(house, **more)["request"]
    slip = str(issue(house, request, **more)["slip"])
    carry(house, slip, **more)
    return slip


def counted_out_credit(house: House, **more: Any) -> str:
    """The number of a credit on its way to the cage."""
    slip = issued_credit(house, **more)
    count_out(house, slip, **more)
    return slip


def declined_fill(house: House, **more: Any) -> str:
    """The number of a fill on its way back to the cage."""
    slip = carried_fill(house, **more)
    decline(house, slip, FILL, **more)
    return slip


STAGES: Mapping[str, Callable[[House], object]] = {
    "fill_requested": ask_fill,
    "fill_issued": issued_fill,
    "fill_carried": carried_fill,
    "fill_declined": declined_fill,
    "credit_issued": issued_credit,
    "credit_counted_out": counted_out_credit,
    "exchange_carried": carried_exchange,
}
"""How a slip comes as far as it is to be, by the name of the stage."""


def row(house: House, request: int = 1) -> Slip:
    """The row of a request of the first table."""
    return Slip.objects.get(table=house.table(), request=request)


def signed(slip: Slip) -> list[tuple[str, str, str]]:
    """Act, role and badge of every signature under a slip, in order."""
    return [(line["act"], line["role"], line["badge"]) for line in slip.signatures]


def in_cage(house: House) -> chips.Chips:
    """Chips of the cage's drawers, without zero lines."""
    lines = cage.CageStock.objects.filter(casino=house.casino, place="cage", asset="chips", count__gt=0)
    return dict(lines.order_by("value").values_list("value", "count"))


def numbers() -> dict[str, int]:
    """Series -> the last number taken."""
    return dict(SlipSeries.objects.values_list("series", "last_number"))


@contextmanager
def refused(family: type[FloorError], code: str, **detail: Any) -> Iterator[None]:
    """The block is refused with exactly this family, code and detail, and no row of the floor has changed."""
    before = refusals.rows()
    with pytest.raises(FloorError) as caught:
        yield
    assert (type(caught.value), caught.value.code, caught.value.detail) == (family, code, detail)
    assert refusals.rows() == before
