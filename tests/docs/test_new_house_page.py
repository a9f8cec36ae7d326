"""docs/operations.md leads from an empty database to the first round; this walks exactly that way, step by step."""

import io
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client

from accounting.services import follow
from accounting.services.verify import run
from casino.web import throttles
from tables.models import rounds
from tests import builders

pytestmark = pytest.mark.django_db
PAGE = Path(__file__).parents[2] / "docs" / "operations.md"
CHARTER = Path(__file__).parents[2] / "tables" / "management" / "charter.example.toml"
_ROW = re.compile(r"^\| (\d+) \| [^|]+ \| `([^`]+)` \|", re.MULTILINE)
_HIDDEN = re.compile(r'<input type="hidden" name="(key|seq|spot|by|version)" value="([^"]*)"')
_OUTPUT = re.compile(r"<output>([^<]+)</output>")

#: Who is registered in step 2: roles and games; everybody chooses the PIN beside.
PEOPLE: Mapping[str, tuple[str, str, list[str], list[str], str]] = {
    "D101": ("Dana Dealer", "dana", ["dealer"], ["blackjack"], "480215"),
    "P201": ("Petra Boss", "petra", ["pit_boss"], ["blackjack"], "610437"),
    "K301": ("Cass Cashier", "cass", ["cashier"], [], "720548"),
    "A501": ("Ada Accountant", "ada", ["accountant"], [], "150872"),
}
BANK = {"chips-50": "100", "chips-100": "200", "chips-500": "200", "chips-2500": "160", "chips-10000": "48"}
DELIVERED = {"chips-50": "400", "chips-100": "800", "chips-500": "800", "chips-2500": "640", "chips-10000": "200"}
OWN = "nobody but me knows this"


class Desk:
    """A browser: what it shows, and where it has been."""

    def __init__(self, been: list[str]) -> None:
        self.client = Client()
        self.page = ""
        self._been = been

    def look(self, path: str) -> str:
        response = self.client.get(path)
        assert response.status_code == 200, (path, response.status_code)
        self.page = response.content.decode()
        self._been.append(path.partition("?")[0])
        return self.page

    def send(self, path: str, **keyed: Any) -> str:
        """A form of the page that is shown; it must not be refused."""
        response = self.client.post(path, {**dict(_HIDDEN.findall(self.page)), **keyed}, follow=True)
        self.page = response.content.decode()
        assert response.status_code == 200, (path, re.findall(r"<code>(\w+)</code>", self.page))
        return self.page

    def shown_once(self) -> str:
        found = _OUTPUT.search(self.page)
        assert found is not None
        return found[1]


