"""The queue on the pit's page: opened, decided, refused, explained; alerts seen; the pit handed over."""

import re
from typing import Any

import pytest

from tables.models.approvals import AlertAcknowledgement, QueueClaim, ShiftHandover
from tables.models.slips import Slip
from tables.services import approvals, calls, pits
from tests import builders, custody, dealt, disputed, pit_stages
from tests import slips as slip_acts
from tests.builders import House, facts
from tests.tables.screens.hands import Hands, refusal, signing

PIT = "/pit/P1/"


@pytest.fixture
def petra(house: House) -> Hands:
    """The pit boss in charge, at her desk."""
    return Hands(house).sit_down("petra")


@pytest.fixture
def paul(house: House) -> Hands:
    """Another boss in charge of the same pit; ``petra`` has her own browser."""
    slip_acts.add_paul(house)
    pits.assign_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="paul")
    return Hands(house)


def ask_lift(house: House) -> None:
    approvals.ask_lift(actor=house.dana, at=house.at, table="BJ-01", player="S2", maximum=100_000)


def waiting(shown: str) -> list[str]:
    """The queue as text."""
    items = re.findall(r'<li class="ask.*?</li>', shown, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", item).split()) for item in items]


def opened(hands: Hands, ask: str) -> Any:
    """Touch an item of the queue; the page that answers."""
    hands.look(PIT)
    response = hands.press(f"{PIT}open", {"ask": ask}, swap=False)
    return hands.look(response.headers["Location"]) if response.status_code == 302 else response


def test_nobody_asks_for_anything(petra: Hands) -> None:
    shown = petra.look(PIT).content.decode()
    assert waiting(shown) == []
    assert "Nobody asks for anything." in shown


def test_a_lift_is_decided_in_two_touches(petra: Hands) -> None:
    ask_lift(petra.house)
    assert waiting(petra.look(PIT).content.decode()) == [
        "◇ BJ-01 Lift a limit: Seat 2 → 1,000 asked by Dana Dealer 0 min"
    ]
    assert "Lift the limit" in opened(petra, "lift:BJ-01:1").content.decode()
    assert petra.press(f"{PIT}decide", {"ask": "lift:BJ-01:1", "do": "give"}, swap=False).headers["Location"] == PIT
    assert petra.house.state().raised == {"S2": 100_000}
    assert waiting(petra.look(PIT).content.decode()) == []


def test_a_refusal_says_why(petra: Hands) -> None:
    ask_lift(petra.house)
    opened(petra, "lift:BJ-01:1")
    empty = petra.press(f"{PIT}decide", {"ask": "lift:BJ-01:1", "do": "refuse", "reason": ""}, swap=False)
    assert (empty.status_code, refusal(empty)) == (422, "bad_form")
    petra.press(f"{PIT}decide", {"ask": "lift:BJ-01:1", "do": "refuse", "reason": "Not tonight"}, swap=False)
    assert facts("approval_refused")[0]["reason"] == "Not tonight"


def test_a_fill_takes_the_pin_and_is_seen_beside_the_rack(petra: Hands) -> None:
    house = petra.house
    approvals.ask_fill(actor=house.dana, at=house.at, table="BJ-01", wanted={500: 40}, total=20_000)
    assert 'name="own_pin"' in opened(petra, "fill:BJ-01:1").content.decode()
    give = {"ask": "fill:BJ-01:1", "do": "give"}
    wrong = petra.press(f"{PIT}decide", {**give, "own_pin": "000000"}, swap=False)
    assert (wrong.status_code, refusal(wrong)) == (403, "wrong_badge_or_pin")
    assert 'value="000000"' not in wrong.content.decode()
    petra.press(f"{PIT}decide", {**give, "own_pin": builders.PEOPLE["petra"][1]}, swap=False)
    assert Slip.objects.get().status == "requested"


def test_a_void_shows_the_round(petra: Hands) -> None:
    house = petra.house
    dealt.press(house, {"do": "open_round"}, {"do": "bet", "by": "anna", "spot": 1, "amount": 1_000})
    approvals.ask_void(actor=house.dana, at=house.at, table="BJ-01", number=1, reason="Wrong card keyed")
    shown = opened(petra, "void:BJ-01:1").content.decode()
    assert "Wrong card keyed" in shown
    petra.press(f"{PIT}decide", {"ask": "void:BJ-01:1", "do": "give"}, swap=False)
    assert facts("round_voided")[0]["reason"] == "Wrong card keyed"


def test_an_opener_that_differs_is_explained(petra: Hands) -> None:
    pit_stages.STAGES["opened_short"](petra.house)
    assert waiting(petra.look(PIT).content.decode()) == [
        "◆ BJ-01 Opener differs from what the rack should hold: −1 0 min"
    ]
    assert "own_pin" not in opened(petra, "variance:BJ-01:2").content.decode()
    said = {"ask": "variance:BJ-01:2", "do": "explain", "cause": "count_error"}
    empty = petra.press(f"{PIT}decide", {**said, "explanation": ""}, swap=False)
    assert (empty.status_code, refusal(empty)) == (422, "bad_form")
    petra.press(f"{PIT}decide", {**said, "explanation": "A chip was counted twice"}, swap=False)
    assert facts("opener_variance_explained")[0]["explanation"] == "A chip was counted twice"


def test_a_stopped_table_leads_to_its_ruling(petra: Hands) -> None:
    dealt.press(petra.house, {"do": "card", "card": "4S"})
    (item,) = waiting(petra.look(PIT).content.decode())
    assert item == "■ BJ-01 Play is stopped: misdeal. Rule on it. asked by Dana Dealer 0 min"
    response = petra.press(f"{PIT}open", {"ask": "ruling:BJ-01:0"}, swap=False)
    assert response.headers["Location"] == f"{PIT}?table=BJ-01&work=ruling"


def test_what_is_to_decide_is_no_alert_beside(petra: Hands) -> None:
    disputed.misdeal(petra.house, None)
    shown = petra.look(PIT).content.decode()
    assert waiting(shown) == [
        "■ BJ-01 A claim waits for your ruling: Exposed card ■ play waits asked by Dana Dealer 0 min"
    ]
    assert "No table calls for you." in shown
    work = petra.look(f"{PIT}?table=BJ-01").content.decode()
    assert 'class="key bad" href="/disputes/BJ-01/1/"' in work
    assert "work=ruling" not in work


def test_a_card_stops_the_table_after_a_claim_was_left_open(petra: Hands) -> None:
    house = petra.house
    disputed.misdeal(house, None)
    disputed.misdeal(house, None)
    disputed.rule(house, "continue")
    dealt.press(house, {"do": "card", "card": "4S"})
    assert waiting(petra.look(PIT).content.decode()) == [
        "■ BJ-01 A claim waits for your ruling: Exposed card asked by Dana Dealer 0 min",
        "■ BJ-01 Play is stopped: misdeal. Rule on it. asked by Dana Dealer 0 min",
    ]


def test_the_second_sees_who_is_deciding_and_his_press_is_refused(petra: Hands, paul: Hands) -> None:
    ask_lift(petra.house)
    opened(petra, "lift:BJ-01:1")
    second = paul.sit_down("paul", "613579")
    assert waiting(second.look(PIT).content.decode()) == [
        "◇ BJ-01 Lift a limit: Seat 2 → 1,000 asked by Dana Dealer ▲ Petra Pit Boss is deciding 0 min"
    ]
    held = opened(second, "lift:BJ-01:1")
    assert (held.status_code, refusal(held)) == (409, "being_decided")
    assert "Petra Pit Boss is deciding this." in held.content.decode()
    press = second.press(f"{PIT}decide", {"ask": "lift:BJ-01:1", "do": "give"}, swap=False)
    assert (press.status_code, refusal(press)) == (409, "being_decided")
    petra.press(f"{PIT}put-away", {}, swap=False)
    assert QueueClaim.objects.count() == 0
    assert opened(second, "lift:BJ-01:1").status_code == 200
    second.press(f"{PIT}decide", {"ask": "lift:BJ-01:1", "do": "give"}, swap=False)
    late = petra.press(f"{PIT}decide", {"ask": "lift:BJ-01:1", "do": "give"}, swap=False)
    assert (late.status_code, refusal(late)) == (409, "approval_decided")
    assert len(facts("limit_lifted")) == 1


@pytest.mark.parametrize(
    ("path", "keyed", "status", "code"),
    [
        ("open", {"ask": "nonsense"}, 422, "bad_form"),
        ("open", {"ask": "lift:BJ-09:1"}, 404, "no_such_table"),
        ("decide", {"ask": "lift:BJ-01:x", "do": "give"}, 404, "no_such_approval"),
        ("decide", {"ask": "lift:BJ-01:7", "do": "give"}, 404, "no_such_approval"),
        ("decide", {"ask": "lift:BJ-01:1", "do": "dance"}, 422, "unknown_action"),
        ("seen", {"table": "BJ-01", "alert": "call", "mark": "-"}, 404, "no_such_alert"),
    ],
)
def test_what_no_form_would_send(petra: Hands, path: str, keyed: dict[str, str], status: int, code: str) -> None:
    answer = petra.press(f"{PIT}{path}", {"key": "a-key-of-its-own", **keyed}, swap=False)
    assert (answer.status_code, refusal(answer)) == (status, code)


def test_an_alert_is_seen_and_stays(petra: Hands) -> None:
    calls.call_floor(actor=petra.house.dana, at=petra.house.at, table="BJ-01", reason="Dispute over a hand")
    shown = petra.look(PIT).content.decode()
    mark = re.search(r'name="mark" value="([^"]+)"', shown)
    assert mark is not None
    petra.press(f"{PIT}seen", {"table": "BJ-01", "alert": "call", "mark": mark[1]}, swap=False)
    assert AlertAcknowledgement.objects.get().staff.badge == "petra"
    shown = petra.look(PIT).content.decode()
    assert "✓ seen by Petra Pit Boss, 12:00:00" in shown
    assert "pit/P1/seen" not in shown


def test_who_only_reads_decides_nothing(petra: Hands) -> None:
    house = petra.house
    ask_lift(house)
    calls.call_floor(actor=house.dana, at=house.at, table="BJ-01", reason="Dispute over a hand")
    ada = Hands(house)
    ada.sign_in("ada")
    shown = ada.look(PIT).content.decode()
    assert "disabled" in shown
    assert "pit/P1/seen" not in shown
    assert refusal(ada.press(f"{PIT}open", {"ask": "lift:BJ-01:1"}, swap=False)) == "not_permitted"


def test_the_pit_is_handed_over_on_one_page(petra: Hands) -> None:
    house = petra.house
    slip_acts.add_paul(house)
    ask_lift(house)
    slip_acts.ask_fill(house)
    shown = petra.look(f"{PIT}handover/").content.decode()
    assert "Approvals that wait" in shown
    figures = re.search(r'name="figures_sha256" value="([0-9a-f]{64})"', shown)
    assert figures is not None
    signed = {
        "figures_sha256": figures[1],
        "messages": "Seat 2 is a friend of the house.\r\nBe kind.",
        **signing(outgoing="petra"),
        "incoming_badge": "paul",
        "incoming_pin": "613579",
    }
    calls.call_floor(actor=house.dana, at=house.at, table="BJ-01", reason="Dispute over a hand")
    changed = petra.press(f"{PIT}handover/", signed, swap=False)
    assert (changed.status_code, refusal(changed)) == (409, "handover_changed")
    assert "Be kind." in changed.content.decode()
    assert 'value="613579"' not in changed.content.decode()
    figures = re.search(r'name="figures_sha256" value="([0-9a-f]{64})"', changed.content.decode())
    assert figures is not None
    done = petra.press(f"{PIT}handover/", {**signed, "figures_sha256": figures[1]}, swap=False)
    assert done.headers["Location"] == f"{PIT}handovers/1/"
    assert ShiftHandover.objects.get().messages == "Seat 2 is a friend of the house.\nBe kind."
    told = petra.look(f"{PIT}handovers/1/").content.decode()
    assert "Be kind." in told
    assert ShiftHandover.objects.get().sha256 in told
    assert f"{PIT}handovers/1/" in petra.look(f"{PIT}handovers/").content.decode()
    assert petra.look(f"{PIT}handovers/2/").status_code == 404


def test_every_list_of_a_handover_can_be_drawn(petra: Hands) -> None:
    house = petra.house
    custody.close_table(house, custody.rack_of(house))
    custody.open_table(house, {**custody.BANK, 100: 199}, note="one short")
    dealt.press(house, {"do": "card", "card": "4S"})
    shown = petra.look(f"{PIT}handover/").content.decode()
    for words in ("Ruling", "−1", "5–500"):
        assert words in shown
