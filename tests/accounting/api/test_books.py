"""The books through the API: what ledger, reports and proofs answer, to the byte where a hash depends on it."""

import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from accounting.models.audits import AuditRun
from accounting.services import audit, follow
from tables.models import log
from tests import builders, callers, custody, refusals, whole_house
from tests.accounting import worked
from tests.builders import House
from tests.callers import Caller

pytestmark = pytest.mark.django_db

REPORT = "shift-reports/2026-03-04/swing/1"


@pytest.fixture(scope="module")
def ada(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Caller]:
    """Ada, in a house with a day behind it whose books have followed."""
    with django_db_blocker.unblock(), whole_house.frozen(), whole_house.undone():
        house = worked.house_at_work()
        follow.follow_all()
        yield callers.at_terminal(house, "ada", "T-OFFICE-1")


def answer(ada: Caller, path: str) -> Any:
    response = ada.get(path)
    assert response.status_code == 200, response.content
    return response.json()


def test_the_trial_balance_is_zero(ada: Caller) -> None:
    told = answer(ada, "books/trial-balance")
    assert told["totals"] == {"chips": 0, "cash": 0, "markers": 0, "promo": 0, "account": 0}
    balances = {(line["code"], line["asset"]): line["balance"] for line in told["accounts"]}
    assert balances["cage", "chips"] == 7_000_000
    assert balances["rack/BJ-01", "chips"] == 991_400
    # The counted drop lies in the vault, its count is closed and taken over; the rake was counted after that.
    assert (balances["count_room", "cash"], balances["vault", "cash"]) == (0, 11_000)
    assert (balances["count_room", "chips"], balances["vault", "chips"]) == (300, 0)
    assert (balances["rake/SD-01", "chips"], balances["pot/SD-01", "chips"]) == (0, 0)
    assert balances["variance/rake/SD-01", "chips"] == -100


def test_the_lag_tells_what_is_not_followed(ada: Caller) -> None:
    follow.follow_all()
    assert answer(ada, "books/lag") == {"streams": 0, "events": 0, "since": None, "stopped": []}
    axel = callers.at_terminal(standing(), "axel", "T-OFFICE-9")
    told = answer(axel, "books/lag")
    assert (told["streams"], told["events"]) == (1, 3)  # a terminal registered and enrolled, a person signed on
    assert told["since"] is not None


def standing() -> House:
    """The house as it stands, for what else its people do."""
    people = {name: builders.actor(name) for name in ("hana", "petra")}
    row = log.Stream.objects.get(key="DEMO/house").casino
    return House(casino=row, tables=("BJ-01",), at=builders.AT, people=people)


def test_journals_in_pages(ada: Caller) -> None:
    first = answer(ada, "books/tables/BJ-01/journals?limit=2")
    second = answer(ada, "books/tables/BJ-01/journals" + first["next"])
    seqs = [line["seq"] for line in (*first["results"], *second["results"])]
    assert seqs == sorted(set(seqs))
    assert len(seqs) == 4
    for line in first["results"]:
        assert sum(leg["amount"] for leg in line["legs"] if leg["asset"] == "chips") == 0


def test_journals_of_a_round_and_of_an_account(ada: Caller) -> None:
    told = answer(ada, "books/tables/BJ-01/journals?round=1&account=rack/BJ-01")["results"]
    assert [(line["type"], line["legs"]) for line in told] == [
        (
            "act_taken",
            [
                {"account": "layout/BJ-01", "asset": "chips", "amount": -3_500},
                {"account": "rack/BJ-01", "asset": "chips", "amount": 3_500},
            ],
        )
    ]
    of_cage = answer(ada, "books/streams/cage/journals")["results"]
    assert [line["type"] for line in of_cage] == ["chips_received", "drop_taken_over"]
    assert answer(ada, "books/streams/house/journals") == {"results": [], "next": None}


def test_what_became_of_the_bets_of_a_round(ada: Caller) -> None:
    told = answer(ada, "books/tables/BJ-01/rounds/1/settlements")["results"]
    assert [(line["player"], line["outcome"], line["stake"], line["returned"]) for line in told] == [
        ("anna", "lose", 1_000, 0),
        ("bo", "lose", 2_000, 0),
        ("cy", "lose", 500, 0),
    ]
    voided = answer(ada, "books/tables/BJ-01/rounds/2/settlements")["results"]
    assert sum(line["stake"] for line in voided) == 0


def test_the_open_tables_by_rounds(ada: Caller) -> None:
    told = answer(ada, "books/table-figures")["results"]
    assert [(line["table"], line["shift"], line["behind"]) for line in told] == [
        ("BJ-01", "grave", 0),
        ("BJ-02", "day", 0),
        ("SD-01", None, 0),
    ]