class Walk:
    """The house as it comes into being, and what its people were given and chose."""

    def __init__(self) -> None:
        self.been: list[str] = []
        self.hana, self.petra, self.cass, self.table = (Desk(self.been) for _ in range(4))
        self.given: dict[str, str] = {}

    def step_1(self) -> None:
        self.hana.look("/sign-in/")
        assert "Choose your own password" in _refused(self.hana, username="hana", password=self.given["hana"])
        self._choose(self.hana, "hana")

    def step_2(self) -> None:
        for badge, (name, username, roles, games, _) in PEOPLE.items():
            self.hana.look("/house/people/new")
            licence = {"licence": f"L-{badge}", "licence_expires_on": "2027-12-31"}
            person = {"badge": badge, "name": name, "username": username, "language": "en", **licence}
            self.hana.send("/house/people/new", do="register", roles=roles, games=games, **person)

    def step_3(self) -> None:
        for badge, person in PEOPLE.items():
            path = f"/house/people/{badge}/"
            self.hana.look(path)
            self.hana.send(path, do="pin")
            self.given[badge] = self.hana.shown_once()
            if badge in ("P201", "K301"):
                self.hana.send(path, do="password")
                self.given[person[1]] = self.hana.shown_once()

    def step_4(self) -> None:
        self.hana.look("/house/terminals/")
        self.hana.send("/house/terminals/", do="register_terminal", terminal="T-BJ-01", table="BJ-01")
        self.given["code"] = self.hana.shown_once()

    def step_5(self) -> None:
        self.table.look("/enrol")
        self.table.send("/enrol", code=self.given["code"])

    def step_6(self) -> None:
        for badge, (*_, pin) in PEOPLE.items():
            self.table.client.post("/t/BJ-01/sign-off")
            self.table.look("/t/BJ-01/")
            keyed = {"badge": badge, "pin": self.given[badge], "new_pin": pin, "again": pin}
            assert self.table.client.post("/t/BJ-01/sign-on", {"own": "yes", **keyed}).status_code == 302

    def step_7(self) -> None:
        self.hana.look("/pit/P1/?work=assign")
        self.hana.send("/pit/P1/assign", do="assign", badge="P201")

    def step_8(self) -> None:
        self.cass.look("/sign-in/")
        self._choose(self.cass, "cass")

    def step_9(self) -> None:
        self.cass.look("/cage/moves/?work=receive_cage")
        signed = {"cashier_badge": "K301", "cashier_pin": PEOPLE["K301"][4]}
        signed |= {"accountant_badge": "A501", "accountant_pin": PEOPLE["A501"][4]}
        keyed = {"do": "move", "work": "receive_cage", "chip_set": "MAIN", **DELIVERED, **signed}
        assert "41,000" in self.cass.send("/cage/moves/", **keyed)

    def step_10(self) -> None:
        self.cass.look("/cage/banks/?table=BJ-01")
        signed = {"cashier_badge": "K301", "cashier_pin": PEOPLE["K301"][4]}
        signed |= {"boss_badge": "P201", "boss_pin": PEOPLE["P201"][4]}
        shown = self.cass.send("/cage/banks/", do="bank", table="BJ-01", **BANK, **signed)
        assert "The table has its bank." in shown

    def step_11(self) -> None:
        self.petra.look("/sign-in/")
        self._choose(self.petra, "petra")

    def step_12(self) -> None:
        self.petra.look("/pit/P1/?table=BJ-01&work=limits")
        self.petra.send("/pit/P1/limits", table="BJ-01", work="limits", minimum="5", maximum="500")

    def step_13(self) -> None:
        self.table.client.post("/t/BJ-01/sign-off")
        self.table.send("/t/BJ-01/sign-on", badge="D101", pin=PEOPLE["D101"][4])
        self.table.look("/t/BJ-01/")
        self.table.send("/t/BJ-01/relief", do="tap_in")
        shown = self.table.send("/t/BJ-01/count/opener", **BANK, **_both())
        assert 'data-phase="shoe"' in shown

    def step_14(self) -> None:
        self.table.look("/t/BJ-01/")
        self.table.send("/t/BJ-01/shoe/receive")
        self.table.send("/t/BJ-01/shoe/inspect", cards="210", **_both())
        self.table.send("/t/BJ-01/shoe/mix")
        self.table.send("/t/BJ-01/shoe/cut", cut_by="S3", cut_from_top="100", cut_card_from_bottom="30")

    def step_15(self) -> None:
        self.table.look("/t/BJ-01/?spot=3")
        self.table.send("/t/BJ-01/bet", do="bet", by="S3", spot="3", opens="on", **{"chips-2500": "1"})
        self.table.send("/t/BJ-01/press", do="close_betting")
        for code in ("KH", "TS", "6S", "7H"):
            self.table.send("/t/BJ-01/card", card=code)
        self.table.send("/t/BJ-01/press", do="stand", by="S3", spot="3")
        self.table.send("/t/BJ-01/press", do="confirm_settlement")

    def _choose(self, desk: Desk, username: str) -> None:
        keyed = {"username": username, "password": self.given[username], "new_password": OWN, "again": OWN}
        desk.send("/sign-in/", own="yes", **keyed)


def _refused(desk: Desk, **keyed: str) -> str:
    response = desk.client.post("/sign-in/", keyed)
    assert response.status_code == 403
    return response.content.decode()


def _both() -> dict[str, str]:
    signed = {"dealer_badge": "D101", "dealer_pin": PEOPLE["D101"][4]}
    return {**signed, "boss_badge": "P201", "boss_pin": PEOPLE["P201"][4]}


@pytest.fixture
def clock() -> Iterator[None]:
    throttles.COUNTER.forget()
    with time_machine.travel(builders.AT, tick=False):
        yield


def test_the_way_from_an_empty_database_to_the_first_round(clock: None) -> None:
    walk = Walk()
    said = io.StringIO()
    call_command("prepare_house", stdout=said)
    assert said.getvalue() == "migrated\nno casino yet: manage.py found_house founds one (docs/operations.md)\n"
    call_command("found_house", "--check", str(CHARTER), stdout=said)
    call_command("found_house", str(CHARTER), stdout=said)
    password = re.search(r"password   (\S+)", said.getvalue())
    assert password is not None
    walk.given["hana"] = password[1]
    steps = _ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert [number for number, _ in steps] == [str(number) for number in range(1, 16)]
    for number, address in steps:
        walk.been.clear()
        step: Callable[[], None] = getattr(walk, f"step_{number}")
        step()
        wanted = re.escape(address).replace("<badge>", "[A-Z0-9]+")
        assert walk.been, number
        assert all(re.fullmatch(wanted, path) for path in walk.been), (number, walk.been)
    dealt = rounds.Round.objects.get()
    assert (dealt.status, dealt.handle, dealt.house_net) == ("confirmed", 2_500, 2_500)
    follow.follow_all()
    assert [str(finding) for finding in run.verify().findings] == []
