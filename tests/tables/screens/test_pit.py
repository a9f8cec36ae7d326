"""The pit overview: what it shows, in which order things need a boss, and what he decides there."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from tables.domain.errors import NotAllowed
from tables.domain.rule_packs import shipped
from tables.services import calls, rule_packs, signatures
from tables.services import house as house_service
from tests import builders, custody, dealt, disputed
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal

PIT = "/pit/P1/"


@pytest.fixture
def petra(house: House) -> Hands:
    """The pit boss in charge, at her desk."""
    return Hands(house).sit_down("petra")


def needs(shown: str) -> list[str]:
    """The list of what needs a boss, in its order, as text."""
    items = re.findall(r'<li class="need.*?</li>', shown, re.DOTALL)
    without = [re.sub(r"<form.*?</form>", "", item, flags=re.DOTALL) for item in items]
    return [" ".join(re.sub(r"<[^>]+>", " ", item).split()) for item in without]


def tile(shown: str, code: str) -> str:
    """A table's tile as text."""
    (found,) = (one for one in re.findall(r"<article.*?</article>", shown, re.DOTALL) if f"<h3>{code}</h3>" in one)
    return " ".join(re.sub(r"<[^>]+>", " ", found).split())


def test_every_table_is_a_tile(petra: Hands) -> None:
    shown = petra.look(PIT).content.decode()
    assert tile(shown, "BJ-01") == (
        "BJ-01 ● open 5–500 0/7 seats no round yet Dana Dealer 0 min, relief 13:00"
        " house 0 e rack 10,000 e par 10,000 need 0 shoe 0 % out · cards 0 min of 8 h box 1 · 0 min"
    )
    assert tile(shown, "BJ-02") == "BJ-02 ○ closed 5–500 rack 0 no box"
    assert needs(shown) == []
    assert "No table calls for you." in shown
    assert "<b>Petra Pit Boss</b>" in shown


def test_the_only_pit_is_shown_at_once(petra: Hands) -> None:
    assert petra.look("/pits/").headers["Location"] == PIT


def test_the_way_to_the_pits_says_what_waits_in_each(petra: Hands) -> None:
    house = petra.house
    house_service.add_pit(actor=house.hana, at=house.at, code="P2", name="Pit 2")
    house_service.add_table(
        actor=house.hana,
        at=house.at,
        code="BJ-09",
        pit="P2",
        game="blackjack",
        rules_version=1,
        spots=7,
        chip_set="MAIN",
        card_source="reader",
        licensed_maximum=1_000_000,
        par=builders.PAR,
    )
    calls.call_floor(actor=house.petra, at=house.at, table="BJ-01", reason="Higher limit")
    disputed.misdeal(house)
    shown = re.findall(r'<a class="door".*?</a>', petra.look("/pits/").content.decode(), re.DOTALL)
    assert [" ".join(re.sub(r"<[^>]+>", " ", door).split()) for door in shown] == [
        "P1 ■ 1 stopped ● 0 open ○ 1 closed ◇ 1 to decide ▲ 1 alert in charge: Petra Pit Boss",
        "P2 ● 0 open ○ 1 closed ✓ Nothing waits. in charge: ■ nobody",
    ]


def test_the_board_refreshes_alone(petra: Hands) -> None:
    part = petra.look(f"{PIT}?part=board", HX_Request="true").content.decode()
    assert part.lstrip().startswith('<div id="board"')
    assert '<div class="work">' not in part


def test_what_is_urgent_stands_first(petra: Hands) -> None:
    house = petra.house
    custody.issue_bank(house, table="BJ-02")
    custody.open_table(house, {**custody.BANK, 100: 199}, note="one short", table="BJ-02")
    calls.call_floor(actor=house.petra, at=house.at, table="BJ-02", reason="Dispute over a hand")
    dealt.press(house, {"do": "card", "card": "4S"})
    assert needs(petra.look(PIT).content.decode()) == [
        "■ BJ-02 The dealer calls: Dispute over a hand 0 min",
    ]


def test_a_call_stands_until_the_boss_has_been_at_the_table(petra: Hands) -> None:
    calls.call_floor(actor=petra.house.petra, at=petra.house.at, table="BJ-01", reason="Higher limit")
    assert needs(petra.look(PIT).content.decode()) == ["■ BJ-01 The dealer calls: Higher limit 0 min"]
    petra.look(f"{PIT}?table=BJ-01&work=lift")
    petra.press(f"{PIT}lift", {"table": "BJ-01", "player": "S3", "maximum": "600"}, swap=False)
    assert needs(petra.look(PIT).content.decode()) == []


