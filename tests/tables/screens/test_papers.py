"""A paper of the log on its page: printed once, afterwards as a copy that is on record."""

import pytest

from tests import custody, prints
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
