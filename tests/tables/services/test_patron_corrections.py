"""What the house says of a patron is corrected with a date, and what it said before is kept."""

from typing import Any

import pytest

from accounting.services import streams
from accounting.services.verify import house as proof
from tables.domain.errors import FloorError, Invalid, NotAllowed, NotFound
from tables.models.rounds import Patron, PatronPast
from tables.selectors import patrons as reads
from tables.services import identification, patrons
from tests import builders
from tests.builders import House, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    made = builders.house()
    patrons.register_patron(actor=made.petra, at=made.at, code="C-7", description="tall, red cap")
    return made


def correct(house: House, **changes: Any) -> dict[str, Any]:
    asked = {"patron": "C-7", "name": "Lee Wong", "description": "tall, red cap", "reason": "he has told his name"}
    return patrons.correct_patron(**{"actor": house.petra, "at": house.at, **asked, **changes})


def test_what_was_said_before_is_kept_and_the_log_tells_no_name(house: House) -> None:
    assert correct(house)["changed"] == ["name"]
    assert correct(house, name="Lee Wang", reason="misspelt")["changed"] == ["name"]
    assert reads.one(house.cass, "C-7").name == "Lee Wang"
    kept = reads.before(house.cass, "C-7")
    assert [(one.name, one.description, one.corrected_by, one.reason) for one in kept] == [
        ("Lee Wong", "tall, red cap", "petra", "misspelt"),
        ("", "tall, red cap", "petra", "he has told his name"),
    ]
    assert [fact["changed"] for fact in facts("patron_corrected")] == [["name"], ["name"]]
    assert "Wong" not in str(facts("patron_corrected"))


@pytest.mark.parametrize(
    ("changes", "code", "family"),
    [
        ({"patron": "C-8"}, "no_such_patron", NotFound),
        ({"name": "", "description": ""}, "name_or_description_required", Invalid),
        ({"name": ""}, "nothing_to_correct", Invalid),
        ({"name": "x" * 121}, "bad_name", Invalid),
        ({"reason": " "}, "bad_reason", Invalid),
    ],
)
def test_what_is_refused_changes_nothing(
    house: House, changes: dict[str, Any], code: str, family: type[FloorError]
) -> None:
    with refused(code, family):
        correct(house, **changes)


@pytest.mark.parametrize("name", ["ada", "dana"])
@pytest.mark.parametrize("said", ["Lee Wong", "", "tall"])
def test_who_may_not_read_a_patron_overwrites_and_guesses_nothing(house: House, name: str, said: str) -> None:
    """A dealer registers whom he sees; what is told of others by name he learns neither right nor wrong."""
    with refused("not_permitted", NotAllowed):
        correct(house, actor=house.people[name], name=said)


def test_the_same_request_corrects_once(house: House) -> None:
    assert correct(house, key="correct-0001") == correct(house, key="correct-0001")
    assert PatronPast.objects.count() == 1


def test_v26_who_turned_out_to_be_him_is_listed_the_last_word_first(house: House) -> None:
    for known_as in ("seat 2", "red cap"):
        identification.identify_patron(actor=house.petra, at=house.at, known_as=known_as, patron="C-7", place="BJ-01")
    assert [(one.known_as, one.place, one.said_by) for one in reads.identities(house.ada, "C-7")] == [
        ("red cap", "BJ-01", "petra"),
        ("seat 2", "BJ-01", "petra"),
    ]


@pytest.mark.by_hand
def test_a_past_that_was_taken_away_is_found(house: House) -> None:
    correct(house)
    PatronPast.objects.all().delete()
    assert Patron.objects.get(code="C-7").name == "Lee Wong"
    assert [str(found) for found in proof.check(streams.by_key("DEMO/house"))] == [
        "DEMO/house: patron C-7: corrections is 0 and should be 1"
    ]
