"""The shift report on screen: as frozen, as accountants read it, with its proof and its files."""

import hashlib
import json
import re
from typing import Any

import pytest

from accounting.reports import shift_sheets
from accounting.screens import reports
from accounting.services import follow
from tables.services import taps
from tests import builders, custody, dealt
from tests.accounting import worked
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal

LIST, SHIFT = "/reports/", "/reports/2026-03-04/day/"
BJ_01 = '<a href="/pit/P1/?table=BJ-01">BJ-01</a>'
CERTIFY, FIRST = f"{SHIFT}certify/", f"{SHIFT}v1/"


def certified(ada: Hands) -> Any:
    ada.look(CERTIFY)
    return ada.press(CERTIFY, {}, swap=False)


def held_up(response: Any) -> list[str]:
    """What is told of tables that are not counted, link by link."""
    told = re.search(r'<section class="bar warn".*?</section>', response.content.decode(), re.DOTALL)
    words = re.findall(r"<a .*?</a>|[^<>\n]{3,}", re.sub(r"<(?!/?a)[^>]*>", "\n", told[0])) if told else []
    return [" ".join(word.split()) for word in words if word.strip()]


def row(shown: str, name: str) -> list[str]:
    """The cells of the figures' row with this name, as text."""
    found = re.search(rf"<tr[^>]*>\s*<th[^>]*>{re.escape(name)}</th>.*?</tr>", shown, re.DOTALL)
    assert found is not None
    return [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<td[^>]*>.*?</td>", found[0], re.DOTALL)]


def test_certifying_freezes_what_was_shown(ada: Hands) -> None:
    preview = ada.look(CERTIFY).content.decode()
    assert "PREVIEW, not certified" in preview
    response = ada.press(CERTIFY, {}, swap=False)
    assert (response.status_code, response.headers["Location"]) == (302, FIRST)
    shown = ada.look(FIRST).content.decode()
    assert "PRELIMINARY" in shown
    assert row(shown, "BJ-01") == row(preview, "BJ-01")


def test_every_sheet_has_a_key_with_words() -> None:
    assert [sheet for sheet, _ in reports.SHEETS] == list(shift_sheets.SHEETS)


def test_figures_stand_as_accountants_expect_them(ada: Hands) -> None:
    certified(ada)
    shown = ada.look(FIRST).content.decode()
    # game, opener, fills, credits, closer, drop, win, hold, by rounds, difference, handle, rounds
    assert ">CSV Pot games<" in shown
    line = ["Blackjack", "10,000.00", "—", "—", "9,930.00", "", "", "", "35.00", "", "35.00", "1"]
    assert row(shown, "BJ-01") == line
    assert row(shown, "Pit P1, banked games") == line[1:]
    assert row(shown, "House, banked games") == line[1:]


def test_a_counted_box_makes_the_next_version_final(ada: Hands) -> None:
    certified(ada)
    custody.remove_box(ada.house)
    custody.count_box(ada.house, {10_000: 1})
    follow.follow_all()
    assert certified(ada).headers["Location"] == f"{SHIFT}v2/"
    shown = ada.look(f"{SHIFT}v2/").content.decode()
    assert "FINAL" in shown
    # win = 9,930 + 100 - 10,000 = 30.00, five less than the rounds say: the missing chip
    line = ["10,000.00", "—", "—", "9,930.00", "100.00", "30.00", "30.00", "35.00", "(5.00)", "35.00", "1"]
    assert row(shown, "House, banked games") == line
    assert "Superseded by version 2." in ada.look(FIRST).content.decode()


def test_tie_outs_and_exceptions_are_told(ada: Hands) -> None:
    certified(ada)
    shown = re.sub(r"<[^>]+>", " ", ada.look(FIRST).content.decode())
    text = " ".join(shown.split())
    assert "✗ Closer is what the rounds expect 0 of 1" in text
    assert "✗ Boxes are counted 0 of 1" in text
    assert "BJ-01 Closer differs from what the rounds expect period 1, event" in text
    assert "(5.00)" in text
    assert "BJ-01 The box is still on the table box 1" in text
    assert "dana 12:00–13:00" in text


def test_the_proof_is_on_the_page(ada: Hands) -> None:
    certified(ada)
    shown = ada.look(FIRST).content.decode()
    frozen = ada.client.get(f"{FIRST}report.json")
    assert frozen.headers["Content-Type"] == "application/json"
    assert hashlib.sha256(frozen.content).hexdigest() in shown
    content = json.loads(frozen.content)
    assert content["log"]["root"] in shown
    assert all(head["hash"] in shown for head in content["log"]["heads"].values())


@pytest.mark.parametrize("sheet", ["tables", "periods", "totals", "exceptions"])
def test_every_sheet_is_a_file(ada: Hands, sheet: str) -> None:
    certified(ada)
    response = ada.client.get(f"{FIRST}{sheet}.csv")
    assert response.status_code == 200
    assert response.headers["Content-Disposition"] == f'attachment; filename="DEMO-2026-03-04-day-v1-{sheet}.csv"'
    assert response.content.startswith(b"\xef\xbb\xbf")


def test_the_list_shows_shifts_and_reports(ada: Hands) -> None:
    shown = ada.look(LIST).content.decode()
    assert f'href="{CERTIFY}"' in shown
    assert "No shift has been certified yet." in shown
    certified(ada)
    shown = ada.look(LIST).content.decode()
    assert f'href="{FIRST}"' in shown
    assert "PRELIMINARY" in shown


@pytest.mark.parametrize(
    ("path", "code"),
    [(f"{SHIFT}v9/", "no_such_report"), (f"{SHIFT}v9/report.json", "no_such_report")],
)
def test_there_is_no_report_that_was_not_certified(ada: Hands, path: str, code: str) -> None:
    response = ada.look(path)
    assert (refusal(response), response.status_code) == (code, 404)


def test_there_is_no_other_sheet_and_no_thirtieth_of_february(ada: Hands) -> None:
    certified(ada)
    assert refusal(ada.look(f"{FIRST}secrets.csv")) == "no_such_report"
    assert ada.look("/reports/2026-02-30/day/v1/").status_code == 404


def test_a_shift_that_is_still_open_is_not_certified(ada: Hands) -> None:
    rack = custody.rack_of(ada.house)
    custody.open_table(ada.house, rack)
    before = builders.snapshot()
    response = certified(ada)
    assert (refusal(response), response.status_code) == ("period_open", 409)
    assert builders.snapshot() == before
    assert held_up(response) == [
        "1 table keeps this shift from being certified:",
        BJ_01,
        "open, its rack is not counted",
    ]


def test_tables_that_hold_a_shift_up_are_named_before_one_asks(house: House, ada: Hands) -> None:
    assert held_up(ada.look(CERTIFY)) == []
    custody.open_table(house, custody.rack_of(house))
    dealt.press(house, {"do": "open_round"})
    shown = ada.look(CERTIFY)
    assert held_up(shown) == ["1 table keeps this shift from being certified:", BJ_01, "a round is under way"]
    assert ada.client.get("/pit/P1/?table=BJ-01").status_code == 200
    assert refusal(certified(ada)) == "round_in_play"


def test_a_shift_without_a_table_is_none(ada: Hands) -> None:
    before = builders.snapshot()
    path = "/reports/2026-03-01/day/certify/"
    ada.look(path)
    assert refusal(ada.press(path, {}, swap=False)) == "no_such_shift"
    assert builders.snapshot() == before


@pytest.mark.parametrize("name", ["petra", "axel", "hana"])
def test_others_read_and_do_not_certify(ada: Hands, name: str) -> None:
    certified(ada)
    hands = Hands(ada.house).sit_down(name)
    assert hands.look(FIRST).status_code == 200
    assert CERTIFY not in hands.look(LIST).content.decode()
    before = builders.snapshot()
    for response in (hands.look(CERTIFY), hands.client.post(CERTIFY, {"key": "k" * 8})):
        assert (refusal(response), response.status_code) == ("not_permitted", 403)
    assert builders.snapshot() == before


@pytest.mark.parametrize("name", ["dana", "cass", "colin"])
def test_the_floor_reads_no_reports(ada: Hands, name: str) -> None:
    certified(ada)
    hands = Hands(ada.house).sit_down(name)
    for path in (LIST, FIRST, f"{FIRST}report.json", f"{FIRST}tables.csv"):
        assert refusal(hands.look(path)) == "not_permitted"


def test_another_house_reads_none_of_it(ada: Hands) -> None:
    certified(ada)
    stranger = Hands(ada.house)
    stranger.sign_in("otto")
    assert "2026-03-04" not in stranger.look(LIST).content.decode()
    for path in (FIRST, f"{FIRST}report.json", f"{FIRST}tables.csv"):
        assert refusal(stranger.look(path)) == "no_such_report"


def test_how_far_the_books_are(house: House) -> None:
    hands = Hands(house).sit_down("petra")
    part = hands.look("/books/lag", HX_Request="true").content.decode()
    assert "behind" in part  # signing on is an event, too
    assert "<html" not in part
    follow.follow_all()
    assert "The books are up to date" in hands.look("/books/lag").content.decode()


def test_pot_games_stand_in_a_block_of_their_own(ada: Hands) -> None:
    assert "Pot games" not in ada.look(CERTIFY).content.decode()
    taps.tap_out(actor=ada.house.dana, at=ada.house.at, table="BJ-01")
    worked.dice_table(ada.house)
    follow.follow_all()
    certified(ada)
    shown = ada.look(FIRST).content.decode()
    block = shown[shown.index("<h2>Pot games</h2>") :]
    # rounds, handle, pot, paid; rake expected, counted, short, over, booked, an hour; bank short and over
    line = ["1", "20.00", "20.00", "18.00", "2.00", "3.00", "—", "1.00", "3.00", "", "—", "—"]
    assert row(block, "SD-01") == ["Straight Scarney Dice", *line]
    assert row(block, "House, pot games") == line
    text = " ".join(re.sub(r"<[^>]+>", " ", shown).split())
    assert "SD-01 The rake differs from what the rounds expect box 1 1.00" in text
    assert "✗ Rake is what the rounds expect 0 of 1" in text
    assert "✓ Banks of pot games come out even 1 of 1" in text
