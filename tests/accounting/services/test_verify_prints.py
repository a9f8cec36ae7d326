"""Prints that somebody changed behind the services' back, or that the log itself tells wrongly."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.domain.canonical import canonical
from tables.models import log
from tables.models.prints import PaperPrint
from tests import builders, custody, prints
from tests.accounting import forging
from tests.accounting.columns import unnoticed
from tests.builders import House

pytestmark = pytest.mark.django_db
HOUSE = "DEMO/house"


@pytest.fixture
def house() -> House:
    """An opener that was printed and printed again."""
    house = custody.running(builders.house(outsider=True))
    opener = prints.place(house, "table_opened")
    prints.print_(house, opener)
    prints.print_(house, opener, reason=prints.WHY)
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []
    forging.unguard()
    return house


def rewritten(change: Callable[[dict[str, Any]], None]) -> list[str]:
    """What is found when the newest print tells something else, with a chain that fits again."""
    found = log.Event.objects.filter(type="paper_printed").order_by("-seq")[0]
    told = json.loads(found.body)
    change(told["data"])
    log.Event.objects.filter(stream_id=found.stream_id, seq=found.seq).update(body=canonical(told))
    forging.chain_again(log.Stream.objects.get(pk=found.stream_id))
    event = f"{HOUSE} #{found.seq} paper_printed: "
    return [str(one).removeprefix(event) for one in verify([HOUSE]).findings if str(one).startswith(event)]


@pytest.mark.usefixtures("house")
def test_every_column() -> None:
    assert list(unnoticed(PaperPrint)) == []


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ({"copy": 3}, "copy 3 stands where 1 should be"),
        ({"copy": 0}, "copy 0 stands where 1 should be"),
        ({"reason": ""}, "a copy has no reason"),
        ({"seq": 3}, "DEMO/table/BJ-01 #3 is no paper"),
        ({"stream": "DEMO/table/BJ-09"}, "DEMO/table/BJ-09 #4 is no paper"),
        ({"stream": None}, "None #4 is no paper"),
    ],
)
def test_a_print_that_cannot_be(change: dict[str, Any], finding: str) -> None:
    assert rewritten(lambda data: data.update(change)) == [finding]


@pytest.mark.usefixtures("house")
def test_a_print_that_cannot_be_read() -> None:
    assert rewritten(lambda data: data.pop("reason")) == ["does not fit: KeyError"]


@pytest.mark.usefixtures("house")
def test_a_print_that_is_lost() -> None:
    lost = PaperPrint.objects.get(copy=1)
    PaperPrint.objects.filter(pk=lost.pk).delete()
    assert [str(one) for one in verify([HOUSE]).findings] == [f"{HOUSE}: print {lost.seq} is missing on the floor"]
