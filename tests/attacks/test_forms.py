"""Values that nobody keys, in every field of every form and in every address: refused, never an error of the house."""

import logging
import re
from collections.abc import Iterator

import pytest

from casino.embedded.house import ROOT
from casino.web import throttles
from tests import whole_house
from tests.attacks import forms, pages
from tests.attacks.test_poison import looked_at
from tests.whole_house import WholeHouse

pytestmark = pytest.mark.django_db

VALUES = (
    "\0",
    "9" * 5_000,
    str(2**63),
    "-1",
    "NaN",
    "1e400",
    "²",
    "９",
    "an\u202ena",
    "0" * 17 + "1",
    "9999-12-31",
    "0001-01-01",
    "2026-03-04T99:99",
    "a:b:c:d:e",
    "%00:%00",
    "' OR 1=1 --",
    "{}",
    "",
)
#: Every parameter that a page reads from its address.
PARAMETERS = (
    *(
        "after",
        "area",
        "badge",
        "before",
        "day",
        "done",
        "end",
        "figure",
        "first_day",
        "form",
        "held",
        "kind",
        "last_day",
    ),
    *(
        "like",
        "line",
        "members",
        "open",
        "part",
        "patron",
        "period",
        "pit",
        "place",
        "q",
        "round",
        "seen",
        "session",
        "set",
    ),
    *(
        "sheet",
        "shift",
        "since",
        "slip",
        "state",
        "status",
        "step",
        "stream",
        "table",
        "type",
        "until",
        "version",
        "work",
    ),
)


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Thousands of refusals leave thousands of lines."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


PAGES = pytest.mark.parametrize(("address", "reader"), looked_at(), ids=[address for address, _ in looked_at()])


@PAGES
def test_no_form_breaks_the_house(address: str, reader: str, whole: WholeHouse) -> None:
    """Each field once with a zero byte, and once with one of the other values, by turns."""
    client = pages.browser(whole[reader])
    page = client.get(address)
    broken, turn = [], 0
    for form in forms.of(address, page.content.decode()) if page.status_code == 200 else []:
        send = client.post if form.posts else client.get
        for body in form.bodies():
            for name in body:
                turn += 1
                for value in (VALUES[0], VALUES[1 + turn % (len(VALUES) - 1)]):
                    throttles.COUNTER.forget()
                    with whole_house.undone():
                        status = send(form.action, {**body, name: value}).status_code
                    if status >= 500:
                        broken.append((form.action, name, value[:20], status))
    assert broken == []


@PAGES
def test_no_address_breaks_the_house(address: str, reader: str, whole: WholeHouse) -> None:
    client = pages.browser(whole[reader])
    broken = []
    for value in VALUES:
        with whole_house.undone():
            status = client.get(address, dict.fromkeys(PARAMETERS, value)).status_code
        if status >= 500:
            broken.append((value[:20], status))
    assert broken == []


def test_the_parameters_are_those_of_the_pages() -> None:
    """A page that reads another one has to name it here."""
    sources = [*(ROOT / "tables/screens").rglob("*.py"), *(ROOT / "accounting/screens").rglob("*.py")]
    found = {
        name for source in sources for name in re.findall(r'request\.GET(?:\.get\(|\[)"(\w+)"', source.read_text())
    }
    assert found - {"next", "turn"} <= set(PARAMETERS)
    assert len(found) > 15


def test_a_zero_byte_in_an_address_is_the_readers_fault(whole: WholeHouse) -> None:
    answer = pages.browser(whole["cashier"]).get("/cage/front-money/", {"patron": "\0"})
    assert answer.status_code == 400
    assert "<code>bad_request</code>" in answer.content.decode()