def test_a_call_that_nobody_answers_falls_away(petra: Hands) -> None:
    calls.call_floor(actor=petra.house.petra, at=petra.house.at, table="BJ-01", reason="Higher limit")
    with time_machine.travel(builders.AT + timedelta(minutes=16), tick=False):
        assert needs(petra.look(PIT).content.decode()) == []


def test_time_brings_what_is_due(petra: Hands) -> None:
    house = petra.house
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards(("KH", "8C", "TS", "QS", "8D", "7H")))
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1}, {"do": "stand", "by": "bo", "spot": 2})
    with time_machine.travel(builders.AT + timedelta(minutes=3), tick=False):
        assert needs(petra.look(PIT).content.decode()) == ["▲ BJ-01 The round waits to be paid 3 min"]
    dealt.press(house, {"do": "confirm_settlement"})
    with time_machine.travel(builders.AT + timedelta(hours=2, minutes=30), tick=False):
        assert needs(petra.look(PIT).content.decode()) == [
            "▲ BJ-01 Closing count is due: the shift is over (2026-03-04 day) 30 min",
            "▲ BJ-01 Relief is due: Dana Dealer 2 h 30",
        ]


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        ("nevada-like", "▲ BJ-02 Opener differs, a written report is due: −100"),
        ("new-jersey-like", "▲ BJ-02 Opener differs, report it with a copy to the regulator: −100"),
    ],
)
def test_t12_a_large_variance_asks_for_more(petra: Hands, pack: str, words: str) -> None:
    house = petra.house
    rule_packs.choose_rule_pack(actor=house.hana, at=house.at, name=pack, version=1, effective_from=builders.GAMING_DAY)
    custody.issue_bank(house, table="BJ-02")
    custody.open_table(house, {**custody.BANK, 100: 100}, note="counted twice", table="BJ-02")
    shown = " ".join(re.sub(r"<[^>]+>", " ", petra.look(PIT).content.decode()).split())
    assert words in shown


def test_t14_an_idle_table_is_to_be_recounted(petra: Hands) -> None:
    house = petra.house
    custody.issue_bank(house, table="BJ-02")
    custody.close_table(house, custody.rack_of(house))
    with time_machine.travel(builders.AT + timedelta(days=8), tick=False):
        again = Hands(house).sit_down("petra")
        assert needs(again.look(PIT).content.decode()) == [
            "▲ BJ-01 The drop box is to be taken: box 1 192 h 00",
            "◆ BJ-01 The table stayed closed: open it, so that its rack is counted (7 gaming days)",
            "◆ BJ-02 The table stayed closed: open it, so that its rack is counted (7 gaming days)",
        ]


def test_old_cards_are_to_be_changed(petra: Hands) -> None:
    with time_machine.travel(builders.AT + timedelta(hours=8, minutes=5), tick=False):
        assert "▲ BJ-01 The cards are to be changed (after 8 hours) 5 min" in needs(petra.look(PIT).content.decode())


