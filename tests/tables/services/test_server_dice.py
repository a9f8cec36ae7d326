"""Dice that the server throws: fixed by a seed that the log commits to, and told to nobody before their time (T-89)."""

import json
import logging
from typing import Any

import pytest

from accounting.services.verify.run import verify
from tables.domain import fair_numbers
from tables.domain.canonical import seal
from tables.domain.errors import Conflict, Invalid
from tables.games import dice
from tables.games.liars_dice.engine import ENGINE as LIARS_DICE
from tables.models import log as log_rows
from tables.models import rounds
from tables.selectors import felts
from tables.services import bulk_bets, live, rulings
from tables.services import log as floor_log
from tests import custody, dealt, potted
from tests.accounting import forging
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def liars() -> House:
    house = potted.house("liars_dice", "server")
    potted.open_cups(house)
    return house


@pytest.fixture
def scarney() -> House:
    house = potted.house("scarney", "server", frames=1)
    potted.open_scarney(house)
    return house


def seed() -> tuple[str, str]:
    """Nonce and seed of the newest round, as only the sealed column has them."""
    sealed = log_rows.Event.objects.filter(type="round_opened").latest("seq").sealed
    nonce, value = json.loads(sealed)["seed"]
    return nonce, value


def thrown(house: House) -> list[list[int]]:
    """Every cup as it fell, single hands included."""
    with floor_log.table_entry(actor=house.dana, at=house.at, table="BJ-01", request={}) as entry:
        return [list(throw.dice) for throw in live.read(entry).state.throws]


def bodies() -> str:
    return "".join(log_rows.Event.objects.order_by("seq").values_list("body", flat=True))


class TestCups:
    def test_they_are_rolled_as_soon_as_the_round_is_open(self, liars: House) -> None:
        cups = thrown(liars)
        assert len(cups) >= 3
        assert cups == [fair_numbers.throw(seed()[1], at, 5, dice.ORDINARY) for at in range(len(cups))]
        assert [event["input"]["dice"] for event in custody.facts(liars, "cup_rolled")] == [None] * len(cups)
        assert felts.table_felt(actor=liars.dana, table="BJ-01").picture["next"]["kind"] == "act"

    def test_the_opening_commits_to_the_seed(self, liars: House) -> None:
        (opened,) = custody.facts(liars, "round_opened")
        assert opened["sealed"] == {"seed": seal(*seed())}
        assert opened["source"] == "server"

    def test_no_seed_comes_out_before_the_end_and_then_it_does(self, liars: House) -> None:
        nonce, value = seed()
        dealt.press(liars, potted.bid("anna", 8, 2))
        assert value not in bodies()
        assert nonce not in bodies()
        answer = dealt.press(liars, {"do": "open", "by": "bo"})
        (opened,), (revealed,) = custody.facts(liars, "bid_opened"), custody.facts(liars, "seed_revealed")
        first = next(event["seq"] for event in custody.events(liars) if event["type"] == "round_opened")
        assert revealed["revealed"] == [{"seq": first, "field": "seed", "nonce": nonce, "value": value}]
        assert [json.loads(line["value"]) for line in opened["revealed"]] == thrown(liars)
        assert answer["seq"] == custody.events(liars)[-1]["seq"]

    def test_a_void_shows_everything(self, liars: House) -> None:
        cups, (_, value) = thrown(liars), seed()
        rulings.void_round(actor=liars.petra, at=liars.at, table="BJ-01", number=1, reason="a cup fell over")
        (voided,) = custody.facts(liars, "round_voided")
        shown = [line["value"] for line in voided["revealed"]]
        assert shown == [value, *[json.dumps(cup, separators=(",", ":")) for cup in cups]]
        assert custody.facts(liars, "seed_revealed") == []

    def test_nobody_else_sees_a_cup_before_the_open(self, liars: House, caplog: pytest.LogCaptureFixture) -> None:
        """Not the dealer, the pit boss, the public, the log, the receipts, the rows of rounds and bets, a log line."""
        with caplog.at_level(logging.DEBUG):
            answer = dealt.press(liars, potted.bid("anna", 4, 2), key="a-press-of-anna")
            views = [
                felts.table_felt(actor=liars.dana, table="BJ-01", audience=audience).picture
                for audience in ("dealer", "floor", "public")
            ]
        for picture in (answer, *views):
            assert [line["cup"] for line in picture["felt"]["players"]] == [None] * 3
            assert [line["earlier"] for line in picture["felt"]["players"]] == [None] * 3
            assert [line["counted"] for line in picture["felt"]["players"]] == [None] * 3
        kept = bodies() + "".join(log_rows.Receipt.objects.values_list("answer", flat=True))
        kept += json.dumps(list(rounds.Round.objects.values_list("outcome", flat=True))) + caplog.text
        for cup in thrown(liars):
            for told in (json.dumps(cup), json.dumps(cup, separators=(",", ":"))):
                assert told not in kept

    def test_the_view_tells_the_owner_his_own_cup_only(self, liars: House) -> None:
        with floor_log.table_entry(actor=liars.dana, at=liars.at, table="BJ-01", request={}) as entry:
            state = live.read(entry).state
        seen = {line["player"]: line["cup"] for line in LIARS_DICE.view(state, "player:bo")["players"]}
        assert seen == {"anna": None, "bo": list(state.cups[1] or ()), "cy": None}

    def test_the_next_round_has_another_seed(self, liars: House) -> None:
        first = seed()
        dealt.press(liars, potted.bid("anna", 8, 2), {"do": "open", "by": "bo"}, {"do": "confirm_settlement"})
        potted.open_cups(liars, starter="bo")
        assert seed() != first

    def test_they_cannot_be_left_to_the_open(self) -> None:
        house = potted.house("liars_dice", "server")
        with custody.refused(house, Invalid, "bad_options", what="cups: must be rolled where the server throws them"):
            potted.open_cups(house, cups="at_open")


