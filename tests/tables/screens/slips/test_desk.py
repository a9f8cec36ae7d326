"""The room of slips: what waits for whom, each slip's page, and the steps that the reader may take."""

import re
from typing import Any

import pytest

from tests import slips as acts
from tests.builders import House
from tests.slips import CREDIT, FILL
from tests.tables.screens.hands import Hands, refusal, signing

pytestmark = pytest.mark.django_db
ROOM = "/slips/"


@pytest.fixture
def cass(house: House) -> Hands:
    """The cashier at her desk; paul is another boss."""
    acts.add_paul(house)
    return Hands(house).sit_down("cass")


def text(hands: Hands, path: str = ROOM) -> str:
    """A page without its tags."""
    hands.look(path)
    return " ".join(re.sub(r"<[^>]+>", " ", hands.page).split())


def press(hands: Hands, path: str, do: str, **given: str) -> str:
    """Take a step on the page at ``path``; the code of its refusal."""
    hands.look(path)
    response = hands.press(path, {"do": do, **given}, swap=False)
    hands.page = response.content.decode()
    return refusal(response)


def counted(holding: dict[int, int]) -> dict[str, str]:
    return {f"chips-{value}": str(count) for value, count in holding.items()}


def test_what_waits_stands_with_whom_it_waits_for(cass: Hands) -> None:
    house = cass.house
    acts.ask_fill(house)
    fetched = acts.issued_fill(house)
    moving = acts.carried_fill(house)
    credit = acts.issued_credit(house)
    coming = acts.counted_out_credit(house)
    told = text(cass)
    for words in (
        "In transit: 3 slips, 2,300",
        "Request 1 BJ-01 Fill 700.00 asked for",
        f"{fetched} BJ-01 Fill 700.00 made out",
        f"{moving} BJ-01 Fill 700.00 on its way to the table",
        f"{credit} BJ-01 Credit 900.00 made out",
        f"{coming} BJ-01 Credit 900.00 on its way to the cage",
    ):
        assert words in told
    order = [
        told.index(word) for word in ("Asked for 1", "To be carried 1", "With the table 2", "On the way to the cage 1")
    ]
    assert order == sorted(order)


def test_the_list_refreshes_alone(cass: Hands) -> None:
    acts.ask_fill(cass.house)
    part = cass.look(f"{ROOM}?part=queue", HX_Request="true").content.decode()
    assert part.lstrip().startswith('<div id="queue"')
    assert "Request 1" in part


def test_a_fill_from_request_to_carriage(cass: Hands) -> None:
    acts.ask_fill(cass.house)
    assert press(cass, "/slips/of/BJ-01/1/", "issue", **signing(cashier="cass")) == ""
    assert acts.row(cass.house).status == "issued"
    assert cass.look("/slips/of/BJ-01/1/").headers["Location"] == "/slips/F-000001/"
    assert press(cass, "/slips/F-000001/", "carry", **signing(security="sam")) == ""
    assert acts.row(cass.house).status == "in_transit"
    assert "Nothing to do here for you now." not in text(cass, "/slips/F-000001/")  # it can be printed again


def test_a_request_is_refused_with_a_reason(cass: Hands) -> None:
    acts.ask_fill(cass.house)
    assert press(cass, "/slips/of/BJ-01/1/", "refuse", reason="") == "bad_form"
    assert press(cass, "/slips/of/BJ-01/1/", "refuse", reason="The cage is being counted") == ""
    assert "The cage is being counted" in text(cass, "/slips/of/BJ-01/1/")


def test_a_credit_is_received_and_a_difference_wants_a_note(cass: Hands) -> None:
    slip = acts.counted_out_credit(cass.house)
    path = f"/slips/{slip}/"
    short = counted({**CREDIT, 10_000: 3})
    assert press(cass, path, "receive", **short, **signing(cashier="cass")) == "note_required"
    assert 'name="chips-10000" value="3"' in cass.page
    assert 'name="note"' in cass.page
    assert press(cass, path, "receive", **short, **signing(cashier="cass"), note="A chip is missing") == ""
    assert "Missing: 100.00 · A chip is missing" in text(cass, path)


def test_a_declined_fill_is_taken_back(cass: Hands) -> None:
    slip = acts.declined_fill(cass.house)
    assert press(cass, f"/slips/{slip}/", "take_back", **counted(FILL), **signing(cashier="cass")) == ""
    assert acts.row(cass.house).status == "returned"


def test_a_void_needs_a_second_of_another_department(cass: Hands) -> None:
    slip = acts.issued_fill(cass.house)
    path = f"/slips/{slip}/"
    both = signing(cashier="cass", second="petra")
    assert press(cass, path, "void", reason="Wrong chips", **both) == "same_person"
    assert press(cass, path, "void", reason="Wrong chips", **signing(cashier="cass", second="ada")) == ""
    assert "VOID" in text(cass, path)
    assert press(cass, path, "carry", **signing(security="sam")) == "bad_slip_step"


