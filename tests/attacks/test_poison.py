"""A text that would be a script, in every field that takes any text: every page shows it as the text it is."""

import logging
import re
from collections.abc import Iterator

import pytest

from accounting.services import follow
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
#: The writes with a field that takes any text; the others hold codes, words of a list and secrets.
TAKING = """
    accept_dispute accept_fill add_pit adjust_day answer_audit_finding ask_lift ask_void block_shoe call_floor
    change_chips close_audit_finding close_count close_table correct_buy_in count_cage cut_shoe decide_approval
    declare_funds decline_slip draw_audit_sample escalate_dispute explain_deviation explain_exception
    explain_opener give_promotional identify_patron impress_chips log_foreign_chips open_dispute open_seat_link
    open_table place_back_bet place_bet place_bets raise_limit receive_slip record_audit_finding recount_box
    recount_rake redeem_chips refuse_slip_request register_patron register_staff remove_box renew_licence
    report_dispute reprint_marker reprint_slip return_slip roll_table rule_dispute rule_misdeal sell_chips
    set_credit_line take_buy_in take_seat_fee void_marker void_round void_slip withdraw_chips
    withdraw_slip_request
""".split()
OPERATIONS = [operation for operation in WRITES if operation.told["operationId"] in TAKING]


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


def test_every_text_that_was_poisoned_is_known() -> None:
    assert len(OPERATIONS) == len(TAKING)
