"""What may not be known yet is in no answer of any door, to anybody, and in no line of the application's log (T-90).

Compared with what the database holds sealed: face-down cards, nonces, seeds, the order of the server's shoe.
"""

import json
import logging
from collections.abc import Iterator, Mapping
from typing import Any

import pypdfium2
import pytest

from casino.web import throttles
from tables.models import log
from tables.models import shoes as shoe_rows
from tables.services import taps
from tests import callers, custody, dealt
from tests.callers import Caller
from tests.tables.api.test_matrix import ROWS
from tests.whole_house import WholeHouse

pytestmark = pytest.mark.django_db

READS = sorted({row.path for row in ROWS if row.method == "GET"})
DEALT = [{"do": "open_round"}, *dealt.bets(), {"do": "close_betting"}]


@pytest.fixture
def on_record(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Every log line of every logger, from the chattiest level on."""
    caplog.set_level(logging.DEBUG)
    held_back = [
        logger
        for logger in map(logging.getLogger, list(logging.root.manager.loggerDict))
        if not logger.propagate and logger is not logging.root
    ]
    for logger in held_back:
        logger.propagate = True
    yield caplog
    for logger in held_back:
        logger.propagate = False


class Listener:
    """Keeps everything that leaves the house while a table is played."""

    def __init__(self, whole: WholeHouse, table: str, dealer: Caller) -> None:
        self.whole, self.table, self.dealer = whole, table, dealer
        self.heard: list[str] = []

    def press(self, *inputs: Mapping[str, Any]) -> Any:
        """The dealer keys inputs through the door."""
        seq = log.Stream.objects.get(key=f"DEMO/table/{self.table}").head_seq
        response = self.dealer.post(f"tables/{self.table}/inputs", {"inputs": list(inputs)}, match=seq)
        assert response.status_code == 201, response.content
        self._hear(response)
        return response.json()

    def read_everything(self) -> None:
        """Everybody reads at every door; lists as long as they can be."""
        for caller in [*self.whole.callers.values(), self.dealer]:
            for path in READS:
                throttles.COUNTER.forget()
                longest = "?limit=200" if path.endswith(("events", "history")) else ""
                self._hear(caller.get(path.replace("BJ-01", self.table) + longest))

    def _hear(self, response: Any) -> None:
        assert response.status_code < 500
        self.heard.append(f"{response.headers}\n{text_of(response)}")

    def heard_of(self, secrets: set[str]) -> set[str]:
        """Which of the secrets were told."""
        told = "\n".join(self.heard)
        return {secret for secret in secrets if secret in told}


def text_of(response: Any) -> str:
    """What a reader of the answer reads, of a paper its pages."""
    if response.headers["Content-Type"] != "application/pdf":
        return str(response.content.decode())
    paper = pypdfium2.PdfDocument(response.content)
    try:
        return "\n".join(page.get_textpage().get_text_bounded() for page in paper)
    finally:
        paper.close()


def sealed(table: str) -> tuple[set[str], set[str]]:
    """Cards that lie face down now, as they would stand in JSON; and nonces, seeds and the order to come."""
    events = log.Event.objects.filter(stream_id=log.Stream.objects.get(key=f"DEMO/table/{table}").pk)
    hidden = {seq: json.loads(text) for seq, text in events.exclude(sealed="").values_list("seq", "sealed")}
    for body in events.values_list("body", flat=True):
        for out in json.loads(body)["data"].get("revealed", ()):
            hidden[out["seq"]].pop(out["field"])
    kept = [(field, nonce, value) for fields in hidden.values() for field, (nonce, value) in fields.items()]
    texts = {nonce for _, nonce, _ in kept} | {value for field, _, value in kept if field != "card"}
    shoe = shoe_rows.Shoe.objects.get(table__code=table)
    texts |= {text[:12] for text in (shoe.stock, shoe.dealt, shoe.on_table) if text}
    return {f'"{value}"' for field, _, value in kept if field == "card"}, texts


def revealed(table: str) -> set[str]:
    """Nonces that were told with the values they hid."""
    events = log.Event.objects.filter(stream_id=log.Stream.objects.get(key=f"DEMO/table/{table}").pk)
    bodies = [json.loads(body)["data"] for body in events.values_list("body", flat=True)]
    return {out["nonce"] for data in bodies for out in data.get("revealed", ())}


def test_a_readers_table_keeps_its_secrets(whole: WholeHouse, on_record: pytest.LogCaptureFixture) -> None:
    listener = Listener(whole, "BJ-01", whole["dealer"])
    for one in DEALT:
        listener.press(one)
    for card in dealt.cards():
        listener.press(card)
    listener.read_everything()
    cards, texts = sealed("BJ-01")
    assert cards == {'"KH"', '"8C"', '"6S"', '"8D"', '"7H"'}
    assert len(texts) == 6  # five nonces and the cards that are out
    assert listener.heard_of(cards | texts) == set()
    assert "request_finished" in on_record.text
    assert not {secret for secret in texts | cards if secret in on_record.text}
    assert not {card for card in cards if card.replace('"', "'") in on_record.text}


def test_what_is_turned_up_is_told_and_the_rest_is_not(whole: WholeHouse) -> None:
    listener = Listener(whole, "BJ-01", whole["dealer"])
    listener.press(*DEALT)
    listener.press(*dealt.cards())
    listener.press({"do": "hit", "by": "anna", "spot": 1})
    listener.press({"do": "card", "card": "9H"})  # anna is over and turns her cards up
    listener.read_everything()
    cards, texts = sealed("BJ-01")
    assert cards == {'"8C"', '"8D"', '"7H"'}
    assert listener.heard_of(cards | texts) == set()
    public = {'"KH"', '"6S"', '"9H"', *revealed("BJ-01")}
    assert len(public) == 5
    assert listener.heard_of(public) == public


def test_a_round_that_is_over_hides_nothing(whole: WholeHouse) -> None:
    listener = Listener(whole, "BJ-01", whole["dealer"])
    listener.press(*DEALT)
    listener.press(*dealt.cards())
    listener.press({"do": "stand", "by": "anna", "spot": 1})
    answer = listener.press({"do": "stand", "by": "bo", "spot": 2})
    assert sealed("BJ-01")[0] == set()
    assert answer["felt"]["dealer"]["cards"] == ["TS", "7H"]
    assert "??" not in json.dumps(answer)


def test_a_servers_table_keeps_its_secrets(whole: WholeHouse, on_record: pytest.LogCaptureFixture) -> None:
    house = whole.house
    custody.issue_bank(house, table="BJ-03")
    custody.open_table(house, table="BJ-03")
    dealt.shoe_ready(house, "BJ-03")
    taps.tap_in(actor=house.at_table("dev", "BJ-03"), at=house.at, table="BJ-03")
    listener = Listener(whole, "BJ-03", callers.at_terminal(house, "dev", "T-BJ-03", "BJ-03"))
    listener.read_everything()
    picture = listener.press(*DEALT)
    listener.read_everything()
    cards, texts = sealed("BJ-03")
    up = {f'"{picture["felt"]["dealer"]["cards"][0]}"'}
    assert len(texts) >= 4  # a seed and its nonce, the order to come, the cards that are out
    assert listener.heard_of((cards - up) | texts) == set()
    assert not {secret for secret in (cards - up) | texts if secret in on_record.text}


def test_a_refusal_tells_no_card(whole: WholeHouse) -> None:
    listener = Listener(whole, "BJ-01", whole["dealer"])
    listener.press(*DEALT)
    seq = listener.press(*dealt.cards())["seq"]
    for body in (
        {"do": "card", "card": "KH"},
        {"do": "split", "by": "anna", "spot": 1},
        {"do": "insure", "by": "anna"},
    ):
        response = whole["dealer"].post("tables/BJ-01/inputs", {"inputs": [body]}, match=seq)
        listener.heard.append(response.content.decode())
        seq = log.Stream.objects.get(key="DEMO/table/BJ-01").head_seq
    cards, texts = sealed("BJ-01")
    assert listener.heard_of((cards - {'"KH"'}) | texts) == set()
