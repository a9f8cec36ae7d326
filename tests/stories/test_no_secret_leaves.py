"""No unopened cup and no unrevealed seed is in anything that leaves the house while a round is on (T-89, T-90).

Two tables with the house's dice: liar's dice, where bids are on, and Scarney, where a throw has fallen. Everybody of
the house, three players behind their links, another casino and a stranger read every door, page, line, export,
message, cache entry and log line.
"""

import json
import time
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounting.services import follow
from accounting.services.verify import run
from tables.games.liars_dice import view as liars_view
from tables.models import log
from tables.services import house as house_service
from tables.services import limits, seat_links, sign_ons, staffing, taps
from tests import browsers, builders, callers, custody
from tests.builders import House
from tests.callers import Caller
from tests.stories.eavesdropper import Eavesdropper, sealed, spelt

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.by_hand]

CUPS, THROWS = "LD-01", "SD-01"
PLAYERS = ("anna", "bo", "cy")
AT_TERMINALS = {"dana": CUPS, "dev": THROWS}
PHONE = "Mozilla/5.0 (iPhone) Safari/604.1"
FILLINGS: Mapping[str, tuple[str, ...]] = {
    "code": (CUPS, THROWS),
    "pit/code": ("P1",),
    "problems/code": ("server_deals",),
    "table": (CUPS, THROWS, "tables"),
    "badge": ("dana",),
    "box": ("1",),
    "period": ("1",),
    "where": (CUPS, "BJ-01", "cage", "count"),
    "end": ("opener",),
    "game": ("liars_dice",),
    "kind": ("closer",),
    "step": ("mix",),
    "number": ("1",),
    "part": ("cash",),
    "form": ("pdf",),
    "sheet": ("tables",),
    "shift": ("day",),
    "version": ("1",),
    "day": (str(builders.GAMING_DAY),),
    "slip": ("F-000001",),
    "stream": (f"DEMO/table/{CUPS}",),
    "seq": ("1",),
}
LINES = [*(f"/events/table/{code}" for code in (CUPS, THROWS)), "/events/pit/P1", "/events/count", "/seat/events"]


@pytest.fixture
def house() -> House:
    """Both tables open, dana before the cups, dev before the other dice."""
    made = builders.house(tables=(CUPS,), game="liars_dice", card_source="server", outsider=True, at=timezone.now())
    house_service.add_house_rules(actor=made.hana, at=made.at, game="scarney", values={})
    house_service.add_table(
        actor=made.hana, at=made.at, code=THROWS, pit="P1", game="scarney", rules_version=1, spots=7,
        chip_set="MAIN", card_source="server", licensed_maximum=1_000_000, par=builders.PAR,
    )  # fmt: skip
    builders.add_terminal(made.hana, THROWS, made.at)
    limits.post_limits(actor=made.petra, at=made.at, table=THROWS, minimum=500, maximum=50_000)
    staffing.sign_off_game(actor=made.hana, at=made.at, badge="dev", game="scarney")
    for code, name in ((CUPS, "dana"), (THROWS, "dev")):
        custody.issue_bank(made, table=code)
        custody.open_table(made, table=code)
        taps.tap_in(actor=made.at_table(name, code), at=made.at, table=code)
    return made


