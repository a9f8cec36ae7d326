"""Signatures: badge and PIN, locks against guessing, and persons compared (domain.md §1.1, T-100)."""

from datetime import date, timedelta
from typing import Any

import pytest

from tables.domain.actors import Role
from tables.domain.canonical import content_hash
from tables.domain.errors import NotAllowed
from tables.models import staff
from tables.services import pin_hashes, rulings, signatures, staffing
from tables.services.signatures import SignatureRequest
from tests import builders, custody, dealt
from tests.refusals import refused

pytestmark = pytest.mark.django_db
AT = builders.AT
CONTENT = {"slip": "opener", "total": 1_000_000}
WRONG = "000001"


def sign(house: builders.House, name: str = "petra", **changes: Any) -> Any:
    role, pin = builders.PEOPLE[name] if name in builders.PEOPLE else (Role.DEALER, WRONG)
    values: dict[str, Any] = {
        "casino": house.casino.pk,
        "badge": name,
        "pin": pin,
        "role": role,
        "terminal": "T-1",
        "content": CONTENT,
        "at": AT,
    }
    return signatures.verify(**(values | changes))


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The hashes that PINs were checked against, in order."""
    seen: list[str] = []
    hasher = pin_hashes._hasher()

    class Watched:
        def verify(self, pin_hash: str, pin: str) -> bool:
            seen.append(pin_hash)
            return hasher.verify(pin_hash, pin)

        def hash(self, pin: str) -> str:
            return hasher.hash(pin)

    monkeypatch.setattr(pin_hashes, "_hasher", Watched)
    return seen


def test_a_signature_names_person_licence_role_terminal_and_content() -> None:
    house = builders.house()
    signed = sign(house)
    assert signed.as_data() == {
        "badge": "petra",
        "name": "Petra Pit Boss",
        "licence": "L-PETRA",
        "role": "pit_boss",
        "terminal": "T-1",
        "signed_at": "2026-03-04T20:00:00.000000Z",
        "content": content_hash(CONTENT),
    }
    assert signed.staff_id == house.petra.staff_id
    assert content_hash(CONTENT) != content_hash({**CONTENT, "total": 1_000_001})


def test_the_pin_shows_in_no_repr() -> None:
    request = signatures.SignatureRequest(badge="petra", pin="610437")
    assert repr(request) == str(request) == "SignatureRequest(badge='petra')"


def test_a_role_must_be_held_now() -> None:
    house = builders.house()
    with refused("role_not_held", NotAllowed):
        sign(house, "dana", role=Role.PIT_BOSS)
    staffing.grant_role(actor=house.hana, at=AT, badge="dana", role=Role.PIT_BOSS)
    assert sign(house, "dana", role=Role.PIT_BOSS).role == "pit_boss"
    staffing.revoke_role(actor=house.hana, at=AT, badge="dana", role=Role.PIT_BOSS)
    with refused("role_not_held", NotAllowed):
        sign(house, "dana", role=Role.PIT_BOSS)


@pytest.mark.by_hand
@pytest.mark.parametrize(("last_day", "allowed"), [(date(2026, 3, 3), False), (date(2026, 3, 4), True), (None, True)])
def test_a_lapsed_licence_signs_nothing(last_day: date | None, allowed: bool) -> None:
    house = builders.house()
    staff.StaffMember.objects.filter(username="petra").update(licence_expires_on=last_day)
    if allowed:
        assert sign(house).badge == "petra"
    else:
        with refused("licence_expired", NotAllowed):
            sign(house)


@pytest.mark.parametrize("changes", [{"pin": WRONG}, {"pin": ""}, {"name": "nobody"}, {"name": "otto"}])
def test_wrong_badge_and_wrong_pin_look_the_same(changes: dict[str, Any]) -> None:
    house = builders.house(outsider=True)
    with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
        sign(house, **changes)


def test_the_failure_stays_although_the_press_is_refused() -> None:
    house = builders.house()
    with pytest.raises(NotAllowed):
        sign(house, pin=WRONG)
    failure = staff.PinFailure.objects.get()
    assert (failure.casino_id, failure.badge, failure.place, failure.failed_at, failure.cleared_at) == (
        house.casino.pk,
        "petra",
        "T-1",
        AT,
        None,
    )


@pytest.mark.by_hand
def test_every_answer_costs_one_hash(checks: list[str]) -> None:
    house = builders.house()
    staff.StaffMember.objects.filter(username="axel").update(pin="")
    staff.StaffMember.objects.filter(username="cora").update(is_active=False)
    petra = staff.StaffMember.objects.get(username="petra").pin
    checks.clear()  # what the house itself had signed
    sign(house)
    assert checks == [petra]
    for name, pin in [("petra", WRONG), ("nobody", WRONG), ("axel", WRONG), ("cora", builders.PEOPLE["cora"][1])]:
        with pytest.raises(NotAllowed, match="wrong_badge_or_pin"):
            sign(house, name, pin=pin, terminal=f"T-{name}")
    assert len(checks) == 5
    assert checks[2:] == [pin_hashes._nobodys()] * 3


def test_three_wrong_ones_lock_the_badge_at_that_terminal_and_nowhere_else(checks: list[str]) -> None:
    house = builders.house()
    checks.clear()
    for _ in range(3):
        with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
            sign(house, pin=WRONG, terminal="T-1")
    with refused("pin_locked", NotAllowed):  # also the right PIN, and no more rows
        sign(house, terminal="T-1")
    assert len(checks) == 3  # a locked badge costs no hash
    for terminal in ("T-2", ""):
        assert sign(house, terminal=terminal).badge == "petra"
    assert sign(house, "dana", terminal="T-1").badge == "dana"  # nobody else is locked


def test_twelve_wrong_ones_from_anywhere_lock_the_badge_everywhere_for_a_day(checks: list[str]) -> None:
    house = builders.house()
    for terminal in ("T-1", "T-2", "T-3", "T-4"):
        for minute in range(3):
            with pytest.raises(NotAllowed, match="wrong_badge_or_pin"):
                sign(house, pin=WRONG, terminal=terminal, at=AT + timedelta(minutes=minute))
    checks.clear()
    for hours, terminal in ((1, "T-1"), (1, "T-9"), (23.9, "T-9"), (1, "")):
        with refused("pin_locked", NotAllowed):
            sign(house, terminal=terminal, at=AT + timedelta(hours=hours))
    assert checks == []
    assert sign(house, "dana", terminal="T-1", at=AT + timedelta(hours=1)).badge == "dana"
    assert sign(house, terminal="T-1", at=AT + timedelta(hours=24)).badge == "petra"  # eight of them are left


def test_a_boss_ends_a_lock_that_holds_everywhere() -> None:
    house = builders.house()
    for number in range(12):
        with pytest.raises(NotAllowed, match="wrong_badge_or_pin"):
            sign(house, "dana", pin=WRONG, terminal=f"T-{number}")
    with refused("pin_locked", NotAllowed):
        sign(house, "dana", terminal="T-20")
    assert staffing.unlock_pin(actor=house.petra, at=AT, badge="dana")["failures"] == 12
    assert sign(house, "dana", terminal="T-20").badge == "dana"


def test_the_lock_ends_when_a_failure_is_thirty_minutes_old() -> None:
    house = builders.house()
    for minute in (0, 10, 20):
        with pytest.raises(NotAllowed):
            sign(house, pin=WRONG, at=AT + timedelta(minutes=minute))
    with refused("pin_locked", NotAllowed):
        sign(house, at=AT + timedelta(minutes=29, seconds=59))
    assert sign(house, at=AT + timedelta(minutes=30)).badge == "petra"
    # The right PIN forgave nothing: one more wrong one within thirty minutes of the others locks again.
    with pytest.raises(NotAllowed, match="wrong_badge_or_pin"):
        sign(house, pin=WRONG, at=AT + timedelta(minutes=31))
    with refused("pin_locked", NotAllowed):
        sign(house, at=AT + timedelta(minutes=32))


def test_a_badge_of_another_casino_is_not_locked() -> None:
    house = builders.house()
    other = builders.casino("OTHER", manager="otto")
    for _ in range(3):
        with pytest.raises(NotAllowed):
            sign(house, "otto", pin=WRONG)
    assert sign(house, "otto", casino=other.pk).badge == "otto"


def test_ten_wrong_ones_lock_the_terminal_for_everybody() -> None:
    house = builders.house()
    for number in range(10):
        with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
            sign(house, f"guess-{number}")
    with refused("terminal_locked", NotAllowed):
        sign(house)
    assert sign(house, terminal="T-2").badge == "petra"
    assert sign(house, at=AT + timedelta(minutes=30)).badge == "petra"


def test_no_terminal_is_no_terminal_to_lock() -> None:
    house = builders.house()
    for number in range(10):
        with pytest.raises(NotAllowed):
            sign(house, f"guess-{number}", terminal="")
    assert sign(house, terminal="").badge == "petra"


def test_without_a_terminal_the_guesses_count_against_who_sends_them() -> None:
    house = builders.house()
    for number in range(10):
        with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
            sign(house, f"guess-{number}", terminal="", asker="dana")
    with refused("pin_locked", NotAllowed):
        sign(house, terminal="", asker="dana")
    assert sign(house, terminal="", asker="dev").badge == "petra"
    assert sign(house, terminal="T-1", asker="dana").badge == "petra"
    staffing.unlock_pin(actor=house.petra, at=AT, badge="dana")  # his desk with his badge
    assert sign(house, terminal="", asker="dana").badge == "petra"


def test_the_services_say_who_sends_the_pins() -> None:
    house = dealt.in_play(builders.house())
    with pytest.raises(NotAllowed, match="wrong_badge_or_pin"):
        rulings.void_round(
            actor=house.dana, at=AT, table="BJ-01", number=1, reason="x", boss=SignatureRequest("petra", WRONG)
        )
    with pytest.raises(NotAllowed, match="wrong_badge_or_pin"):
        custody.close_table(house, dealer=SignatureRequest("dana", WRONG))
    assert [failure.place for failure in staff.PinFailure.objects.order_by("pk")] == ["AT-BJ-01", "@petra"]


def test_t100_persons_are_compared_not_roles() -> None:
    house = builders.house()
    staffing.grant_role(actor=house.hana, at=AT, badge="dana", role=Role.PIT_BOSS)
    deals, supervises = sign(house, "dana"), sign(house, "dana", role=Role.PIT_BOSS)
    with refused("same_person", NotAllowed):
        signatures.require_different(deals, supervises)
    with refused("same_person", NotAllowed):
        signatures.require_different(deals, house.dana.staff_id)
    signatures.require_different(deals, sign(house), house.dev.staff_id, None, None)
