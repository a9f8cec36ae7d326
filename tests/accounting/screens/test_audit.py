"""The audit room: what each page shows and does, and who may enter it."""

import io
import re
import zipfile
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from accounting.models.audit_findings import AuditFinding
from accounting.services import audit, follow
from tables.domain.events import EVENT_TYPES
from tables.models.log import Event
from tables.reports.event_words import EVENTS
from tests import builders, prints, refusals, slips
from tests.accounting import audited
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal, signing

TRAIL, FINDINGS, SAMPLES, NUMBERS, EXPORTS = (
    f"/audit/{name}/" for name in ("trail", "findings", "samples", "numbers", "exports")
)
NEW, FIRST = f"{FINDINGS}new", f"{FINDINGS}1/"
SEEN = {
    "do": "record",
    "area": "cage",
    "cause": "signature_missing",
    "explanation": "fill slip without\nthe runner's signature",
    "gaming_day": "2026-03-04",
    "owner": "cass",
    "about": "DEMO/cage#1 DEMO/house#2",
    "repeat_of": "",
}


@pytest.fixture
def axel(house: House) -> Hands:
    """The auditor at his desk."""
    return Hands(house).sit_down("axel")


def words(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def record(axel: Hands, **keyed: str) -> Any:
    axel.look(NEW)
    return axel.press(NEW, {**SEEN, **signing(auditor="axel"), **keyed}, swap=False)


def respond(house: House) -> Any:
    cass = Hands(house).sit_down("cass")
    cass.look(FIRST)
    keyed = {"do": "answer", "answer": "the runner was shown the slip again", **signing(owner="cass")}
    return cass.press(FIRST, keyed, swap=False)


def test_every_event_type_has_words() -> None:
    assert set(EVENT_TYPES) - set(EVENTS) == set()


def test_the_room_begins_with_the_trail(axel: Hands) -> None:
    assert '<a class="door" href="/audit/">' in axel.look("/").content.decode()
    assert axel.look("/audit/").headers["Location"] == TRAIL
    shown = axel.look(TRAIL).content.decode()
    assert '<a href="/audit/" aria-current="page">Audit</a>' in shown
    assert '<a href="/audit/trail/" aria-current="page">Trail</a>' in shown


def test_an_event_in_words_word_for_word_and_with_its_journal(axel: Hands) -> None:
    response = axel.look(f"{TRAIL}?type=buy_in_taken")
    text, row = words(response), Event.objects.get(type="buy_in_taken")
    assert "Buy-in taken 2026-03-04 12:00:00 gaming day 2026-03-04 dana · " in text
    assert f"DEMO/table/BJ-01#{row.seq}" in text
    assert "cash 100.00" in text
    assert "rack/BJ-01 (100.00)" in text
    assert bytes(row.hash).hex() in text
    assert row.body.replace('"', "&quot;") in response.content.decode()
    assert text.count("Word for word") == 1


def test_codes_and_amounts_are_spelt(axel: Hands) -> None:
    record(axel)
    text = words(axel.look(f"{TRAIL}?type=finding_recorded"))
    assert (
        "finding 1 area Cage cause Signature missing explanation fill slip without the runner's signature"
        in text.replace("&#x27;", "'")
    )
    assert "signed by axel (auditor)" in text
    opened = words(axel.look(f"{TRAIL}?type=table_opened"))
    assert "bank period 1 box 1 session 1 total 10,000.00" in opened


def test_links_lead_to_the_round_and_a_finding_about_it(axel: Hands) -> None:
    shown = axel.look(f"{TRAIL}?type=settlement_confirmed").content.decode()
    assert 'href="/audit/trail/?stream=DEMO%2Ftable%2FBJ-01&amp;round=1"' in shown
    seq = Event.objects.get(type="settlement_confirmed").seq
    assert f'href="{NEW}?about=DEMO%2Ftable%2FBJ-01%23{seq}&amp;gaming_day=2026-03-04"' in shown
    one = axel.look(f"{TRAIL}DEMO/table/BJ-01/{seq}/")
    assert "Settlement confirmed" in words(one)
    assert refusal(axel.look(f"{TRAIL}DEMO/table/BJ-01/99999/")) == "no_such_event"


def test_pages_go_further_back(axel: Hands) -> None:
    first = axel.look(TRAIL).content.decode()
    (href,) = re.findall(r'href="(\?before=[^"]+)">Further back', first)
    second = axel.look(f"{TRAIL}{href}").content.decode()
    shown = re.findall(r"<code>(DEMO/[^<]+#\d+)</code>", first + second)
    assert len(shown) == len(set(shown)) > 50
    assert 'href="?">Newest' in second


@pytest.mark.parametrize(
    ("asked", "code", "status"),
    [
        ("round=x", "bad_form", 422),
        ("day=2026-02-30", "bad_form", 422),
        ("type=gossip", "bad_form", 422),
        ("badge=%22", "bad_form", 422),
        ("stream=OTHER/house", "no_such_stream", 404),
        ("before=x", "bad_parameter", 422),
    ],
)
def test_what_cannot_be_looked_for_is_said(axel: Hands, asked: str, code: str, status: int) -> None:
    response = axel.look(f"{TRAIL}?{asked}")
    assert (refusal(response), response.status_code) == (code, status)
    assert 'class="trail"' not in axel.page


def test_the_state_of_the_chain_stands_on_top(axel: Hands) -> None:
    assert "The chain has not been proven yet" in words(axel.look(TRAIL))
    audit.audit_night()
    text = words(axel.look(TRAIL))
    assert "Proven whole up to 2026-03-04 13:00" in text
    assert "Last audit run: 2026-03-04 13:00 to 2026-03-04 13:00" in text
    assert "books are" in text
    follow.follow_all()
    assert "The books are up to date" in words(axel.look(TRAIL))


def test_an_export_is_recorded_and_its_archive_taken(axel: Hands) -> None:
    axel.look(EXPORTS)
    response = axel.press(EXPORTS, {"do": "export"}, swap=False)
    assert response.headers["Location"] == f"{EXPORTS}?done=export"
    assert Event.objects.filter(type="log_exported").count() == 1
    shown = axel.look(f"{EXPORTS}?done=export").content.decode()
    assert "The export is recorded." in shown
    taken = axel.client.get(f"{EXPORTS}1/archive.zip")
    assert taken.headers["Content-Disposition"] == 'attachment; filename="DEMO-log-1.zip"'
    content = taken.getvalue()
    assert content == audited.archive(axel.house)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        assert "manifest.json" in packed.namelist()
    assert refusal(axel.look(f"{EXPORTS}2/archive.zip")) == "no_such_export"


def test_a_sample_is_drawn_and_shown(axel: Hands) -> None:
    keyed = {"do": "draw", "first_day": "2026-03-01", "last_day": "2026-03-03", "seed": "first quarter"}
    axel.look(SAMPLES)
    response = axel.press(SAMPLES, keyed, swap=False)
    assert response.headers["Location"] == f"{SAMPLES}1/?done=draw"
    text = words(axel.look(f"{SAMPLES}1/"))
    assert "first quarter" in text
    assert "Opening: 5 asked for, 0 there" in text
    assert "▲ Fill: 0 of 10" in text
    assert "first quarter" in words(axel.look(SAMPLES))
    before = refusals.rows()
    assert (
        refusal(axel.press(SAMPLES, {**keyed, "last_day": "2026-03-04", "key": "k" * 8}, swap=False)) == "day_not_over"
    )
    assert refusal(axel.press(SAMPLES, {**keyed, "first_day": "", "key": "l" * 8}, swap=False)) == "bad_form"
    assert refusals.rows() == before
    assert refusal(axel.look(f"{SAMPLES}2/")) == "no_such_sample"


def test_the_picks_of_a_sample_lead_into_the_log(axel: Hands) -> None:
    with time_machine.travel(builders.AT + timedelta(days=1), tick=False):
        later = Hands(axel.house)
        audited.draw(
            axel.house, at=builders.AT + timedelta(days=1), first_day=builders.GAMING_DAY, last_day=builders.GAMING_DAY
        )
        later.sit_down("axel")
        shown = later.look(f"{SAMPLES}1/").content.decode()
    opened = Event.objects.get(type="table_opened")
    assert f'href="/audit/trail/DEMO/table/BJ-01/{opened.seq}/"' in shown
    assert "10,000.00" in shown


def test_reprints_of_all_papers_stand_with_who_signed_a_void(axel: Hands) -> None:
    house = axel.house
    slips.add_paul(house)
    slips.void(house, slips.issued_fill(house))
    opener = prints.place(house, "table_opened")
    prints.print_(house, opener)
    prints.print_(house, opener, reason=prints.WHY)
    shown = axel.look(NUMBERS)
    text = words(shown)
    for told in ("BJ-01-O1", prints.WHY, "Cass Cashier, L-CASS (Cashier)", "F-000001"):
        assert told in text, told
    assert 'href="/slips/F-000001/"' in shown.content.decode()
    assert 'href="/slips/BJ-01-O1/"' not in shown.content.decode()


def test_a_sample_is_a_file(axel: Hands) -> None:
    audited.draw(axel.house)
    axel.look(f"{SAMPLES}1/")
    assert f'href="{SAMPLES}1/sample.pdf"' in axel.page
    assert axel.client.get(f"{SAMPLES}1/sample.pdf").content.startswith(b"%PDF-")
    assert refusal(axel.look(f"{SAMPLES}2/sample.pdf")) == "no_such_sample"


def test_numbers_voids_and_reprints(axel: Hands) -> None:
    text = words(axel.look(NUMBERS))
    assert "Series, gaming days 2026-02-26 to 2026-03-04" in text
    assert "No number was issued on these gaming days." in text
    assert text.count("None on these gaming days.") == 2
    response = axel.look(f"{NUMBERS}?first_day=2026-03-04&last_day=2026-03-01")
    assert (refusal(response), response.status_code) == ("bad_days", 422)
    assert refusal(axel.look(f"{NUMBERS}?first_day=then&last_day=now")) == "bad_form"


def test_a_finding_from_its_recording_to_its_closing(house: House, axel: Hands) -> None:
    assert record(axel).headers["Location"] == f"{FIRST}?done=record"
    row = AuditFinding.objects.get()
    assert row.explanation == "fill slip without the runner's signature"
    assert row.about == [{"stream": "DEMO/cage", "seq": 1}, {"stream": "DEMO/house", "seq": 2}]
    assert "waits for an answer" in words(axel.look(FIRST))
    assert "Sign that it is closed" not in axel.page
    assert respond(house).headers["Location"] == f"{FIRST}?done=answer"
    assert "answered, not closed" in words(axel.look(FIRST))
    closing = {"do": "close", "remark": "ten later slips were right", **signing(auditor="axel", second="ada")}
    assert axel.press(FIRST, closing, swap=False).headers["Location"] == f"{FIRST}?done=close"
    text = words(axel.look(FIRST))
    assert "ten later slips were right" in text
    assert "axel, ada" in text
    assert '<form class="box"' not in axel.page
    listed = words(axel.look(f"{FINDINGS}?status=closed"))
    assert "Signature missing" in listed
    assert "Signature missing" not in words(axel.look(f"{FINDINGS}?status=open"))


def test_what_is_found_again_is_counted(axel: Hands) -> None:
    record(axel)
    record(axel, repeat_of="1")
    text = words(axel.look(FINDINGS))
    assert "seen 2 times, first as 1" in text
    assert "Found again" in text
    assert re.search(r"Gaming days 1 2 2 Cage Signature missing", text)


@pytest.mark.parametrize(
    ("keyed", "code", "status"),
    [
        ({"area": ""}, "bad_form", 422),
        ({"explanation": " \n "}, "bad_form", 422),
        ({"about": "the second slip"}, "bad_form", 422),
        ({"about": "DEMO/cage#999"}, "no_such_event", 404),
        ({"owner": "dana"}, "bad_owner", 409),
        ({"repeat_of": "7"}, "no_such_finding", 404),
        ({"gaming_day": "2026-03-05"}, "day_not_begun", 422),
        ({"auditor_pin": "000001"}, "wrong_badge_or_pin", 403),
        ({"auditor_badge": "ada", "auditor_pin": builders.PEOPLE["ada"][1]}, "role_not_held", 403),
        ({"do": "gossip"}, "unknown_action", 422),
    ],
)
def test_a_finding_that_is_keyed_wrong_stays_in_the_form(
    axel: Hands, keyed: dict[str, str], code: str, status: int
) -> None:
    response = record(axel, **keyed)
    assert (refusal(response), response.status_code) == (code, status)
    assert not AuditFinding.objects.exists()
    if "explanation" not in keyed:
        assert "fill slip without\nthe runner" in axel.page


def test_a_closure_needs_an_answer_and_two(house: House, axel: Hands) -> None:
    record(axel)
    closing = {"do": "close", "remark": "done", **signing(auditor="axel", second="ada"), "key": "k" * 8}
    assert refusal(axel.press(FIRST, closing, swap=False)) == "not_answered"
    respond(house)
    twice = {**closing, **signing(second="axel"), "key": "l" * 8}
    assert refusal(axel.press(FIRST, twice, swap=False)) == "same_person"
    assert AuditFinding.objects.get().status == "answered"


def test_an_owner_sees_what_he_answers_for_and_nothing_else(house: House, axel: Hands) -> None:
    record(axel)
    cass, petra = Hands(house).sit_down("cass"), Hands(house).sit_down("petra")
    home = cass.look("/").content.decode()
    assert '<a class="door" href="/audit/findings/">' in home
    assert '<a class="door" href="/audit/">' not in home
    assert FIRST in cass.look(FINDINGS).content.decode()
    assert "Found again" not in cass.page
    assert "Record a finding" not in cass.page
    assert "Sign the answer" in cass.look(FIRST).content.decode()
    assert FIRST not in petra.look(FINDINGS).content.decode()
    assert refusal(petra.look(FIRST)) == "no_such_finding"


PAGES = (TRAIL, FINDINGS, SAMPLES, NUMBERS, EXPORTS, NEW)
ENTERED = {
    "axel": PAGES,
    "ada": (TRAIL, FINDINGS, SAMPLES, NUMBERS),
    "hana": (FINDINGS, SAMPLES, NUMBERS),
    "petra": (FINDINGS,),
    "cass": (FINDINGS,),
    "colin": (FINDINGS,),
    "sam": (FINDINGS,),
    "dana": (),
}


@pytest.mark.parametrize("name", ENTERED)
def test_who_enters_which_page(house: House, name: str) -> None:
    hands = Hands(house).sit_down(name)
    before = refusals.rows()
    for path in PAGES:
        response = hands.look(path)
        if path not in ENTERED[name]:
            assert (response.status_code, refusal(response)) == (403, "not_permitted"), path
        else:
            assert response.status_code == 200, path
            tabs = re.findall(
                r'<a href="(/audit/[a-z]+/)"', re.findall(r'<nav class="tabs".*?</nav>', hands.page, re.DOTALL)[0]
            )
            assert set(tabs) == {page for page in ENTERED[name] if page != NEW}
    if name not in ("axel", "ada"):
        assert "Draw" not in hands.look(SAMPLES).content.decode()
    assert refusals.rows() == before


@pytest.mark.parametrize("name", ["ada", "hana"])
def test_readers_draw_nothing_and_take_nothing_away(house: House, name: str) -> None:
    audited.export(house)
    hands = Hands(house).sit_down(name)
    before = refusals.rows()
    days = {"do": "draw", "first_day": "2026-03-01", "last_day": "2026-03-03", "key": "k" * 8}
    assert refusal(hands.client.post(SAMPLES, days)) == "not_permitted"
    assert refusal(hands.client.post(EXPORTS, {"do": "export", "key": "k" * 8})) == "not_permitted"
    assert refusal(hands.client.post(NEW, {**SEEN, **signing(auditor="axel"), "key": "k" * 8})) == "not_permitted"
    assert refusal(hands.look(f"{EXPORTS}1/archive.zip")) == "not_permitted"
    assert refusals.rows() == before


@pytest.fixture
def stranger(house: House) -> Hands:
    """The house manager of another house."""
    hands = Hands(house)
    hands.sign_in("otto")
    return hands


def test_another_house_sees_none_of_it(axel: Hands, stranger: Hands) -> None:
    record(axel)
    audited.draw(axel.house)
    assert FIRST not in stranger.look(FINDINGS).content.decode()
    assert refusal(stranger.look(FIRST)) == "no_such_finding"
    assert refusal(stranger.look(f"{SAMPLES}1/")) == "no_such_sample"
