"""A text that would be a script, in every field that takes any text: every page shows it as the text it is."""

import logging
import re
from collections.abc import Iterator

import pytest

from accounting.services import follow
from tests import described
from tests.attacks import bodies, pages
from tests.attacks.attacked import WRITES, Attacked
from tests.described import Operation
from tests.whole_house import WholeHouse

pytestmark = pytest.mark.django_db

POISON = '"><img src=x onerror=a()>'
RAW = re.compile(r"<img src=x", re.IGNORECASE)
#: Who looks at which room, by how its addresses begin; the first that fits.
READERS = {
    "/t/": "dealer",
    "/pit": "boss",
    "/slips/": "cashier",
    "/cage/": "cashier",
    "/count/": "counter",
    "/credit/": "boss",
    "/house/": "manager",
    "/audit/": "auditor",
    "/books/": "accountant",
    "/reports/": "accountant",
}
#: Fields that hold a code, a day, a secret, a word of a list or the name of what is there already: never any text.
CODES = frozenset(
    """
    alert back_bet badge card chip_set code colour device_token effective_from figure figures_sha256 first
    first_day game games gaming_day item kind last last_day letter licence_expires_on mark new_password new_pin old_pin
    pack parts password pin pit scope shift since slip starter stream table terminal until username
    """.split()
)
#: Writes whose only text a new text is refused for, and why.
LEFT_OUT = {
    "end_seat_link": "it names a player who has a link",
    "take_front_money": "it names a registered patron",
    "return_front_money": "it names a registered patron",
    "take_crowd_bets": "its patrons are registered, and its ids have a pattern",
    "issue_marker": "its reason goes with the signature for a line that is passed",
    "take_act": "it names the player whose turn it is",
    "take_insurance": "it names the player who is offered it",
}


def named(field: bodies.Field) -> str:
    """The last name on the way to the field; the elements of a list have the list's."""
    return [str(step) for step in field.place if isinstance(step, str)][-1]


def described_fields(operation: Operation) -> list[bodies.Field]:
    """Every field of a write that the document names."""
    content = operation.told["requestBody"]["content"][described.JSON]
    return list(bodies.fields(content["schema"], next(iter(content["examples"].values()))["value"]))


def texts(operation: Operation) -> list[str]:
    """The fields of a write that take any text, as far as the document and ``CODES`` tell."""
    found = [field for field in described_fields(operation) if field.schema.get("type") == "string"]
    return [named(field) for field in found if "enum" not in field.schema and named(field) not in CODES]


OPERATIONS = [operation for operation in WRITES if texts(operation) and operation.told["operationId"] not in LEFT_OUT]


def looked_at() -> list[tuple[str, str]]:
    """Every page of a room and who looks at it; files and what only takes a press are no pages."""
    found = []
    for address in sorted(pages.addresses()):
        reader = next((role for start, role in READERS.items() if address.startswith(start)), None)
        if reader and not re.search(r"\.\w+$", address):
            found.append((address, reader))
    return found


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Pages that are refused leave a line each."""
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


def taking(attacked: Attacked) -> list[bodies.Field]:
    """The fields that take the poison, tried one at a time."""
    tried = [field for field in attacked.fields("string") if "enum" not in field.schema]
    return [
        field for field in tried if attacked.answer(bodies.spoilt(attacked.body, field.place, POISON)).status_code < 400
    ]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.told["operationId"])
def test_a_script_in_a_text_is_a_text_on_every_page(operation: Operation, whole: WholeHouse) -> None:
    attacked = Attacked(operation, whole)
    if attacked.name == "hand_over_shift":  # it names what its sender has just seen
        attacked.body["figures_sha256"] = whole["boss"].get("pits/P1/handover-sheet").json()["sha256"]
    fields = taking(attacked)
    assert fields
    for field in fields:
        attacked.body = bodies.spoilt(attacked.body, field.place, POISON)
    sent = attacked.caller.post(attacked.row.path, attacked.body, match=attacked.seen)
    assert sent.status_code < 300, sent.content
    follow.follow_all()
    browsers = {role: pages.browser(whole[role]) for role in set(READERS.values())}
    seen = {address: browsers[reader].get(address) for address, reader in looked_at()}
    assert [address for address, page in seen.items() if page.status_code >= 500] == []
    assert [address for address, page in seen.items() if RAW.search(page.content.decode())] == []
    assert sum(page.status_code == 200 for page in seen.values()) > 30


def test_every_write_that_takes_a_text_is_poisoned() -> None:
    """What the document names is tried; a word of ``CODES`` or ``LEFT_OUT`` that stands for nothing is an error."""
    names = {operation.told["operationId"] for operation in OPERATIONS}
    assert len(names) == len(OPERATIONS) > 50
    assert {"hand_over_shift", "open_dispute", "register_patron", "rule_misdeal"} <= names
    assert {operation.told["operationId"] for operation in WRITES} >= LEFT_OUT.keys()
    known = {named(field) for operation in WRITES for field in described_fields(operation)}
    assert known >= CODES