class TestThrows:
    def test_the_dice_fall_when_the_throw_is_announced(self, scarney: House) -> None:
        dealt.press(scarney, {"do": "announce", "by": "anna"})
        (fell,) = custody.facts(scarney, "dice_thrown")
        assert fell["input"] == {
            "do": "dice",
            "by": "anna",
            "dice": fair_numbers.throw(seed()[1], 3, 5, dice.SCARNEY),  # after two antes and the announcement
        }

    def test_the_seats_are_thrown_for_at_once(self) -> None:
        house = potted.house("scarney", "server")
        answer = dealt.press(
            house, {"do": "open_round", "options": {"players": ["anna", "bo"], "ante": 500, "seating": True}}
        )
        assert answer["next"]["kind"] == "stakes"
        assert len(answer["felt"]["seating"]["ranking"]) == 2

    @pytest.mark.parametrize(
        "given", [potted.throw("anna", 6, 6, 4, 4, 1), {"do": "dice", "dice": [1]}, {"do": "seat", "throws": {}}]
    )
    def test_nobody_keys_dice_there(self, scarney: House, given: dict[str, Any]) -> None:
        with custody.refused(scarney, Conflict, "server_deals"):
            dealt.press(scarney, given)
        with custody.refused(scarney, Conflict, "betting_closed", input=0):
            bulk_bets.record_bets(actor=scarney.dana, at=scarney.at, table="BJ-01", bets=[given])

    def test_a_whole_game_is_found_right_by_the_proof(self, scarney: House) -> None:
        _play_out(scarney)
        assert len(custody.facts(scarney, "seed_revealed")) == 1
        assert verify().findings == []


class TestProof:
    def test_a_throw_that_does_not_follow_from_the_seed_is_named(self, scarney: House) -> None:
        dealt.press(scarney, {"do": "announce", "by": "anna"})
        with forging.changed():
            forging.unguard()
            row = log_rows.Event.objects.get(type="dice_thrown")
            fell = json.loads(row.body)["data"]["input"]["dice"]
            other = [dice.DEAD if face != dice.DEAD else 1 for face in fell]
            told, forged = (json.dumps(faces, separators=(",", ":")) for faces in (fell, other))
            body = row.body.replace(told, forged)
            assert body != row.body
            log_rows.Event.objects.filter(stream_id=row.stream_id, seq=row.seq).update(body=body)
            forging.chain_again(log_rows.Stream.objects.get(pk=row.stream_id))
            found = [str(finding) for finding in verify().findings]
        assert any("dice are not what the rules give" in line for line in found)

    def test_a_pot_that_the_log_does_not_know_is_named(self, scarney: House) -> None:
        with forging.changed():
            state = scarney.state()
            state.pot += 500
            state.save()
            found = [str(finding) for finding in verify().findings]
        assert any("pot is 1500 and should be 1000" in line for line in found), found


def _play_out(house: House) -> None:
    """Anna and bo throw until they have points, and stay."""
    for _ in range(200):
        picture = felts.table_felt(actor=house.dana, table="BJ-01").picture
        if picture["round"]["status"] != "in_play":
            return
        turn = picture["felt"]["turn"]
        act = "stay" if "stay" in turn["acts"] else "announce"
        dealt.press(house, {"do": act, "by": turn["player"]})
    raise AssertionError("the game never ends")
