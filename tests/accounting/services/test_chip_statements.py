"""Where every chip was at a moment, and a proof that goes on from what an earlier one has stated."""

import json
from collections.abc import Callable
from datetime import datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounting.models.audits import AuditRun
from accounting.services import audit, follow
from accounting.services.verify import conservation
from accounting.services.verify.run import verify, verify_since
from tables.domain.canonical import canonical
from tables.models import log
from tests import builders, cages, slips
from tests.accounting import forging
from tests.builders import House
from tests.cages import lot

pytestmark = pytest.mark.django_db

CAGE = "DEMO/cage"


def at_work() -> House:
    return cages.with_cash(slips.house())


def proven_at_night() -> AuditRun:
    follow.follow_all()
    run = audit.audit_night()
    assert run.findings == []
    return run


def found() -> list[str]:
    return [str(finding) for finding in verify_since().findings]


def written_at(type_: str) -> datetime:
    event = log.Event.objects.filter(type=type_).latest("seq")
    return datetime.fromisoformat(json.loads(event.body)["recorded_at"])


def forge(event: log.Event, change: Callable[[dict[str, Any]], object]) -> None:
    """Change an event's data and make the whole chain fit again."""
    forging.unguard()
    body = json.loads(event.body)
    change(body["data"])
    log.Event.objects.filter(stream_id=event.stream_id, seq=event.seq).update(body=canonical(body))
    forging.chain_again(log.Stream.objects.get(pk=event.stream_id))


def test_t20_at_a_moment_what_is_in_transit_is_a_place_of_its_own() -> None:
    """1,000,000 in the rack; a fill of 70,000 is carried, then accepted: before, between and after."""
    house = at_work()
    before = conservation.at_moment(house.casino.pk, written_at("table_opened")).chips
    slip = slips.carried_fill(house)
    slips.accept(house, slip)
    between = conservation.at_moment(house.casino.pk, written_at("slip_carried")).chips
    after = conservation.at_moment(house.casino.pk, written_at("fill_accepted")).chips
    rack, transit = "rack/BJ-01", f"in transit/{slip}"
    assert [chips.places.get(rack) for chips in (before, between, after)] == [1_000_000, 1_000_000, 1_070_000]
    assert [chips.places.get(transit, 0) for chips in (before, between, after)] == [0, 70_000, 0]
    assert between.pieces[transit, "MAIN", 500] == 40
    assert [chips.elsewhere + chips.places["issued"] for chips in (before, between, after)] == [0, 0, 0]


def test_the_command_prints_where_they_were() -> None:
    slips.carried_fill(at_work())
    out = StringIO()
    call_command("verify", chips_at=written_at("slip_carried").isoformat(), stdout=out)
    lines = [line.split() for line in out.getvalue().splitlines()]
    assert ["in", "transit/F-000001", "700.00"] in lines
    assert ["MAIN", "25.00", "x", "20"] in lines
    assert lines[-2:] == [["all", "of", "it", "431,000.00"], ["issued", "431,000.00"]]


@pytest.mark.parametrize(
    ("given", "why"), [({"chips_at": "noon"}, "not a moment: noon"), ({"chips_at": "x", "casino": "NO"}, "name one")]
)
def test_the_command_says_what_it_cannot_read(given: dict[str, str], why: str) -> None:
    at_work()
    with pytest.raises(CommandError, match=why):
        call_command("verify", **given)


def test_a_proof_goes_on_from_the_last_one() -> None:
    """Only what was written since is read, and the night's proof is the next one's beginning."""
    house = at_work()
    first = proven_at_night()
    assert (verify_since().events, found()) == (0, [])
    cages.sell(house, lot({2_500: 4}), {10_000: 1})
    follow.follow_all()
    assert (verify_since().events, found()) == (1, [])
    second = proven_at_night()
    assert first.chips["DEMO"]["chips"]["places"].get("players") is None
    assert second.chips["DEMO"]["chips"]["places"]["players"] == 10_000
    assert verify_since().events == 0


def test_a_chip_from_nowhere_since_the_proof_is_named() -> None:
    house = at_work()
    proven_at_night()
    cages.sell(house, lot({2_500: 4}), {10_000: 1})
    follow.follow_all()
    sold = log.Event.objects.get(type="chips_sold")
    forge(sold, lambda data: data.update(cash=20_000))
    assert f"{CAGE} #{sold.seq} chips_sold: chips do not balance: 10000 came from nowhere" in found()


def test_a_history_that_was_written_anew_before_the_proof_is_found() -> None:
    """Sound in itself: what the earlier proof kept of it is the hash of its end."""
    house = at_work()
    head = log.Stream.objects.get(key=CAGE).head_seq
    proven_at_night()
    cages.sell(house, lot({2_500: 4}), {10_000: 1})
    follow.follow_all()
    cage = log.Stream.objects.get(key=CAGE)
    forge(log.Event.objects.get(stream_id=cage.pk, seq=1), lambda data: data.update(more="words"))
    assert f"{CAGE} #{head}: hash is not what an earlier proof has found" in found()


def test_a_statement_that_was_changed_is_found_by_the_whole_proof() -> None:
    at_work()
    run = proven_at_night()
    forging.unguard()
    stated = run.chips
    stated["DEMO"]["chips"]["places"]["cage"] -= 5_000
    AuditRun.objects.filter(pk=run.pk).update(chips=stated)
    outcome = verify()
    assert [str(finding) for finding in outcome.findings] == [
        "DEMO/chips: an earlier proof has stated other chips than the log tells"
    ]
    assert outcome.chips == {}


def test_without_an_earlier_proof_there_is_nothing_to_go_on_from() -> None:
    builders.house()
    with pytest.raises(CommandError, match="no proof has stated where the chips of DEMO are"):
        call_command("verify", since_proof=True)
    with pytest.raises(CommandError, match="--since-proof and --day exclude each other"):
        call_command("verify", since_proof=True, stream=[CAGE])
