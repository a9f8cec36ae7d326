"""A change of the log is named: any byte, any column, rows that are gone, added or swapped, and a tail that is cut."""

import json
from typing import Any

import pytest
from django.db import connection

from accounting.services import streams
from accounting.services.verify import chain
from accounting.services.verify.run import snapshot, verify
from tables.domain.canonical import canonical, chain_hash, seal
from tables.models import log
from tests.accounting.forging import chain_again, changed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unguarded")]

TABLE, SERVER = "DEMO/table/BJ-01", "DEMO/table/BJ-02"


def stream(key: str = TABLE) -> log.Stream:
    return log.Stream.objects.get(key=key)


def of_type(type_: str, key: str = TABLE) -> log.Event:
    """The first event of a type."""
    found = log.Event.objects.filter(stream_id=stream(key).pk, type=type_).order_by("seq").first()
    assert found is not None
    return found


def write(event: log.Event, **values: Any) -> None:
    log.Event.objects.filter(stream_id=event.stream_id, seq=event.seq).update(**values)


def first_finding(key: str = TABLE) -> str:
    """What the chain says of a stream, which is what ``verify`` says first."""
    found = [str(finding) for finding in verify([key]).findings]
    with snapshot():
        assert found[:1] == [str(finding) for finding in chain.check(streams.by_key(key)).findings]
    return found[0]


@pytest.mark.parametrize("type_", ["table_opened", "bet_placed", "card_dealt", "act_taken", "round_voided"])
def test_any_byte_of_a_body(type_: str) -> None:
    event = of_type(type_)
    for at in range(0, len(event.body), max(len(event.body) // 12, 1)):
        with changed():
            other = "0" if event.body[at] != "0" else "1"
            write(event, body=event.body[:at] + other + event.body[at + 1 :])
            assert first_finding() == f"{TABLE} #{event.seq} {type_}: hash does not match"


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        ("type", "card_dealt", "type and body do not agree"),
        ("gaming_day", "2026-03-05", "gaming_day and body do not agree"),
        ("round", 2, "round and body do not agree"),
        ("round", None, "round and body do not agree"),
        ("hash", bytes(32), "hash does not match"),
        ("sealed", '{"card":["00","KH"]}', "sealed does not match its commitment"),
        ("sealed", "[", "sealed cannot be read"),
    ],
)
def test_every_other_column_of_an_event(column: str, value: Any, told: str) -> None:
    event = of_type("bet_placed")
    write(event, **{column: value})
    type_ = value if column == "type" else event.type
    assert first_finding() == f"{TABLE} #{event.seq} {type_}: {told}"


def test_a_round_number_where_there_is_no_round() -> None:
    event = of_type("box_placed")
    write(event, round=1)
    assert first_finding() == f"{TABLE} #{event.seq} box_placed: round and body do not agree"


@pytest.mark.parametrize(("value", "told"), [("", "what was sealed is gone"), ("x", "sealed cannot be read")])
def test_what_was_sealed(value: str, told: str) -> None:
    event = log.Event.objects.filter(stream_id=stream().pk, type="card_dealt").exclude(sealed="").earliest("seq")
    write(event, sealed=value)
    assert first_finding() == f"{TABLE} #{event.seq} card_dealt: {told}"


def test_another_card_under_the_seal() -> None:
    event = log.Event.objects.filter(stream_id=stream().pk, type="card_dealt").exclude(sealed="").earliest("seq")
    nonce, card = json.loads(event.sealed)["card"]
    write(event, sealed=canonical({"card": [nonce, "AS" if card != "AS" else "KS"]}))
    assert first_finding() == f"{TABLE} #{event.seq} card_dealt: sealed does not match its commitment"


def test_a_deleted_event() -> None:
    event = of_type("act_taken")
    log.Event.objects.filter(stream_id=event.stream_id, seq=event.seq).delete()
    assert first_finding() == f"{TABLE} #{event.seq}: is missing; #{event.seq + 1} follows"


def test_two_events_that_changed_places() -> None:
    one, two = of_type("bet_placed"), of_type("back_bet_placed")
    for event, other in ((one, two), (two, one)):
        names = ("type", "round", "body", "hash", "sealed")
        write(event, **{name: getattr(other, name) for name in names})
    assert first_finding() == f"{TABLE} #{one.seq} back_bet_placed: hash does not match"


