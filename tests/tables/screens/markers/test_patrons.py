"""Patrons on screen: registered by name or description, found, with their credit, and somebody identified later."""

import json
from typing import Any

import pytest

from tables.models.log import Event
from tables.models.rounds import Patron
from tests import markers
from tests.builders import House
from tests.markers import PATRON
from tests.tables.screens.hands import Hands, refusal

pytestmark = pytest.mark.django_db
HERE = "/credit/patrons/"
UNKNOWN = {"do": "register", "patron_code": "C-7", "patron_name": "", "description": "tall, red cap"}


@pytest.fixture
def cass(house: House) -> Hands:
    """Cass at a desk; Pat has a line of 20,000.00 and owes 500.00."""
    markers.issued(house)
    return Hands(house).sit_down("cass")


def identities() -> list[dict[str, Any]]:
    return [json.loads(row.body)["data"] for row in Event.objects.filter(type="patron_identified")]


def test_the_list_has_everybody_with_his_credit(cass: Hands) -> None:
    cass.look(HERE)
    for words in (f"{HERE}{PATRON}/", "Pat Seven", "20,000.00", "500.00", "19,500.00"):
        assert words in cass.page, words
    cass.look(f"{HERE}?like=seVEN")
    assert "Pat Seven" in cass.page
    cass.look(f"{HERE}?like=nobody")
    assert ("Nobody is like that." in cass.page, "Pat Seven" in cass.page) == (True, False)


def test_the_cage_registers_somebody_by_what_he_looks_like(cass: Hands) -> None:
    cass.look(HERE)
    response = cass.press(HERE, UNKNOWN, swap=False)
    assert (response.status_code, response.headers["Location"]) == (302, f"{HERE}C-7/?done=register")
    assert list(Patron.objects.filter(code="C-7").values_list("name", "description")) == [("", "tall, red cap")]
    cass.look(f"{HERE}C-7/?done=register")
    for words in ("The patron is registered.", "by description only", "tall, red cap", "he gets no marker"):
        assert words in cass.page, words


@pytest.mark.parametrize(
    ("keyed", "code", "words"),
    [
        ({"patron_code": PATRON}, "patron_exists", "There is a patron with this code."),
        ({"patron_code": "c 7"}, "bad_code", "A code has 1 to 16 capitals"),
        ({"description": ""}, "name_or_description_required", "Key a name, or what he looks like."),
        ({"patron_code": ""}, "bad_form", "Key the code of the patron."),
    ],
)
def test_what_is_refused_registers_nobody(cass: Hands, keyed: dict[str, str], code: str, words: str) -> None:
    cass.look(HERE)
    assert refusal(cass.press(HERE, UNKNOWN | keyed, swap=False)) == code
    assert words in cass.page
    assert list(Patron.objects.values_list("code", flat=True)) == [PATRON]


def test_his_page_has_his_markers_and_his_line(cass: Hands) -> None:
    cass.look(f"{HERE}{PATRON}/")
    for words in ("Pat Seven", "Central Credit, 2026-03-01", "/credit/markers/M-000001/", "19,500.00"):
        assert words in cass.page, words
    assert "Set a credit line" not in cass.page
    ada = Hands(cass.house).sit_down("ada")
    ada.look(f"{HERE}{PATRON}/")
    assert f"/credit/?patron={PATRON}#set" in ada.page


def test_whom_the_window_served_becomes_the_patron(cass: Hands) -> None:
    here = f"{HERE}{PATRON}/"
    cass.look(here)
    keyed = {"do": "identify", "place": "cage", "known_as": "tall, red cap", "since": "09:00", "until": "11:30"}
    response = cass.press(here, keyed, swap=False)
    assert response.headers["Location"] == f"{here}?done=identify"
    assert identities() == [
        {
            "known_as": "tall, red cap",
            "place": "cage",
            "patron": PATRON,
            "since": "2026-03-04T17:00:00.000000Z",
            "until": "2026-03-04T19:30:00.000000Z",
        }
    ]


def test_another_code_becomes_this_patron_for_good(cass: Hands) -> None:
    cass.look(HERE)
    cass.press(HERE, UNKNOWN, swap=False)
    here = f"{HERE}{PATRON}/"
    cass.look(here)
    assert cass.press(here, {"do": "identify", "known_as": "C-7"}, swap=False).status_code == 302
    assert identities() == [{"known_as": "C-7", "place": "", "patron": PATRON, "since": "", "until": ""}]


@pytest.mark.parametrize(
    ("keyed", "code"),
    [
        ({"known_as": ""}, "bad_form"),
        ({"known_as": PATRON}, "same_patron"),
        ({"known_as": "C-9"}, "no_such_patron"),
        ({"known_as": "S3", "place": "BJ-99"}, "no_such_place"),
        ({"known_as": "S3", "place": "BJ-01", "since": "23:00"}, "bad_span"),
    ],
)
def test_what_is_refused_identifies_nobody(cass: Hands, keyed: dict[str, str], code: str) -> None:
    here = f"{HERE}{PATRON}/"
    cass.look(here)
    assert refusal(cass.press(here, {"do": "identify", **keyed}, swap=False)) == code
    assert identities() == []


def test_who_only_reads_gets_no_form(house: House) -> None:
    markers.issued(house)
    axel = Hands(house).sit_down("axel")
    for path in (HERE, f"{HERE}{PATRON}/"):
        axel.look(path)
        assert 'name="do"' not in axel.page
    assert refusal(axel.press(HERE, UNKNOWN, swap=False)) in {"bad_form", "not_permitted"}
    assert Patron.objects.count() == 1


def test_a_patron_who_is_not_there(cass: Hands) -> None:
    assert cass.look(f"{HERE}P-99/").status_code == 404
    assert "no_such_patron" in cass.page
