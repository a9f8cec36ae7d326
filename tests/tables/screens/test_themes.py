"""The colours of the screens: dark on the floor, light at a desk, and turned by a browser for either alone."""

import pytest

from tests.builders import House
from tests.tables.screens.hands import Hands

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/", "day"),
        ("/enrol", "day"),
        ("/pits/", "night"),
        ("/t/BJ-01/", "night"),
        ("/seat/", "night"),
        ("/disputes/", "night"),
        ("/nothing-here", "day"),
        ("/pit/P1/nothing-here", "night"),
    ],
)
def test_the_floor_is_dark_and_desks_are_light(house: House, path: str, name: str) -> None:
    petra = Hands(house).sit_down("petra")
    assert f'<body class="{name}">' in petra.client.get(path, follow=True).content.decode()


def test_a_terminal_is_turned_and_turned_back(hands: Hands) -> None:
    hands.look("/t/BJ-01/?sheet=call")
    assert 'name="next" value="/t/BJ-01/?sheet=call"' in hands.page
    assert 'name="rooms" value="floor"' in hands.page
    assert 'name="theme" value="day">◐ Light<' in hands.page
    answer = hands.client.post("/theme/", {"rooms": "floor", "theme": "day", "next": "/t/BJ-01/?sheet=call"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/t/BJ-01/?sheet=call")
    hands.look("/t/BJ-01/")
    assert '<body class="day">' in hands.page
    assert 'name="theme" value="night">◐ Dark<' in hands.page
    assert '<body class="day">' in hands.client.get("/sign-in/").content.decode()  # a desk is as it was
    hands.client.post("/theme/", {"rooms": "floor", "theme": "night", "next": "/"})
    assert hands.client.cookies["theme_of_floor"].value == ""
    hands.look("/t/BJ-01/")
    assert '<body class="night">' in hands.page


@pytest.mark.parametrize(
    ("rooms", "theme"), [("floor", "pink"), ("cellar", "day"), ("", ""), ("sessionid", "night"), ("desk", "")]
)
def test_what_is_no_theme_turns_nothing(house: House, rooms: str, theme: str) -> None:
    hands = Hands(house)
    hands.client.post("/theme/", {"rooms": rooms, "theme": theme, "next": "/"})
    assert [name for name in hands.client.cookies if name.startswith("theme")] == []
    assert '<body class="day">' in hands.client.get("/sign-in/").content.decode()


def test_a_forged_cookie_names_no_other_class(house: House) -> None:
    hands = Hands(house)
    hands.client.cookies["theme_of_desk"] = 'x"><script>'
    assert '<body class="day">' in hands.client.get("/sign-in/").content.decode()


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_the_switch_leads_nowhere_else(house: House, back: str) -> None:
    answer = Hands(house).client.post("/theme/", {"rooms": "desk", "theme": "night", "next": back})
    assert answer.headers["Location"] == "/"