class Evening:
    """The house with everybody in it: at the API, in a browser, and three players on their telephones."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.ear = Eavesdropper()
        self.callers = {name: self._signed_on(name) for name in builders.PEOPLE if name != "otto"}
        self.callers["otto"] = Caller(
            sign_ons.sign_on_with_password(at=timezone.now(), username="otto", password=builders.PASSWORD).token
        )
        self.browsers = {name: self._browser(caller) for name, caller in self.callers.items()}
        self.callers["nobody"], self.browsers["nobody"] = Caller(), Client()
        self.telephones = {player: self._telephone(player) for player in PLAYERS}

    def _signed_on(self, name: str) -> Caller:
        return callers.at_terminal(self.house, name, f"T-{name.upper()}", AT_TERMINALS.get(name))

    def _browser(self, caller: Caller) -> Client:
        browser = Client()
        browsers.sit(browser, caller.token)
        return browser

    def _telephone(self, player: str) -> Client:
        opened = seat_links.open_seat_link(actor=self.house.dana, at=timezone.now(), table=CUPS, player=player)
        telephone = Client(headers={"User-Agent": PHONE})
        assert telephone.post("/seat/", {"code": opened["code"]}).status_code == 302
        return telephone

    def press(self, table: str, *inputs: Mapping[str, Any], status: int = 201, key: str = "") -> Any:
        """The dealer of a table keys inputs through the door; its answer is heard too."""
        dealer = next(name for name, code in AT_TERMINALS.items() if code == table)
        seq = log.Stream.objects.get(key=f"DEMO/table/{table}").head_seq
        response = self.callers[dealer].post(f"tables/{table}/inputs", {"inputs": list(inputs)}, match=seq, key=key)
        assert response.status_code == status, response.content
        self.ear.answer(f"{dealer} POST {inputs}", response)
        return response.json()

    def read_everything(self, sent: list[str], on_record: pytest.LogCaptureFixture) -> None:
        """Everybody reads everything."""
        export = self.callers["axel"].post("audit/log-exports", {})
        self.ear.answer("axel export", export)
        self.ear.api(self.callers, (CUPS, THROWS))
        self.ear.pages(self.browsers, FILLINGS, at_terminals=AT_TERMINALS)
        self.ear.lines(self.browsers | {f"player {name}": phone for name, phone in self.telephones.items()}, LINES)
        self.ear.database()
        for name, telephone in self.telephones.items():
            token = telephone.cookies["seat"].value
            self.ear.answer(f"player {name} page", telephone.get("/seat/"))
            self.ear.answer(f"player {name} API", Caller().get("seat-links/current/felt", Seat_Token=token))
        self.ear.hear("proof", "\n".join(str(finding) for finding in run.verify().findings))
        time.sleep(0.6)  # the thread that wakes the books sends what has gathered
        self.ear.hear("tasks", "\n".join(sent))
        self.ear.valkey()
        self.ear.hear("log lines", on_record.text + "\n".join(str(vars(record)) for record in on_record.records))


def throws(table: str) -> dict[str, list[list[int]]]:
    """Every throw under a cup, by player, as only the sealed column has it; the last is the one that stands."""
    found: dict[str, list[list[int]]] = {}
    stream = log.Stream.objects.get(key=f"DEMO/table/{table}").pk
    for event in log.Event.objects.filter(type="cup_rolled", stream_id=stream).order_by("seq"):
        dice = json.loads(json.loads(event.sealed)["dice"][1])
        found.setdefault(json.loads(event.body)["data"]["input"]["by"], []).append(dice)
    return found


def begun(house: House) -> Evening:
    """Bids are on at the one table, the first throw has fallen at the other, and some presses were refused."""
    evening = Evening(house)
    evening.press(CUPS, {"do": "open_round", "options": {"players": list(PLAYERS), "starter": "anna", "unit": 500}})
    evening.press(CUPS, {"do": "bid", "by": "anna", "quantity": 4, "face": 2}, key="a-bid-of-anna")
    evening.press(CUPS, {"do": "bid", "by": "bo", "quantity": 3, "face": 2}, status=422)
    evening.press(CUPS, {"do": "roll", "by": "bo", "dice": [6, 6, 6, 6, 6]}, status=409)
    antes = [{"do": "ante", "by": player} for player in PLAYERS[:2]]
    evening.press(THROWS, {"do": "open_round", "options": {"players": list(PLAYERS[:2]), "ante": 500}}, *antes)
    evening.press(THROWS, {"do": "announce", "by": "anna"})
    evening.press(THROWS, {"do": "throw", "by": "anna", "dice": [6, 6, 6, 6, 6]}, status=409)
    follow.follow_all()
    return evening


def test_nobody_is_told_an_unopened_cup_or_an_unrevealed_seed(
    house: House, sent: list[str], on_record: pytest.LogCaptureFixture
) -> None:
    evening = begun(house)
    secrets = sealed(CUPS) | sealed(THROWS)
    assert sum("seed" in name for name in secrets) == 2
    assert sum("nonce" in name for name in secrets) >= 5  # two seeds and three cups, more if a hand was thrown again
    evening.read_everything(sent, on_record)
    own = {
        (name, f"player {player} {where}")
        for player, thrown in throws(CUPS).items()
        for where, shown in (("page", thrown[-1:]), ("API", thrown))  # the API tells him his single hands as well
        for name, pattern in secrets.items()
        if pattern.pattern in {spelt(faces).pattern for faces in shown}
    }
    told = evening.ear.told(secrets)
    assert told - own == set()
    assert told == own  # a player does see his own
    read = {where.split(" ")[0] for where, _ in evening.ear.heard}
    assert read >= {*builders.PEOPLE, "nobody", "player", "tasks", "valkey", "log", "bodies", "receipts", "proof"}
    assert any("follow_streams" in text for where, text in evening.ear.heard if where == "tasks")
    assert any("request_finished" in text for where, text in evening.ear.heard if where == "log lines")
    archive = "axel GET audit/log-exports/1/archive.zip"
    assert any("round_opened" in text for where, text in evening.ear.heard if where == archive)
    assert any("event: news" in text for where, text in evening.ear.heard if where.startswith("player bo line"))


def test_all_of_it_is_told_once_the_round_is_over(
    house: House, sent: list[str], on_record: pytest.LogCaptureFixture
) -> None:
    """The ear hears: what nobody was told is in everybody's reach as soon as the cups are up."""
    evening = begun(house)
    secrets = sealed(CUPS)
    evening.press(CUPS, {"do": "open", "by": "bo"})
    evening.ear.api({"petra": evening.callers["petra"]}, (CUPS,))
    evening.ear.pages({"dana": evening.browsers["dana"]}, {**FILLINGS, "code": (CUPS,)}, AT_TERMINALS)
    told = evening.ear.told(secrets)
    assert {name for name, _ in told} == set(secrets)
    assert set(secrets) == {name for name, where in told if where == f"petra GET tables/{CUPS}/events"}
    standing = {spelt(thrown[-1]).pattern for thrown in throws(CUPS).values()}
    drawn = {secrets[name].pattern for name, where in told if where.startswith("dana page /t/")}
    assert standing & {pattern.pattern for pattern in secrets.values()} <= drawn


def test_a_view_that_shows_too_much_is_heard(
    house: House, monkeypatch: pytest.MonkeyPatch, sent: list[str], on_record: pytest.LogCaptureFixture
) -> None:
    evening = begun(house)
    shown = liars_view._player
    monkeypatch.setattr(liars_view, "_player", lambda state, at, seen: shown(state, at, True))
    evening.ear.api({"petra": evening.callers["petra"]}, (CUPS,))
    evening.ear.pages({"dana": evening.browsers["dana"]}, {**FILLINGS, "code": (CUPS,)}, AT_TERMINALS)
    told = evening.ear.told({name: pattern for name, pattern in sealed(CUPS).items() if name.endswith("dice")})
    assert {where for _, where in told} >= {f"petra GET tables/{CUPS}/felt", f"dana page /t/{CUPS}/"}
