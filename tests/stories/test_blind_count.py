"""A blind count is in nothing that leaves the house before it stands (T-107).

A box is counted once, then twice and differently. Everybody of the house, another casino and a stranger read every door
of the API, every page, line, export, message, cache entry and log line; the verifier then decides, and all is told.
"""

import json
import re
import time
from collections.abc import Mapping

import pytest
from django.test import Client
from django.utils import timezone

from accounting.services import follow
from accounting.services.verify import run
from tables.domain.canonical import content_hash
from tables.domain.count_papers import count_sheet
from tables.models import log
from tables.services import sign_ons, taps
from tests import browsers, builders, callers, counting, custody
from tests.builders import House
from tests.callers import Caller
from tests.stories.eavesdropper import Eavesdropper
from tests.stories.test_no_secret_leaves import FILLINGS
from tests.tables.api.matrix_house import sign

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.by_hand]

BOX = "tables/BJ-01/boxes/1"
FIRST, SECOND = {100: 31, 2_000: 13, 10_000: 37}, {100: 31, 2_000: 13, 10_000: 36}
"""3,991.00 and 3,891.00; the log expects 4,000.00, so neither number stands anywhere by itself."""
TOTALS = {"first": 399_100, "second": 389_100}
PAGES: Mapping[str, tuple[str, ...]] = {
    **FILLINGS,
    "code": ("BJ-01",),
    "table": ("BJ-01", "tables"),
    "game": ("blackjack",),
    "stream": ("DEMO/count",),
    "seq": ("3", "4"),
    "where": ("count", "BJ-01"),
}
LINES = ("/events/table/BJ-01", "/events/pit/P1", "/events/count", "/events/cage", "/events/house")


def spelt(total: int) -> re.Pattern[str]:
    """An amount of money however it may be written: 399100, 3991.00, 3,991.00, 3,991; not a part of some time."""
    whole = f"{total // 100}"
    grouped = rf"{whole[:-3]}[,' ]{whole[-3:]}"
    return re.compile(rf"(?<![0-9.])(?:{total}|{whole}\.00|{grouped}(?:\.00)?)(?![0-9])")


def secrets(**seqs: int) -> dict[str, re.Pattern[str]]:
    """What is sealed in those events: the amount, the notes, the text, and the nonce that would prove a guess."""
    room = log.Stream.objects.get(key="DEMO/count").pk
    found: dict[str, re.Pattern[str]] = {}
    for name, seq in seqs.items():
        event = log.Event.objects.get(stream_id=room, seq=seq)
        nonce, value = json.loads(event.sealed)["count"]
        contents = json.loads(value)
        notes = contents["notes"]
        bare = content_hash(count_sheet("DEMO", 1, "BJ-01", 1, "cash", name, contents, ""))
        found[f"{name} total"] = spelt(TOTALS[name])
        found[f"{name} notes"] = re.compile(rf"\\*\"10000\\*\":\s?{notes['10000']}\b")
        found[f"{name} text"] = re.compile(re.escape(value).replace('"', r"\\*\""))
        found[f"{name} nonce"] = re.compile(nonce)
        found[f"{name} hash that could be guessed"] = re.compile(bare)
    return found