def test_t18_a_boss_with_too_many_tables_is_told(petra: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    narrow = replace(shipped.pack("nevada-like", 1, 2), floor_supervisor_span=1)
    monkeypatch.setattr("tables.screens.pit.rule_packs.in_force", lambda *_: narrow)
    assert "open tables, 1 at most" not in petra.look(PIT).content.decode()
    custody.issue_bank(petra.house, table="BJ-02")
    custody.open_table(petra.house, table="BJ-02")
    assert "▲ Petra Pit Boss: 2 open tables, 1 at most" in petra.look(PIT).content.decode()


def test_limits_are_posted(petra: Hands) -> None:
    shown = petra.look(f"{PIT}?table=BJ-01&work=limits").content.decode()
    assert 'name="minimum" inputmode="decimal" autocomplete="off" value="5.00"' in shown
    keyed = {"table": "BJ-01", "version": "1", "minimum": "10", "maximum": "1000"}
    response = petra.press(f"{PIT}limits", keyed, swap=False)
    assert (response.status_code, response.headers["Location"]) == (302, PIT)
    assert custody.facts(petra.house, "limits_set")[-1] == {
        "minimum": 1_000,
        "maximum": 100_000,
        "effective_from": "2026-03-04T20:00:00.000001Z",
    }


def test_a_misdeal_is_ruled_on_from_the_pit(petra: Hands) -> None:
    dealt.press(petra.house, {"do": "card", "card": "4S"})
    petra.look(f"{PIT}?table=BJ-01&work=ruling")
    keyed = {"table": "BJ-01", "ruling": "continue", "reason": "Shoe slipped"}
    assert petra.press(f"{PIT}ruling", keyed, swap=False).status_code == 302
    assert custody.events(petra.house)[-1]["actor"] == "petra"


def test_a_round_is_voided_from_the_pit(petra: Hands) -> None:
    dealt.press(petra.house, {"do": "open_round"}, *dealt.bets())
    petra.look(f"{PIT}?table=BJ-01&work=void")
    keyed = {"table": "BJ-01", "number": "1", "reason": "Fouled deck"}
    assert petra.press(f"{PIT}void", keyed, swap=False).status_code == 302
    assert custody.events(petra.house)[-1]["type"] == "round_voided"


def test_a_boss_is_relieved_and_put_in_charge(petra: Hands) -> None:
    petra.look(f"{PIT}?work=assign")
    petra.press(f"{PIT}assign", {"badge": "petra", "do": "relieve", "work": "assign"}, swap=False)
    assert "nobody" in petra.look(PIT).content.decode()
    hana = Hands(petra.house).sit_down("hana")
    hana.look(f"{PIT}?work=assign")
    hana.press(f"{PIT}assign", {"badge": "petra", "do": "assign", "work": "assign"}, swap=False)
    assert "<b>Petra Pit Boss</b>" in petra.look(PIT).content.decode()


@pytest.mark.parametrize(
    ("path", "keyed", "code", "status"),
    [
        ("limits", {"minimum": "10", "maximum": "5", "version": "1"}, "bad_limits", 422),
        ("limits", {"minimum": "10", "maximum": "20", "version": "0"}, "stale_limits", 412),
        ("limits", {"minimum": "10", "maximum": "20", "version": "x"}, "bad_form", 422),
        ("limits", {"minimum": "10", "maximum": "20000", "version": "1"}, "above_licensed_cap", 422),
        ("lift", {"player": "S3", "maximum": "400"}, "bad_amount", 422),
        ("void", {"number": "9", "reason": "x"}, "no_such_round", 404),
        ("ruling", {"ruling": "continue", "reason": "x"}, "not_stopped", 409),
        ("assign", {"badge": "petra", "do": "assign"}, "same_person", 403),
        ("assign", {"badge": "nobody", "do": "assign"}, "no_such_badge", 404),
        ("assign", {"badge": "petra", "do": "promote"}, "unknown_action", 422),
    ],
)
def test_a_refused_decision_changes_nothing_and_keeps_its_form(
    petra: Hands, path: str, keyed: dict[str, Any], code: str, status: int
) -> None:
    petra.look(f"{PIT}?table=BJ-01&work={path}")
    before = builders.snapshot()
    response = petra.press(f"{PIT}{path}", {"table": "BJ-01", "work": path, **keyed}, swap=False)
    assert (refusal(response), response.status_code) == (code, status)
    assert builders.snapshot() == before
    assert f'action="{PIT}{path}"' in response.content.decode()


def test_a_decision_names_its_table(petra: Hands) -> None:
    petra.look(f"{PIT}?table=BJ-01&work=void")
    response = petra.press(f"{PIT}void", {"number": "1", "reason": "x"}, swap=False)
    assert (refusal(response), response.status_code) == ("no_such_table", 404)


@pytest.mark.parametrize("name", ["ada", "axel", "hana"])
def test_the_office_looks_but_does_not_decide(house: House, name: str) -> None:
    hands = Hands(house).sit_down(name)
    assert hands.look(f"{PIT}?table=BJ-01&work=void").status_code == 200
    assert "Only the pit boss in charge may do this." in hands.page
    before = builders.snapshot()
    response = hands.press(f"{PIT}void", {"table": "BJ-01", "number": "1", "reason": "x"}, swap=False)
    assert (refusal(response), response.status_code) == ("not_permitted", 403)
    assert builders.snapshot() == before


@pytest.mark.parametrize("name", ["dana", "cass", "colin"])
def test_the_pit_is_not_for_everybody(house: House, name: str) -> None:
    hands = Hands(house).sit_down(name)
    for path in (PIT, "/pits/"):
        response = hands.look(path)
        assert (refusal(response), response.status_code) == ("not_permitted", 403)


def test_a_stranger_and_another_house_see_nothing(house: House) -> None:
    stranger = Hands(house)
    assert stranger.look(PIT).headers["Location"].startswith("/sign-in/")
    stranger.sign_in("otto")
    response = stranger.look(PIT)
    assert (refusal(response), response.status_code) == ("no_such_pit", 404)
    assert "BJ-01" not in response.content.decode()


@pytest.mark.parametrize(
    ("who", "path", "code"),
    [
        ("dana", "/pit/P1/limits", "not_permitted"),
        ("colin", "/pit/P1/void", "not_permitted"),
        ("petra", "/pit/P9/limits", "no_such_pit"),
        ("petra", "/pit/P9/assign", "no_such_pit"),
    ],
)
def test_a_decision_where_nothing_is_to_be_seen_is_refused(house: House, who: str, path: str, code: str) -> None:
    before = builders.snapshot()
    keyed = {"key": "a" * 32, "table": "BJ-02", "badge": "petra", "do": "relieve", "number": "1"}
    response = Hands(house).sit_down(who).press(path, keyed, swap=False)
    assert (response.status_code, refusal(response)) == (403 if code == "not_permitted" else 404, code)
    assert {key: seq for key, seq in builders.snapshot().items() if "table" in key} == {
        key: seq for key, seq in before.items() if "table" in key
    }


@pytest.mark.parametrize(
    ("spoilt", "code"),
    [
        ({"table": "BJ\x00"}, "no_such_table"),
        ({"table": ""}, "no_such_table"),
        ({"version": "9" * 5_000}, "bad_form"),
        ({"version": "x"}, "bad_form"),
    ],
)
def test_a_form_that_was_tampered_with_is_refused(petra: Hands, spoilt: dict[str, str], code: str) -> None:
    before = builders.snapshot()
    keyed = {"key": "a" * 32, "table": "BJ-01", "version": "1", "minimum": "5", "maximum": "10"}
    response = petra.press(PIT + "limits", {**keyed, **spoilt}, swap=False)
    assert (response.status_code, refusal(response)) == (422 if code == "bad_form" else 404, code)
    assert builders.snapshot() == before


def wrong_pins(house: House, terminal: str, *badges: str) -> None:
    for badge in badges:
        with pytest.raises(NotAllowed):
            signatures.prove(casino=house.casino.pk, badge=badge, pin="000001", terminal=terminal, at=builders.AT)


def test_a_locked_terminal_is_unlocked_beside_the_board(house: House, petra: Hands) -> None:
    here = builders.terminal_of("BJ-01")
    assert "work=locks" not in petra.look(PIT).content.decode()
    wrong_pins(house, here, *(f"X{number}" for number in range(10)))
    assert "1 lock after wrong PINs" in petra.look(PIT).content.decode()
    shown = petra.look(f"{PIT}?work=locks").content.decode()
    assert f"Terminal {here}, for everybody" in shown
    assert petra.press(f"{PIT}unlock", {"badge": "", "terminal": here}, swap=False).status_code == 302
    assert builders.facts("terminal_unlocked") == [{"terminal": here, "failures": 10}]
    assert "Nothing is locked." in petra.look(f"{PIT}?work=locks").content.decode()


def test_a_locked_badge_is_unlocked_there_too_and_never_ones_own(house: House, petra: Hands) -> None:
    here = builders.terminal_of("BJ-01")
    wrong_pins(house, here, *["dana"] * 3, *["petra"] * 3)
    shown = petra.look(f"{PIT}?work=locks").content.decode()
    assert f"Badge dana at {here}" in shown
    assert petra.press(f"{PIT}unlock", {"badge": "dana", "terminal": here}, swap=False).status_code == 302
    petra.look(f"{PIT}?work=locks")
    own = petra.press(f"{PIT}unlock", {"badge": "petra", "terminal": here, "work": "locks"}, swap=False)
    assert (own.status_code, refusal(own)) == (403, "same_person")
    assert builders.facts("pin_unlocked") == [{"badge": "dana", "failures": 3}]


def test_who_may_not_unlock_sees_no_locks(house: House) -> None:
    ada = Hands(house).sit_down("ada")
    wrong_pins(house, "T-ADA", *(f"X{number}" for number in range(10)))
    assert "work=locks" not in ada.look(PIT).content.decode()
    refused = ada.press(f"{PIT}unlock", {"badge": "", "terminal": "T-ADA", "key": "0f6b3a52-unlock"}, swap=False)
    assert (refused.status_code, refusal(refused)) == (403, "not_permitted")
    assert builders.facts("terminal_unlocked") == []