def test_a_report_is_sent_to_the_byte(ada: Caller) -> None:
    (line,) = answer(ada, "shift-reports")["results"]
    response = ada.get(REPORT)
    assert hashlib.sha256(response.content).hexdigest() == line["sha256"]
    assert response.headers["ETag"] == f'"{line["sha256"]}"'
    assert response.headers["Content-Type"] == "application/json"
    assert (line["shift"], line["version"], line["state"], line["newest"]) == ("swing", 1, "final", True)
    certificate = log.Event.objects.get(stream_id=log.Stream.objects.get(key="DEMO/house").pk, seq=line["seq"])
    assert json.loads(certificate.body)["data"]["sha256"] == line["sha256"]


def test_a_sheet_is_sent_as_a_file(ada: Caller) -> None:
    sent = [ada.get(f"{REPORT}/sheets/tables", Accept=accepted) for accepted in ("text/csv", "*/*", "application/json")]
    assert {response.headers["Content-Type"] for response in sent} == {"text/csv; charset=utf-8"}
    assert len({response.content for response in sent}) == 1
    response = sent[0]
    assert response.headers["Content-Disposition"] == 'attachment; filename="DEMO-2026-03-04-swing-v1-tables.csv"'
    assert response.content.startswith(b"\xef\xbb\xbftable,pit,game,")
    assert b"BJ-01,P1,blackjack," in response.content


def test_a_refusal_is_a_problem_whatever_is_accepted(ada: Caller) -> None:
    response = ada.get(f"{REPORT}/sheets/guests", Accept="text/csv")
    assert response.headers["Content-Type"] == "application/problem+json"
    assert (response.status_code, json.loads(response.content)["code"]) == (404, "no_such_report")


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("shift-reports/2026-03-04/swing/2", "no_such_report"),
        ("shift-reports/2026-03-05/swing/1", "no_such_report"),
        ("shift-reports/2026-02-30/swing/1", "not_found"),
        ("shift-reports/2026-03-04/swing/0", "not_found"),
        ("books/tables/BJ-77/journals", "no_such_stream"),
        ("books/streams/bar/journals", "no_such_stream"),
    ],
)
def test_what_is_not_there(path: str, code: str, ada: Caller) -> None:
    response = ada.get(path)
    assert (response.status_code, response.json()["code"]) == (404, code)


def test_figures_before_anybody_certifies(ada: Caller) -> None:
    told = answer(ada, "shift-figures/2026-03-04/swing")
    frozen = json.loads(ada.get(REPORT).content)
    assert told["content"]["figures"] == frozen["figures"]
    assert answer(ada, "shift-figures/2026-03-09/day")["content"]["figures"]["tables"] == []


def test_certifying_twice_tells_the_same_version(ada: Caller) -> None:
    body = {"gaming_day": "2026-03-04", "shift": "swing"}
    before = refusals.rows()
    again = ada.post("shift-reports", body)
    assert (again.status_code, again.json()["version"], again.json()["new"]) == (200, 1, False)
    kept = before.keys() - {"tables_receipt"}
    assert refusals.rows(kept) == {name: before[name] for name in kept}


def test_certifying_a_shift_freezes_it_once(ada: Caller) -> None:
    house = standing()
    custody.close_table(house, custody.rack_of(house), at=house.at + timedelta(hours=11), dealer=house.sign("dev"))
    body = {"gaming_day": "2026-03-04", "shift": "grave"}
    first = ada.post("shift-reports", body, key="certify-0001")
    assert (first.status_code, first.json()["state"], first.json()["new"]) == (201, "preliminary", True)
    repeat = ada.post("shift-reports", body, key="certify-0001")
    assert (repeat.status_code, repeat.content) == (201, first.content)
    again = ada.post("shift-reports", body, key="certify-0002")
    assert (again.status_code, again.json()["version"], again.json()["new"]) == (200, 1, False)
    assert [line["shift"] for line in answer(ada, "shift-reports")["results"]] == ["grave", "swing"]
    first_page = answer(ada, "shift-reports?limit=1")
    assert [line["shift"] for line in answer(ada, "shift-reports" + first_page["next"])["results"]] == ["swing"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"gaming_day": "2026-03-04", "shift": "grave"}, 409, "period_open"),
        ({"gaming_day": "2026-03-09", "shift": "day"}, 404, "no_such_shift"),
        ({"gaming_day": "4 March", "shift": "day"}, 422, "invalid_request"),
        ({"gaming_day": "2026-03-04"}, 422, "invalid_request"),
        ({"gaming_day": "2026-03-04", "shift": "day", "state": "final"}, 422, "invalid_request"),
    ],
)
def test_what_cannot_be_certified(body: dict[str, str], status: int, code: str, ada: Caller) -> None:
    before = refusals.rows()
    response = ada.post("shift-reports", body)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert refusals.rows() == before