def test_t26_a_copy_is_recorded_and_marked(cass: Hands) -> None:
    """T-26: the page and its print say which copy it is."""
    slip = acts.issued_fill(cass.house)
    assert "REPRINT" not in text(cass, f"/slips/{slip}/")
    assert press(cass, f"/slips/{slip}/", "reprint", reason="The paper jammed") == ""
    told = text(cass, f"/slips/{slip}/")
    assert "REPRINT 1" in told
    assert "cass, The paper jammed" in told


def test_the_paper_has_every_signature(cass: Hands) -> None:
    slip = acts.carried_fill(cass.house)
    acts.accept(cass.house, slip)
    told = text(cass, f"/slips/{slip}/")
    for words in ("Fill slip F-000001", "Table BJ-01", "Petra Pit Boss", "Cass Cashier", "Sam Security", "Dana Dealer"):
        assert words in told
    assert "L-DANA" in told
    assert "DEMO/F-000001" in told


def test_the_paper_is_a_pdf_too(cass: Hands) -> None:
    slip = acts.issued_fill(cass.house)
    response = cass.client.get(f"/slips/{slip}/slip.pdf")
    assert response.headers["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF-")


def test_t26_no_second_paper_without_a_record(cass: Hands) -> None:
    """T-26: once the original has left the cage only a recorded copy is printed."""
    slip = acts.carried_fill(cass.house)
    assert "data-print" not in text(cass, f"/slips/{slip}/") + cass.page
    assert "This is no paper of the house" in cass.page
    assert refusal(cass.look(f"/slips/{slip}/slip.pdf")) == "copy_not_recorded"
    assert press(cass, f"/slips/{slip}/", "reprint", reason="The copy was lost") == ""
    cass.look(f"/slips/{slip}/")
    assert "data-print" in cass.page
    assert cass.client.get(f"/slips/{slip}/slip.pdf").content.startswith(b"%PDF-")


def test_security_sees_what_to_carry_and_signs_for_it(house: House) -> None:
    slip = acts.issued_fill(house)
    acts.ask_fill(house)
    sam = Hands(house).sit_down("sam")
    told = text(sam)
    assert f"{slip} BJ-01 Fill" in told
    assert "Request 2" not in told
    assert "Asked for" not in told, "what he may not see is not said to be nothing"
    assert press(sam, f"/slips/{slip}/", "carry", **signing(security="sam")) == ""


def test_each_reader_is_offered_his_own_steps(house: House) -> None:
    acts.ask_fill(house)
    slip = acts.issued_fill(house)
    offered: dict[str, Any] = {}
    for name in ("petra", "cass", "sam", "ada", "axel", "hana"):
        hands = Hands(house).sit_down(name)
        hands.look(f"/slips/{slip}/")
        offered[name] = re.findall(r'name="do" value="([a-z_]+)"', hands.page)
    assert offered == {
        "petra": [],
        "cass": ["carry", "void", "reprint"],
        "sam": ["carry"],
        "ada": ["reprint"],
        "axel": [],
        "hana": [],
    }
    petra = Hands(house).sit_down("petra")
    petra.look("/slips/of/BJ-01/1/")
    assert re.findall(r'name="do" value="([a-z_]+)"', petra.page) == ["withdraw"]


def test_the_restricted_copy_is_for_accounting(house: House) -> None:
    slip = acts.carried_fill(house)
    ada = Hands(house).sit_down("ada")
    told = text(ada, f"/slips/{slip}/record/")
    assert "DEMO/cage #3 slip_carried" in told
    cass = Hands(house).sit_down("cass")
    assert refusal(cass.look(f"/slips/{slip}/record/")) == "not_permitted"
    assert "Restricted copy" not in text(cass, f"/slips/{slip}/")


def test_every_slip_by_what_is_asked(cass: Hands) -> None:
    acts.void(cass.house, acts.issued_fill(cass.house))
    acts.issued_credit(cass.house)
    assert "F-000001" in text(cass, f"{ROOM}all/?status=void")
    assert "C-000001" not in text(cass, f"{ROOM}all/?status=void")
    assert "C-000001" in text(cass, f"{ROOM}all/?kind=credit&gaming_day=2026-03-04&table=BJ-01")
    assert "There is no such slip." in text(cass, f"{ROOM}all/?reprinted=yes")
    for strange in ("status=lost", "kind=x", "gaming_day=2026-02-30", "gaming_day=x", "before=x", "before=9"):
        assert cass.look(f"{ROOM}all/?{strange}").status_code == 200


def test_a_long_list_goes_on(cass: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.screens.paging.PAGE", 2)
    for _ in range(3):
        acts.issued_fill(cass.house)
    first = text(cass, f"{ROOM}all/?kind=fill")
    assert "F-000003" in first
    assert "F-000001" not in first
    (more,) = re.findall(r'href="(\?kind=fill&amp;before=\d+)"', cass.page)
    assert "F-000001" in text(cass, f"{ROOM}all/{more.replace('&amp;', '&')}")


def test_what_is_not_there_is_said(cass: Hands) -> None:
    assert refusal(cass.look("/slips/F-000009/")) == "no_such_slip"
    assert refusal(cass.look("/slips/of/BJ-01/9/")) == "no_such_request"
    acts.ask_fill(cass.house)
    assert press(cass, "/slips/of/BJ-01/1/", "lose") == "unknown_action"
