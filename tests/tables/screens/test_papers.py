"""A paper of the log on its page: printed once, afterwards as a copy that is on record."""

import pytest

from tests import custody, markers, pit_stages, prints
from tests import slips as acts
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def opener(house: House) -> str:
    """The page of the newest opener."""
    custody.close_table(house)
    custody.open_table(house)
    return f"/papers/BJ-01/{prints.place(house, 'table_opened')}/"


def press(hands: Hands, path: str, **given: str) -> str:
    """Send the form of the page; the code of its refusal."""
    hands.look(path)
    answer = hands.press(path, {"do": "print", **given}, swap=False)
    return refusal(answer) if answer.status_code != 302 else str(answer.headers["Location"])


def test_t26_the_boss_prints_the_original_and_accounting_a_copy(house: House, opener: str) -> None:
    """T-26: the page says who printed what, and hands out nothing that is not on record."""
    petra = Hands(house).sit_down("petra")
    petra.look(opener)
    for shown in ("not printed yet", "Record the original", "BJ-01-O2"):
        assert shown in petra.page, shown
    assert "paper.pdf" not in petra.page
    answer = petra.look(f"{opener}paper.pdf")
    assert (answer.status_code, refusal(answer)) == (409, "copy_not_recorded")
    assert press(petra, opener) == f"{opener}?done=print"
    petra.look(f"{opener}?done=print")
    for shown in ("The print is on record. Print it now.", "Original: ", "For another copy the cage or accounting"):
        assert shown in petra.page, shown
    assert "Record a copy" not in petra.page
    assert press(petra, opener, reason=prints.WHY, key="a" * 32) == "not_permitted"
    ada = Hands(house).sit_down("ada")
    assert press(ada, opener) == "bad_reason"
    assert press(ada, opener, reason=prints.WHY) == f"{opener}?done=print"
    ada.look(opener)
    for shown in ("REPRINT 1", "Copy 1: ", prints.WHY, f'href="{opener}paper.pdf"'):
        assert shown in ada.page, shown
    assert ada.client.get(f"{opener}paper.pdf").content.startswith(b"%PDF-")
    told = [line[1:] for line in prints.recorded(house)]
    assert told == [("BJ-01-O2", 0, "", "petra"), ("BJ-01-O2", 1, prints.WHY, "ada")]


def test_what_is_no_paper_has_no_page(house: House) -> None:
    ada = Hands(house).sit_down("ada")
    for path in ("/papers/BJ-01/1/", "/papers/BJ-01/99999999999999999999/", "/papers/BJ-09/4/", "/papers/house/1/"):
        answer = ada.look(path)
        assert (answer.status_code, refusal(answer)) == (404, "no_such_paper"), path


def test_slips_markers_tables_and_counts_lead_to_their_papers(house: House) -> None:
    """Each page that shows an act has a link to the paper that was signed for it."""
    acts.ask_fill(house)
    marker = markers.issued(house)
    markers.pay(house, marker, 20_000, {2_500: 4})
    markers.transfer(house, {marker: 20_000})
    ada = Hands(house).sit_down("ada")
    custody.close_table(house, custody.rack_of(house))
    custody.remove_box(house)
    custody.count_box(house, {})
    for page, link, type_, kind, number in (
        ("/slips/of/BJ-01/1/", "/slips/of/BJ-01/1/paper/", "fill_requested", "table", "BJ-01-R1"),
        (f"/credit/markers/{marker}/", f"/credit/markers/{marker}/payments/1/", "marker_paid", "table", f"{marker}/P"),
        (
            f"/credit/markers/{marker}/",
            f"/credit/markers/{marker}/transfer/",
            "marker_transferred",
            "cage",
            f"{marker}/T",
        ),
        ("/periods/BJ-01/", "/periods/BJ-01/bank/", "table_bank_issued", "table", "First bank of a table"),
        ("/count/sessions/1/", "/count/sessions/1/closing/", "count_closed", "count", "Closing of a count"),
    ):
        ada.look(page)
        assert f'href="{link}"' in ada.page, link
        where = "BJ-01" if kind == "table" else kind
        paper = f"/papers/{where}/{prints.place(house, type_, kind)}/"
        assert ada.look(link).headers["Location"] == paper
        assert ada.look(paper).status_code == 200
        assert number in ada.page, number


def test_the_cage_and_the_pit_find_their_papers(house: House) -> None:
    pit_stages.rate(house)
    for who, page, type_, where in (
        ("cass", "/cage/movements/", "chips_received", "cage"),
        ("petra", "/pit/P1/ratings/", "rating_recorded", "BJ-01"),
    ):
        reader = Hands(house).sit_down(who)
        reader.look(page)
        paper = f"/papers/{where}/{prints.place(house, type_, 'cage' if where == 'cage' else 'table')}/"
        assert f'href="{paper}"' in reader.page
        assert reader.look(paper).status_code == 200


def test_what_there_is_not_leads_nowhere(house: House) -> None:
    marker = markers.issued(house)
    ada = Hands(house).sit_down("ada")
    for path, code in (
        (f"/credit/markers/{marker}/payments/1/", "no_such_paper"),
        (f"/credit/markers/{marker}/payments/0/", "no_such_paper"),
        (f"/credit/markers/{marker}/transfer/", "no_such_paper"),
        ("/credit/markers/M-000009/transfer/", "no_such_marker"),
        ("/slips/of/BJ-01/1/paper/", "no_such_request"),
        ("/periods/BJ-09/bank/", "no_such_table"),
        ("/count/sessions/1/closing/", "no_such_count"),
    ):
        answer = ada.look(path)
        assert (answer.status_code, refusal(answer)) == (404, code), path
    colin = Hands(house).sit_down("colin")
    answer = colin.look(f"/credit/markers/{marker}/payments/1/")
    assert (answer.status_code, refusal(answer)) == (403, "not_permitted")
