"""A dealer's terminal that keeps its own account: each press has a key, and is repeated until it is answered.

It plays like a real terminal: one press at a time, ``If-Match`` from the last answer, the key made once and kept.
"""

import http.client
import itertools
import json
import threading
import time
import urllib.parse
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar

from tests.faults.live_house import LiveHouse
from tests.faults.manners import Mischief, Request

AGAIN = {429, 503}
"""Answers after which a terminal sends the same press again; so it does after ``busy``. A 500 is a fault of ours."""
PAUSE = 0.06
"""Seconds between two presses: under the ten a second that the door allows, and quicker than a dealer."""
PATIENCE = 60.0
"""Seconds for one press, all its repeats included."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A press that was answered: its key, and where the answer says the table's stream was then."""

    key: str
    seq: int


@dataclass
class Terminal:
    """A terminal at ``table`` and what it knows: acknowledged presses, stakes laid and the house's gain so far."""

    bets_a_round: ClassVar[int] = 2

    url: str
    table: str
    token: str
    chance: Random
    acknowledged: list[Acknowledged] = field(default_factory=list)
    rounds: int = 0
    stakes: int = 0
    house_net: int = 0
    repeats: int = 0
    trouble: str = ""
    in_round: bool = False
    mischief: Mischief | None = None
    _seen: dict[str, Any] = field(default_factory=dict)
    _numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    # ------------------------------------------------------------------------------------------------------ as a thread
    def start(self) -> None:
        """Play round after round until ``finish``. It may be started again afterwards."""
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def finish(self) -> None:
        """Let the running round end, and wait for that. Raises what went wrong at the terminal."""
        self._stop.set()
        assert self._thread is not None
        self._thread.join(2 * PATIENCE)
        assert not self._thread.is_alive(), f"{self.table} is stuck"
        assert not self.trouble, self.trouble

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                self.play_round()
        except AssertionError as error:
            self.trouble = f"{self.table}: {error}"

    # ---------------------------------------------------------------------------------------------------------- a round
    def play_round(self) -> None:
        """Open, lay two bets, deal, stand, settle and confirm; a shuffle where the cut card asks for one."""
        self.begin_round()
        self.end_round()

    def begin_round(self) -> None:
        """Open a round and lay its bets; no card is dealt yet."""
        self._inputs({"do": "open_round"})
        for spot in (1, 2):
            amount = 1_000 * self.chance.randint(1, 5)
            self._inputs({"do": "bet", "by": f"p{spot}", "spot": spot, "amount": amount})
            self.stakes += amount
        self.in_round = True

    def end_round(self) -> None:
        """Deal what was laid, to the confirmation."""
        self._inputs({"do": "close_betting"})
        while (awaited := self._seen["next"])["kind"] != "nothing":
            if awaited["kind"] == "offer":
                self._inputs({"do": "close_insurance"})
            elif awaited["kind"] == "act":
                self._inputs({"do": "stand", "by": awaited["player"], "spot": self._seen["felt"]["turn"]["spot"]})
            else:
                assert awaited["kind"] == "shuffle", awaited
                self._shuffle()
        self.house_net -= sum(self._seen["felt"]["net"].values())
        self._inputs({"do": "confirm_settlement"})
        self.rounds += 1
        self.in_round = False
        if self._seen["shoe"]["status"] == "cut_card_out":
            self._shuffle()

    def _shuffle(self) -> None:
        self._press("shoes/current/mixes", {})
        self._press("shoes/current/cuts", {"cut_by": "seat 1", "cut_from_top": 40, "cut_card_from_bottom": 30})

    def _inputs(self, given: dict[str, Any]) -> None:
        self._press("inputs", {"inputs": [given]})

    def as_of_now(self) -> "Terminal":
        """The same terminal, with an account of its own from here on."""
        return replace(self, acknowledged=[*self.acknowledged], _stop=threading.Event(), _thread=None)

    # ---------------------------------------------------------------------------------------------------------- a press
    def _press(self, path: str, body: dict[str, Any]) -> None:
        """Send a press until it is acknowledged, always under the same key and with the same sequence."""
        key = f"{self.table}-{next(self._numbers):06d}"
        match = self.acknowledged[-1].seq if self.acknowledged else self._insist("GET", "felt")["seq"]
        request = self._request(path, body, key, match)
        if self.mischief is not None:
            self.mischief.before(request)
        self._seen = self._insist("POST", path, body, key, match)
        self.acknowledged.append(Acknowledged(key, self._seen["seq"]))
        if self.mischief is not None:
            self.mischief.after(request, self._seen["seq"])
        time.sleep(PAUSE)

    def _request(self, path: str, body: dict[str, Any], key: str, match: int) -> Request:
        """A press as it goes over the line."""
        headers = self._headers() | {"Idempotency-Key": key, "If-Match": f'"{match}"'}
        where = urllib.parse.urlsplit(self.url).netloc
        return Request(where, f"/api/v1/tables/{self.table}/{path}", headers, json.dumps(body))

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}

    def _insist(
        self, method: str, path: str, body: dict[str, Any] | None = None, key: str = "", match: int | None = None
    ) -> dict[str, Any]:
        """Ask the same again until there is an answer."""
        deadline = time.monotonic() + PATIENCE
        while (answer := self._send(method, path, body, key, match)) is None:
            assert time.monotonic() < deadline, f"no answer to {key} {body}"
            self.repeats += 1
            time.sleep(0.1 + 0.2 * self.chance.random())
        return answer

    def _send(
        self, method: str, path: str, body: dict[str, Any] | None, key: str, match: int | None
    ) -> dict[str, Any] | None:
        """One try; None when nobody knows what became of it."""
        address = urllib.parse.urlsplit(self.url)
        headers = self._headers()
        if method == "POST":
            headers |= {"Idempotency-Key": key, "If-Match": f'"{match}"'}
        connection = http.client.HTTPConnection(address.netloc, timeout=20)
        try:
            payload = json.dumps(body) if body is not None else None
            connection.request(method, f"/api/v1/tables/{self.table}/{path}", payload, headers)
            answer = connection.getresponse()
            status, said = answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
        if status in AGAIN or (status == 409 and json.loads(said)["code"] == "busy"):
            return None
        assert status in (200, 201), f"{key} {body}: {status} {said.decode()}"
        told: dict[str, Any] = json.loads(said)
        return told


def at_tables(house: LiveHouse) -> list[Terminal]:
    """The terminals of a live house's blackjack tables, one a table; it has just been opened and is peopled first."""
    return [
        Terminal(house.url, table, token, Random(table))
        for table, token in house.found().items()
        if table.startswith("BJ")
    ]