class Room:
    """The count room with everybody of the house around it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.ear = Eavesdropper()
        self.callers = {name: self._signed_on(name) for name in builders.PEOPLE if name != "otto"}
        self.callers["otto"] = Caller(
            sign_ons.sign_on_with_password(at=timezone.now(), username="otto", password=builders.PASSWORD).token
        )
        self.browsers = {name: self._browser(caller) for name, caller in self.callers.items()}
        self.callers["nobody"], self.browsers["nobody"] = Caller(), Client()

    def _signed_on(self, name: str) -> Caller:
        return callers.at_terminal(self.house, name, f"T-{name.upper()}", "BJ-01" if name == "dana" else None)

    @staticmethod
    def _browser(caller: Caller) -> Client:
        browser = Client()
        browsers.sit(browser, caller.token)
        return browser

    def post(self, who: str, path: str, body: object, key: str = "", status: int = 201) -> None:
        """A write whose answer is heard."""
        response = self.callers[who].post(path, body, key=key)
        assert response.status_code == status, response.content
        self.ear.answer(f"{who} POST {path}", response)

    def read_everything(self, sent: list[str], on_record: pytest.LogCaptureFixture) -> None:
        """Everybody reads everything; accounting certifies, audit exports."""
        follow.follow_all()
        certified = {"gaming_day": str(self.house_day), "shift": "day"}
        self.ear.answer("ada certifies", self.callers["ada"].post("shift-reports", certified))
        self.ear.answer("axel exports", self.callers["axel"].post("audit/log-exports", {}))
        self.read_log(self.callers)
        self.ear.api(self.callers, ("BJ-01",))
        self.ear.pages(self.browsers, PAGES, {"dana": "BJ-01"})
        self.ear.lines(self.browsers, LINES)
        self.ear.database()
        self.ear.hear("proof", "\n".join(str(finding) for finding in run.verify().findings))
        time.sleep(0.6)  # the thread that wakes the books sends what has gathered
        self.ear.hear("tasks", "\n".join(sent))
        self.ear.valkey()
        self.ear.hear("log lines", on_record.text + "\n".join(str(vars(record)) for record in on_record.records))

    def read_log(self, callers: Mapping[str, Caller]) -> None:
        """The streams of the count room and the cage, word for word, as far as the callers may."""
        for name, caller in callers.items():
            for stream in ("count", "cage"):
                path = f"streams/{stream}/events"
                self.ear.answer(f"{name} GET {path}", caller.get(f"{path}?limit=200"))

    @property
    def house_day(self) -> object:
        """The gaming day that is running."""
        return json.loads(log.Event.objects.filter(type="table_opened").latest("seq").body)["gaming_day"]


def found(notes: Mapping[int, int]) -> dict[str, object]:
    """A count as it is sent."""
    total = sum(value * pieces for value, pieces in notes.items())
    return {"notes": {str(value): pieces for value, pieces in notes.items()}, "total": total}


@pytest.fixture
def room() -> Room:
    """The box of a closed table is in the count, and colin has counted it."""
    house = custody.running(builders.house(outsider=True, at=timezone.now()))
    custody.buy_in(house, 400_000, {2_500: 160})
    custody.close_table(house, custody.rack_of(house))
    taps.tap_out(actor=house.at_table("dana"), at=house.at, table="BJ-01")
    custody.remove_box(house)
    counting.open_count(house)
    counting.accept(house)
    room = Room(house)
    body = {**found(FIRST), "shown_empty": True, "counter": sign("colin")}
    room.post("colin", f"{BOX}/first-counts", body, key="first-count-1")
    room.post("colin", f"{BOX}/first-counts", body, key="first-count-1")
    return room


def test_t107_nobody_learns_a_blind_count_before_it_stands(
    room: Room, sent: list[str], on_record: pytest.LogCaptureFixture
) -> None:
    """T-107: not the second counter, not the cage, not accounting; and not from what is refused either."""
    guess = {**found(SECOND), "shown_empty": True, "counter": sign("cora")}
    room.post("cora", f"{BOX}/first-counts", guess, status=409)
    room.post("colin", f"{BOX}/second-counts", {**found(FIRST), "counter": sign("colin")}, status=403)
    hidden = secrets(first=3)
    room.read_everything(sent, on_record)
    told = room.ear.told(hidden)
    assert {(name, where) for name, where in told if not where.endswith("-counts")} == set()
    room.post("cora", f"{BOX}/second-counts", {**found(SECOND), "counter": sign("cora")})
    room.ear.heard.clear()
    hidden = secrets(first=3, second=4)
    room.post("cora", f"{BOX}/second-counts", {**found(FIRST), "counter": sign("cora")}, status=409)
    room.read_everything(sent, on_record)
    assert room.ear.told(hidden) == set()
    read = {where.split(" ")[0] for where, _ in room.ear.heard}
    assert read >= {*builders.PEOPLE, "nobody", "tasks", "valkey", "log", "bodies", "receipts", "proof"}


def test_all_of_it_is_told_once_the_count_stands(
    room: Room, sent: list[str], on_record: pytest.LogCaptureFixture
) -> None:
    """The ear hears: what nobody was told is in the variance report, and the cage still knows nothing."""
    room.post("cora", f"{BOX}/second-counts", {**found(SECOND), "counter": sign("cora")})
    hidden = secrets(first=3, second=4)
    verifier = {"explanation": "two notes stuck together", "verifier": sign("ada")}
    room.post("ada", f"{BOX}/recounts", {**found(FIRST), **verifier})
    room.ear.heard.clear()
    follow.follow_all()
    people = ("ada", "axel", "colin", "cass", "petra", "dana", "hana", "sam")
    room.read_log({name: room.callers[name] for name in people})
    room.ear.api({name: room.callers[name] for name in people}, ("BJ-01",))
    room.ear.pages({name: room.browsers[name] for name in people}, PAGES, {"dana": "BJ-01"})
    told = room.ear.told(hidden)
    assert {name for name, where in told if where == "ada GET streams/count/events"} == {
        name for name in hidden if "guessed" not in name
    }
    who = {where.split(" ")[0] for name, where in told if name == "first total"}
    assert who == {"ada", "axel", "colin", "hana"}  # management reads the journals