def test_an_event_put_in_behind_the_head() -> None:
    head = stream()
    body = log.Event.objects.get(stream_id=head.pk, seq=head.head_seq).body.replace(
        f'"seq":{head.head_seq},', f'"seq":{head.head_seq + 1},'
    )
    newest = log.Event.objects.get(stream_id=head.pk, seq=head.head_seq)
    log.Event.objects.create(
        stream_id=head.pk,
        seq=head.head_seq + 1,
        type=newest.type,
        gaming_day=newest.gaming_day,
        body=body,
        hash=chain_hash(bytes(head.head_hash), body),
    )
    assert first_finding() == f"{TABLE} #{head.head_seq + 1}: the log ends here, the stream's head is #{head.head_seq}"


def test_a_cut_tail() -> None:
    head = stream()
    log.Event.objects.filter(stream_id=head.pk, seq__gt=head.head_seq - 2).delete()
    last = head.head_seq - 2
    assert first_finding() == f"{TABLE} #{last}: the log ends here, the stream's head is #{head.head_seq}"


def test_a_tail_that_was_cut_together_with_the_head() -> None:
    head = stream()
    log.Event.objects.filter(stream_id=head.pk, seq__gt=head.head_seq - 2).delete()
    chain_again(head)
    found = [str(finding) for finding in verify([TABLE]).findings]
    assert f"{TABLE}: the books have followed to #{head.head_seq}, the log ends at #{head.head_seq - 2}" in found


def test_a_forged_history_with_a_sound_chain_fits_neither_books_nor_report() -> None:
    event = of_type("buy_in_taken")
    write(event, body=event.body.replace('"cash":10000', '"cash":20000').replace('{"2500":4}', '{"2500":8}'))
    chain_again(stream())
    outcome = verify()
    told = [str(finding) for finding in outcome.findings]
    assert f"{TABLE} #{event.seq}: leg {event.seq}/0: amount is -10000 and should be -20000" in told
    assert f"{TABLE} #{stream().head_seq}: the books' cursor has another hash" in told
    certified = of_type("shift_certified", "DEMO/house")
    assert f"DEMO/house #{certified.seq} shift_certified: the report does not follow from the log any more" in told


def test_a_consequence_that_the_rules_do_not_give() -> None:
    event = of_type("act_taken")
    data = json.loads(event.body)
    data["data"]["input"]["do"] = "hit"
    write(event, body=canonical(data))
    chain_again(stream())
    told = [str(finding) for finding in verify([TABLE]).findings]
    assert f"{TABLE} #{event.seq} act_taken: facts are not what the rules give" in told


def test_cards_that_the_seed_does_not_give() -> None:
    mixed = of_type("shoe_mixed", SERVER)
    nonce, seed = json.loads(mixed.sealed)["seed"]
    forged = seed[:-1] + ("0" if seed[-1] != "0" else "1")
    data = json.loads(mixed.body)
    data["data"]["sealed"]["seed"] = seal(nonce, forged)
    write(mixed, body=canonical(data), sealed=canonical({"seed": [nonce, forged]}))
    chain_again(stream(SERVER))
    told = [str(finding) for finding in verify([SERVER]).findings]
    assert any(line.endswith("the card is not the one that the shuffle's seed gives") for line in told)


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        ("head_hash", bytes(32), "the stream's head has another hash"),
        ("key", "DEMO/table/BJ-09", "stream and body do not agree"),
    ],
)
def test_the_row_of_a_stream(column: str, value: Any, told: str) -> None:
    log.Stream.objects.filter(key=TABLE).update(**{column: value})
    found = [str(finding) for finding in verify([value if column == "key" else TABLE]).findings]
    assert any(line.endswith(told) for line in found)


def test_rows_that_belong_to_no_stream() -> None:
    event = of_type("bet_placed")
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_event (stream_id, seq, type, gaming_day, round, body, hash, sealed)"
            " SELECT 987654, seq, type, gaming_day, round, body, hash, sealed FROM tables_event"
            " WHERE stream_id = %s AND seq = %s",
            [event.stream_id, event.seq],
        )
    assert [str(finding) for finding in verify().findings] == ["*: event 987654 belongs to no stream"]
