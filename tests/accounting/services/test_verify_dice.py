"""Dice games that somebody changed, with a chain that fits again: the rules, the seed and the pot tell on him."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.domain.canonical import canonical, seal
from tables.models import log
from tests import dealt, potted
from tests.accounting import forging
from tests.builders import House

pytestmark = pytest.mark.django_db

TABLE = "DEMO/table/BJ-01"
Change = Callable[[dict[str, Any]], None]


def sound(house: House) -> None:
    """What was played is proven whole before anything is changed."""
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []
    forging.unguard()


@pytest.fixture
def thrown() -> House:
    """A Scarney game of one frame in the server's dice: nobody ever stays, so everybody craps out in the end."""
    house = potted.house("scarney", "server", frames=1, rake="per_game", rake_amount=100)
    answer = potted.open_scarney(house)
    while answer["round"]["status"] == "in_play":
        answer = dealt.press(house, {"do": "announce", "by": answer["next"]["player"]})
    dealt.press(house, {"do": "confirm_settlement"})
    sound(house)
    return house


@pytest.fixture
def kept() -> House:
    """Liar's dice whose penalty stays in the pot; bo gets it afterwards."""
    house = potted.house("liars_dice", payee="pot", rake="per_round", rake_amount=100)
    potted.open_cups(house)
    dealt.press(house, *potted.rolls(), potted.bid("anna", 5, 2), {"do": "open", "by": "bo"})
    dealt.press(house, {"do": "confirm_settlement"}, {"do": "pay_pot", "to": "bo"})
    sound(house)
    return house


def event(type_: str) -> log.Event:
    """The first of a type."""
    found = log.Event.objects.filter(type=type_).order_by("seq").first()
    assert found is not None
    return found


def rewrite(found: log.Event, change: Change, **columns: Any) -> None:
    """Change what an event says and make the chain fit again."""
    told = json.loads(found.body)
    change(told["data"])
    log.Event.objects.filter(stream_id=found.stream_id, seq=found.seq).update(body=canonical(told), **columns)
    forging.chain_again(log.Stream.objects.get(key=TABLE))


def findings() -> list[str]:
    return [str(finding) for finding in verify([TABLE]).findings]


def test_a_throw_that_the_seed_does_not_give(thrown: House) -> None:
    found = event("dice_thrown")

    def turn(data: dict[str, Any]) -> None:
        data["input"]["dice"][0] = 6 if data["input"]["dice"][0] != 6 else 4

    rewrite(found, turn)
    assert f"{TABLE} #{found.seq} dice_thrown: dice are not what the rules give" in findings()


def test_a_seed_that_was_exchanged_afterwards(thrown: House) -> None:
    found = event("round_opened")
    nonce, _ = json.loads(found.sealed)["seed"]
    other = "ab" * 32
    rewrite(
        found, lambda data: data["sealed"].update(seed=seal(nonce, other)), sealed=canonical({"seed": [nonce, other]})
    )
    told = findings()
    shown = event("seed_revealed")
    assert f"{TABLE} #{shown.seq} seed_revealed: what is shown is not what was sealed" in told
    assert any(line.endswith("dice are not what the rules give") for line in told)


def test_server_dice_without_a_seed(thrown: House) -> None:
    found = event("round_opened")
    rewrite(found, lambda data: data.pop("sealed"), sealed="")
    assert f"{TABLE} #{found.seq} round_opened: the source of the dice and the seed do not agree" in findings()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("pot", "pot are not what the rules give"),
        ("rake", "rake are not what the rules give"),
        ("house_net", "house_net are not what the rules give"),
    ],
)
def test_what_the_end_says_of_pot_and_rake(thrown: House, name: str, told: str) -> None:
    found = next(e for e in log.Event.objects.filter(body__contains='"ended":"settled"').order_by("seq"))
    rewrite(found, lambda data: data.update({name: data[name] + 1}))
    assert f"{TABLE} #{found.seq} {found.type}: {told}" in findings()


def test_other_options_are_another_game(thrown: House) -> None:
    rewrite(event("round_opened"), lambda data: data["options"].update(ante=1_000))
    found = event("ante_paid")
    assert f"{TABLE} #{found.seq} ante_paid: transfers are not what the rules give" in findings()


def test_a_pot_that_is_paid_for_more_than_it_holds(kept: House) -> None:
    found = event("pot_paid")

    def enrich(data: dict[str, Any]) -> None:
        data["amount"] += 500
        data["transfers"][0][2] += 500

    rewrite(found, enrich)
    assert f"{TABLE} #{found.seq} pot_paid: the pot that is paid is not the pot of the table" in findings()


@pytest.mark.parametrize(
    ("forge", "told"),
    [
        (
            lambda data: data["stacks"].__setitem__(1, {"100": 2}),
            "the chips in and out of the pot are not worth what was moved",
        ),
        (lambda data: data["change"]["taken"].update({"100": 6}), "the change is not of equal value"),
        (lambda data: data["rack"].update({"100": -4}), "the rack did not change as the change says"),
        (
            lambda data: data["stacks"].__setitem__(0, {"100": 5}),
            "the chips in the pot are not the ones that were laid",
        ),
        (lambda data: data["change"].update(given={}, taken={}), "more came out of the pot than was in it"),
    ],
)
def test_chips_of_a_pot_that_were_exchanged(kept: House, forge: Change, told: str) -> None:
    """A penalty of 5.00 came in one chip, and the house took 1.00 of it: 5.00 was changed with the rack."""
    found = event("bid_opened")
    rewrite(found, forge)
    assert f"{TABLE} #{found.seq} bid_opened: {told}" in findings()


def test_change_that_was_not_needed(kept: House) -> None:
    found = event("bid_opened")

    def lay_small(data: dict[str, Any]) -> None:
        data["laid"][0]["chips"] = data["stacks"][0] = {"100": 5}
        data["change"] = {"source": "players", "given": {"100": 2}, "taken": {"50": 4}}
        del data["rack"]

    rewrite(found, lay_small)
    assert f"{TABLE} #{found.seq} bid_opened: the chips out of the pot are not what it gives" in findings()


def test_a_pot_whose_chips_were_exchanged_on_the_floor(kept: House) -> None:
    with forging.changed():
        state = kept.state()
        live = json.loads(state.live)
        live["pot"]["settlement"]["payments"][0][2] = {"50": 2}
        state.live = json.dumps(live)
        state.save()
        assert f"{TABLE}: table state: live is not what it should be" in findings()


def test_a_hidden_cup_that_was_exchanged(kept: House) -> None:
    found = event("cup_rolled")
    nonce, _ = json.loads(found.sealed)["dice"]
    other = "[3,3,3,3,4]"
    rewrite(
        found, lambda data: data["sealed"].update(dice=seal(nonce, other)), sealed=canonical({"dice": [nonce, other]})
    )
    told = findings()
    opened = event("bid_opened")
    assert f"{TABLE} #{opened.seq} bid_opened: what is shown is not what was sealed" in told
    assert f"{TABLE} #{opened.seq} bid_opened: facts are not what the rules give" in told