def test_the_proofs_of_the_nights(ada: Caller) -> None:
    audit.audit_night()
    night = {"started_at": datetime(2026, 3, 3, 3, tzinfo=UTC), "finished_at": datetime(2026, 3, 3, 4, tzinfo=UTC)}
    wrong = {"stream": "DEMO/cage", "seq": 1, "type": "chips_received", "what": "hash"}
    others = {"stream": "OTHER/cage", "seq": 1, "type": "chips_received", "what": "hash"}
    nobodys = {"stream": "*", "seq": None, "type": "", "what": "could not be proven: 3 tries broke off"}
    AuditRun.objects.create(**night, streams=1, events=1, rounds=0, findings=[wrong, others, nobodys])
    first = answer(ada, "books/verifications?limit=1")
    assert first["results"][0]["findings"] == []
    second = answer(ada, "books/verifications" + first["next"])
    assert second["results"] == [
        {
            "started_at": "2026-03-03T03:00:00.000000Z",
            "finished_at": "2026-03-03T04:00:00.000000Z",
            "findings": [wrong, nobodys],
        }
    ]
    assert second["next"] is None


def test_a_finding_about_the_shoe_tells_no_card(ada: Caller) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tables_shoe SET stock = 'KHKDKCKSJK' WHERE stock <> '' RETURNING id")
        assert cursor.fetchall()
    audit.audit_night()
    told = answer(ada, "books/verifications?limit=1")["results"][0]["findings"]
    assert [line["what"] for line in told] == [f"shoe {number}: stock is not what it should be" for number in (1, 2)]
    assert "KHKD" not in json.dumps(told)


def test_a_figure_is_proven_as_the_page_proves_it(ada: Caller) -> None:
    """The log says what the report says, its inputs can be asked for in turn, and the events are those of the log."""
    line = "shift=swing&version=1&kind=table&code=BJ-01"
    told = answer(ada, f"books/proofs/2026-03-04/win?{line}")
    assert (told["agrees"], told["printed"], told["stated"] == told["found"]) == (True, True, True)
    assert sum(part["sign"] * part["value"] for part in told["inputs"]) == told["found"]
    closer = next(part["asked"] for part in told["inputs"] if part["figure"] == "closer")
    assert closer == {**told["asked"], "figure": "closer"}
    opener = answer(ada, f"books/proofs/2026-03-04/opener?{line}")
    assert [(event["stream"], event["type"]) for event in opener["evidence"]] == [("DEMO/table/BJ-01", "table_opened")]
    assert opener["evidence"][0]["amount"] == opener["found"]


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ("WIN", 400, "bad_parameter"),
        ("win?period=x", 400, "bad_parameter"),
        ("win?what=1", 400, "unknown_parameter"),
        ("luck", 404, "no_such_figure"),
        ("win?shift=swing&version=9", 404, "no_such_report"),
    ],
)
def test_what_cannot_be_proven_is_refused(ada: Caller, given: str, status: int, code: str) -> None:
    response = ada.get(f"books/proofs/2026-03-04/{given}")
    assert (response.status_code, response.json()["code"]) == (status, code)


def test_a_figure_of_the_cage_report_is_proven_as_the_page_proves_it(ada: Caller) -> None:
    """The closing balance is what its three parts come to, and each part can be asked for in turn."""
    column = "books/cage-proofs/2026-03-04/2026-03-04/cage/chips"
    told = answer(ada, f"{column}/closing")
    assert told["agrees"] is True
    assert told["stated"] == told["found"] == sum(part["value"] for part in told["inputs"])
    assert [part["asked"]["figure"] for part in told["inputs"]] == ["opening", "moved", "banks"]
    assert told["asked"] == {
        **{"first": "2026-03-04", "last": "2026-03-04"},
        **{"place": "cage", "asset": "chips", "figure": "closing"},
    }
    banks = answer(ada, f"{column}/banks")
    assert banks["found"] == told["inputs"][2]["value"] == sum(event["amount"] for event in banks["evidence"])
    assert {event["type"] for event in banks["evidence"]} == {"table_bank_issued"}
    passed = answer(ada, f"{column}/banks?after=1")
    assert (passed["evidence"], passed["events"]) == (banks["evidence"][1:], banks["events"])


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ("2026-03-04/cage/chips/win", 404, "no_such_figure"),
        ("2026-03-04/pocket/chips/closing", 404, "no_such_figure"),
        ("2026-03-04/cage/gold/closing", 404, "no_such_figure"),
        ("2026-03-01/cage/chips/closing", 422, "bad_days"),
        ("2026-03-04/cage/chips/closing?after=x", 400, "bad_parameter"),
        ("2026-03-04/cage/chips/closing?what=1", 400, "unknown_parameter"),
    ],
)
def test_what_the_cage_report_has_not_is_refused(ada: Caller, given: str, status: int, code: str) -> None:
    response = ada.get(f"books/cage-proofs/2026-03-04/{given}")
    assert (response.status_code, response.json()["code"]) == (status, code)
