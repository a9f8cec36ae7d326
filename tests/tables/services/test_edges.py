"""House edges: set by the house manager, for banked games, from the running gaming day on."""

from datetime import timedelta

import pytest

from accounting.selectors import heads, shift_rows
from accounting.services import follow
from tables.domain.errors import Conflict, FloorError, Invalid, NotAllowed, NotFound
from tables.selectors import edges as reads
from tables.services.edges import set_edge
from tests import builders
from tests.builders import AT, GAMING_DAY, House, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db
TOMORROW = GAMING_DAY + timedelta(days=1)


@pytest.fixture
def house() -> House:
    return builders.house()


def in_force(house: House, game: str = "blackjack") -> list[int | None]:
    """The edge of yesterday, today and tomorrow, as the books know it."""
    follow.follow_all(house.casino.pk)
    known = shift_rows.edges_of("DEMO", heads.followed(house.casino.pk))
    return [known.in_force(game, GAMING_DAY + timedelta(days=by)) for by in (-1, 0, 1)]


def test_it_is_in_force_from_its_day_on(house: House) -> None:
    answer = set_edge(actor=house.hana, at=AT, game="blackjack", edge=4_900, effective_from=GAMING_DAY)
    told = {"game": "blackjack", "edge": 4_900, "effective_from": "2026-03-04"}
    assert answer == {**told, "seq": builders.snapshot()["DEMO/house"]}
    assert facts("edge_set") == [told]
    set_edge(actor=house.hana, at=AT, game="blackjack", edge=5_500, effective_from=TOMORROW)
    assert in_force(house) == [None, 4_900, 5_500]


def test_a_later_word_for_the_same_day_takes_the_place_of_the_first(house: House) -> None:
    for edge in (7_500, 4_900):
        set_edge(actor=house.hana, at=AT, game="blackjack", edge=edge, effective_from=TOMORROW)
    assert in_force(house) == [None, None, 4_900]
    assert [(told.edge, told.set_by) for told in reads.history(house.ada)] == [(4_900, "hana"), (7_500, "hana")]


@pytest.mark.parametrize(
    ("family", "code", "more"),
    [
        (NotFound, "no_such_game", {"game": "roulette"}),
        (NotFound, "no_such_game", {"game": "scarney"}),
        (Invalid, "bad_edge", {"edge": 0}),
        (Invalid, "bad_edge", {"edge": 500_001}),
        (Invalid, "day_is_over", {"effective_from": GAMING_DAY - timedelta(days=1)}),
    ],
)
def test_what_is_refused(house: House, family: type[FloorError], code: str, more: dict[str, object]) -> None:
    asked = {"game": "blackjack", "edge": 4_900, "effective_from": GAMING_DAY, **more}
    with refused(code, family):
        set_edge(actor=house.hana, at=AT, **asked)  # type: ignore[arg-type]
    assert facts("edge_set") == []


def test_nobody_but_the_house_manager_sets_one(house: House) -> None:
    for person in (house.petra, house.ada, house.dana):
        with refused("not_permitted", NotAllowed):
            set_edge(actor=person, at=AT, game="blackjack", edge=4_900, effective_from=GAMING_DAY)
    with refused("not_permitted", NotAllowed):
        reads.history(house.dana)


def test_the_same_key_sets_it_once(house: House) -> None:
    asked = {"actor": house.hana, "at": AT, "game": "blackjack", "effective_from": GAMING_DAY, "key": "k-edge-1"}
    first = set_edge(edge=4_900, **asked)  # type: ignore[arg-type]
    assert set_edge(edge=4_900, **asked) == first  # type: ignore[arg-type]
    with refused("idempotency_key_reused", Conflict):
        set_edge(edge=5_000, **asked)  # type: ignore[arg-type]
    assert len(facts("edge_set")) == 1
