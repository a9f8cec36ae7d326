"""A dispute from the claim to its end, without the ruling itself."""

from datetime import timedelta
from typing import Any

import pytest

from tables.domain.errors import Conflict, FloorError, Invalid, NotAllowed, NotFound
from tables.models.disputes import Dispute
from tables.services import disputes, patrons
from tests import builders, custody, dealt
from tests.builders import House
from tests.disputed import claim, escalate, misdeal, rule
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def step(house: House, do: str, **more: Any) -> dict[str, Any]:
    asked: dict[str, Any] = {"actor": house.petra, "at": house.at, "table": "BJ-01", "number": 1}
    step = disputes.accept_dispute if do == "accept" else disputes.report_dispute
    return step(**{**asked, **more})


def test_a_claim_stands_in_the_log_of_its_table(house: House) -> None:
    answer = claim(house)
    assert {name: answer[name] for name in ("table", "dispute", "status", "round")} == {
        "table": "BJ-01",
        "dispute": 1,
        "status": "open",
        "round": 1,
    }
    (told,) = custody.facts(house, "dispute_opened")
    assert told == {
        "claim": "wrong_payout",
        "text": "I had nineteen",
        "round": 1,
        "claimed": 1_000,
        "player": "anna",
        "patron": "",
        "spot": "1",
        "dispute": 1,
        "dealer": "dana",
        "stopped": False,
        "period": 1,
    }


def test_numbers_count_the_disputes_of_a_table(house: House) -> None:
    assert [claim(house, player=player)["dispute"] for player in ("anna", "bo", "cy")] == [1, 2, 3]


def test_the_dealer_flags_a_line_where_he_deals(house: House) -> None:
    claim(house, actor=house.dana, text="paid less than shown")
    assert Dispute.objects.get().opened_by.badge == "dana"


def test_another_dealer_does_not(house: House) -> None:
    with refused("not_dealing", NotAllowed):
        claim(house, actor=house.dev)
    assert not Dispute.objects.exists()


def test_a_known_patron_is_named(house: House) -> None:
    patrons.register_patron(actor=house.petra, at=house.at, code="P-7", name="Anna", description="")
    claim(house, patron="P-7")
    patron = Dispute.objects.get().patron
    assert patron is not None
    assert patron.code == "P-7"


@pytest.mark.parametrize(
    ("more", "family", "code"),
    [
        ({"claim": "bad luck"}, Invalid, "bad_claim"),
        ({"text": ""}, Invalid, "bad_text"),
        ({"text": "x" * 501}, Invalid, "bad_text"),
        ({"claimed": -1}, Invalid, "bad_amount"),
        ({"player": "a\nb"}, Invalid, "bad_player"),
        ({"spot": "x" * 49}, Invalid, "bad_spot"),
        ({"patron": "P-9"}, NotFound, "no_such_patron"),
        ({"number": 2}, NotFound, "no_such_round"),
        ({"number": None}, Conflict, "no_round"),
        ({"stop": True}, Conflict, "not_a_misdeal"),
    ],
)
def test_a_claim_that_says_nothing_is_refused(
    house: House, more: dict[str, Any], family: type[FloorError], code: str
) -> None:
    with refused(code, family):
        claim(house, **more)
    assert not Dispute.objects.exists()


def test_who_has_nothing_to_do_with_the_floor_opens_none(house: House) -> None:
    with refused("not_permitted", NotAllowed):
        claim(house, actor=house.cass)


def test_one_claim_of_a_player_about_a_round_waits_at_a_time(house: House) -> None:
    claim(house)
    with refused("dispute_open", Conflict):
        claim(house, text="and again")
    rule(house, "continue")
    assert claim(house)["dispute"] == 2


def test_a_misdeal_that_the_dealer_calls_stops_the_table() -> None:
    house = dealt.in_play(builders.house())
    misdeal(house, 1)
    assert (house.state().status, house.state().stopped_reason) == ("stopped", "misdeal")
    (told,) = custody.facts(house, "misdeal_recorded")
    assert told == {"round": 1, "reason": "exposed_card", "card": None, "shoe": 1}
    with refused("play_stopped", Conflict):
        dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    assert Dispute.objects.get().stopped is True


def test_a_claim_about_a_table_that_stopped_by_itself_is_the_stops() -> None:
    house = dealt.in_play(builders.house())
    dealt.press(house, *dealt.cards(["2C"]))
    misdeal(house, 1, claim="card_out_of_turn", stop=False)
    assert Dispute.objects.get().stopped is True
    assert len(custody.facts(house, "misdeal_recorded")) == 1


def test_a_player_takes_the_ruling(house: House) -> None:
    claim(house)
    with refused("bad_dispute_step", Conflict):
        step(house, "accept")
    rule(house, "continue")
    assert step(house, "accept", note="shook hands")["status"] == "accepted"
    row = Dispute.objects.get()
    assert (row.status, row.note, row.closed_at) == ("accepted", "shook hands", house.at)
    with refused("bad_dispute_step", Conflict):
        rule(house, "continue")


def test_unresolved_from_the_threshold_on_it_goes_to_the_regulator(house: House) -> None:
    claim(house, claimed=50_000)
    rule(house, "continue")
    with refused("bad_dispute_step", Conflict):
        step(house, "report", reference="NGC-1")
    escalate(house)
    answer = step(house, "report", reference="NGC-1")
    assert (answer["status"], answer["outstanding"], answer["due"]) == ("regulator", 50_000, True)
    row = Dispute.objects.get()
    assert (row.status, row.regulator, row.surveillance) == ("regulator", "NGC-1", "CAM4-0311")


def test_below_the_threshold_the_house_may_tell_him_all_the_same(house: House) -> None:
    claim(house, claimed=49_999)
    rule(house, "continue")
    escalate(house)
    assert step(house, "report", reference="NGC-1", actor=house.hana)["due"] is False


@pytest.mark.parametrize(
    ("more", "family", "code"),
    [
        ({"surveillance": ""}, Invalid, "bad_reference"),
        ({"surveillance": "x" * 81}, Invalid, "bad_reference"),
        ({"note": "x" * 241}, Invalid, "bad_text"),
        ({"number": 7}, NotFound, "no_such_dispute"),
    ],
)
def test_surveillance_is_named(house: House, more: dict[str, Any], family: type[FloorError], code: str) -> None:
    claim(house)
    rule(house, "continue")
    with refused(code, family):
        escalate(house, **more)
    assert Dispute.objects.get().status == "ruled"


def test_only_the_boss_in_charge_goes_on_with_it(house: House) -> None:
    claim(house)
    rule(house, "continue")
    for outside, code in ((house.dana, "not_permitted"), (house.hana, "not_permitted")):
        with refused(code, NotAllowed):
            escalate(house, actor=outside)


def test_the_same_key_is_one_claim(house: House) -> None:
    first, again = (claim(house, key="claim-0001", at=house.at + timedelta(seconds=n)) for n in (0, 1))
    assert (first, Dispute.objects.count()) == (again, 1)
