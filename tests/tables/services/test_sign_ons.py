"""Signing on and off, and who is found behind a token."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from tables.domain.actors import Role
from tables.domain.errors import Invalid, NotAllowed
from tables.models import log, staff, terminals
from tables.selectors import actors
from tables.services import sign_ons, signatures, staffing
from tables.services import terminals as devices
from tests import builders, statements
from tests.builders import PASSWORD, PEOPLE, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db
AT = builders.AT
LATER = AT + timedelta(hours=1)


def device(house: builders.House, terminal: str = "T-01", table: str | None = "BJ-01") -> str:
    answer = devices.register_terminal(actor=house.hana, at=AT, terminal=terminal, table=table)
    return devices.enrol_terminal(at=AT, code=answer["enrolment_code"]).token


def sign_on(token: str, name: str = "dana", pin: str = "") -> sign_ons.SignedOn:
    return sign_ons.sign_on(at=AT, device_token=token, badge=name, pin=pin or PEOPLE[name][1])


def test_a_person_signs_on_at_a_terminal() -> None:
    house = builders.house()
    signed_on = sign_on(device(house))
    assert signed_on.expires_at == AT + timedelta(hours=12)
    assert signed_on.actor == actors.actor_for_token(signed_on.token, LATER)
    found = signed_on.actor
    assert (found.badge, found.roles, found.terminal, found.table_id, found.casino) == (
        "dana",
        frozenset({Role.DEALER}),
        "T-01",
        house.table().pk,
        "DEMO",
    )
    assert found.client == f"terminal:{found.terminal_id}"
    assert facts("signed_on") == [{"badge": "dana", "terminal": "T-01"}]


def test_the_token_is_kept_nowhere() -> None:
    house = builders.house()
    signed_on = sign_on(device(house))
    assert signed_on.token not in " ".join(log.Event.objects.values_list("body", flat=True))
    assert terminals.SignOn.objects.get().digest == actors.digest(signed_on.token) != signed_on.token
    assert signed_on.token not in repr(signed_on)


def test_the_next_person_ends_the_sign_on_before() -> None:
    house = builders.house()
    token = device(house)
    dana, dev = sign_on(token), sign_on(token, "dev")
    assert actors.actor_for_token(dana.token, LATER) is None
    assert actors.actor_for_token(dev.token, LATER) == dev.actor
    assert facts("signed_off") == [{"badge": "dana", "terminal": "T-01"}]


def test_an_expired_sign_on_does_not_stand_in_the_way() -> None:
    house = builders.house()
    token = device(house)
    sign_on(token)
    much_later = AT + timedelta(hours=13)
    again = sign_ons.sign_on(at=much_later, device_token=token, badge="dana", pin=PEOPLE["dana"][1])
    assert actors.actor_for_token(again.token, much_later) == again.actor


@pytest.mark.parametrize("token", ["", "x" * 43])
def test_an_unknown_device_signs_nobody_on(token: str) -> None:
    house = builders.house()
    devices.register_terminal(actor=house.hana, at=AT, terminal="T-01", table=None)  # not enrolled: no token yet
    with refused("unknown_terminal", NotAllowed):
        sign_on(token)


def test_a_wrong_pin_signs_nobody_on_and_three_lock() -> None:
    house = builders.house()
    token = device(house)
    for _ in range(3):
        with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
            sign_on(token, pin="000001")
    with refused("pin_locked", NotAllowed):
        sign_on(token)


def test_a_person_of_another_casino_is_a_stranger() -> None:
    house = builders.house(outsider=True)
    token = device(house)
    with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
        sign_on(token, "otto")


def test_an_office_signs_on_with_a_password() -> None:
    builders.house()
    signed_on = sign_ons.sign_on_with_password(at=AT, username="ada", password=PASSWORD)
    found = actors.actor_for_token(signed_on.token, LATER)
    assert found == signed_on.actor
    assert (found.badge, found.terminal, found.terminal_id, found.table_id) == ("ada", "", None, None)
    assert found.client == f"staff:{found.staff_id}"
    assert facts("signed_on") == [{"badge": "ada", "terminal": ""}]


@pytest.mark.parametrize(
    ("username", "password"),
    [("ada", "wrong"), ("ada", ""), ("nobody", PASSWORD), ("dana", PASSWORD), ("dana", ""), ("operator", PASSWORD)],
)
def test_strangers_and_wrong_passwords_look_the_same(username: str, password: str) -> None:
    builders.house()
    operator = staff.StaffMember(username="operator", badge="op", name="Operator")
    operator.set_password(PASSWORD)
    operator.save()
    with refused("wrong_username_or_password", NotAllowed, failures_stay=True):
        sign_ons.sign_on_with_password(at=AT, username=username, password=password)
    kept = staff.PinFailure.objects.get().badge
    assert (kept == username) is (username != "nobody")


@pytest.mark.parametrize("keyed", ["908172", "nobody", "a reader that never sleeps"])
def test_what_was_keyed_in_place_of_a_name_is_counted_and_not_kept(keyed: str) -> None:
    """A PIN where the badge belongs, a password for a user name."""
    house = builders.house()
    for code in ["wrong_badge_or_pin"] * 3 + ["pin_locked"]:
        with refused(code, NotAllowed, failures_stay=True):
            signatures.prove(casino=house.casino.pk, badge=keyed[:16], pin="718290", terminal="T-1", at=AT)
    for code in ["wrong_username_or_password"] * 3 + ["password_locked"]:
        with refused(code, NotAllowed, failures_stay=True):
            sign_ons.sign_on_with_password(at=AT, username=keyed, password="718290", place="desk 1")
    kept = list(staff.PinFailure.objects.values_list("badge", flat=True))
    assert (len(kept), [badge for badge in kept if keyed[:16] in badge]) == (6, [])


def test_every_password_answer_costs_one_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.contrib.auth.hashers import MD5PasswordHasher

    spent: list[str] = []
    real = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        spent.append(password)
        return str(real(self, password, salt))

    builders.house()
    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    for username in ("ada", "dana", "nobody"):  # a password, none, and no such person
        with pytest.raises(NotAllowed, match="wrong_username_or_password"):
            sign_ons.sign_on_with_password(at=AT, username=username, password="wrong")
    assert len(spent) == 3


def sign_in(username: str = "ada", password: str = PASSWORD, place: str = "203.0.113.7", at: datetime = AT) -> str:
    """The badge of who got in."""
    return sign_ons.sign_on_with_password(at=at, username=username, password=password, place=place).actor.badge


def guess(place: str, times: int, username: str = "ada") -> None:
    for _ in range(times):
        with pytest.raises(NotAllowed, match="wrong_username_or_password"):
            sign_in(username, "wrong", place)


def test_three_wrong_passwords_lock_the_user_name_there_and_a_boss_unlocks_it() -> None:
    house = builders.house()
    guess("203.0.113.7", 3)
    with refused("password_locked", NotAllowed):
        sign_in()
    assert sign_in(place="203.0.113.8") == "ada"  # whoever guessed is elsewhere
    assert sign_in("axel") == "axel"
    assert staffing.unlock_pin(actor=house.petra, at=AT, badge="ada")["failures"] == 3
    assert sign_in() == "ada"


def test_many_addresses_guess_no_better_than_a_few_and_lock_nobody_out_where_he_is_known() -> None:
    builders.house()
    assert sign_in(place="desk 1") == "ada"
    for number in range(10):
        guess(f"203.0.113.{number}", 3)
    with refused("password_locked", NotAllowed):  # thirty within a day: from no new address any more
        sign_in(place="203.0.113.99")
    assert sign_in(place="desk 1") == "ada"
    assert sign_in("axel", place="203.0.113.99") == "axel"
    with refused("password_locked", NotAllowed):
        sign_in(place="203.0.113.99", at=AT + timedelta(hours=23))
    assert sign_in(place="203.0.113.99", at=AT + timedelta(hours=24)) == "ada"


def test_where_one_is_known_ones_own_wrong_tries_still_lock() -> None:
    builders.house()
    assert sign_in(place="desk 1") == "ada"
    guess("desk 1", 3)
    with refused("password_locked", NotAllowed):
        sign_in(place="desk 1")


def test_thirty_wrong_ones_under_any_names_lock_an_address_but_not_who_is_known_there() -> None:
    builders.house()
    assert sign_in() == "ada"
    for number in range(30):
        guess("203.0.113.7", 1, f"guess-{number}")
    with refused("password_locked", NotAllowed):
        sign_in("axel")
    assert sign_in() == "ada"
    assert sign_in("axel", at=AT + timedelta(minutes=30)) == "axel"


def test_who_was_away_for_long_is_known_there_no_more() -> None:
    builders.house()
    assert sign_in(place="desk 1") == "ada"
    later = AT + sign_ons.KNOWN_FOR
    for number in range(30):
        with pytest.raises(NotAllowed, match="wrong_username_or_password"):
            sign_in("ada", "wrong", f"203.0.113.{number}", at=later)
    with refused("password_locked", NotAllowed):
        sign_in(place="desk 1", at=later)
    assert sign_in(place="desk 2", at=later + timedelta(days=2)) == "ada"
    assert list(terminals.KnownPlace.objects.values_list("place", flat=True)) == ["desk 2"]


def running(house: builders.House) -> list[tuple[str, str | None]]:
    """Who is signed on where."""
    held = terminals.SignOn.objects.filter(signed_off_at=None, staff__casino=house.casino)
    return sorted(held.values_list("staff__badge", "terminal__code"), key=str)


def test_a_new_pin_ends_what_the_old_one_began() -> None:
    house = builders.house()
    first, second = device(house), device(house, "T-02", None)
    sign_on(first)
    sign_on(second, "petra")
    third = device(house, "T-03", None)
    sign_ons.sign_on(at=AT, device_token=third, badge="dana", pin=PEOPLE["dana"][1], new_pin="908172")
    assert running(house) == [("dana", "T-03"), ("petra", "T-02")]
    assert facts("signed_off") == [{"badge": "dana", "terminal": "T-01"}]


def test_ones_own_new_pin_leaves_one_where_one_is() -> None:
    house = builders.house()
    here = sign_on(device(house))
    sign_on(device(house, "T-02", None))
    staffing.set_pin(actor=here.actor, at=AT, badge="dana", pin="908172", old_pin=PEOPLE["dana"][1])
    assert running(house) == [("dana", "T-01")]
    staffing.set_pin(actor=house.hana, at=AT, badge="dana", pin="718290")
    assert running(house) == []
    assert facts("signed_off") == [{"badge": "dana", "terminal": place} for place in ("T-02", "T-01")]


def test_a_new_password_ends_what_the_old_one_began() -> None:
    house = builders.house()
    sign_on(device(house), "ada")
    old = sign_ons.sign_on_with_password(at=AT, username="ada", password=PASSWORD)
    new = "nobody but me knows"
    sign_ons.sign_on_with_password(at=AT, username="ada", password=PASSWORD, new_password=new)
    assert actors.actor_for_token(old.token, LATER) is None
    assert running(house) == [("ada", "T-01"), ("ada", None)]


@pytest.mark.parametrize("new", ["casino-blackjack-26", "Demo-Demo-Casino"])
def test_words_of_the_house_are_no_new_password(new: str) -> None:
    builders.house()
    with refused("weak_password", Invalid):
        sign_ons.sign_on_with_password(at=AT, username="ada", password=PASSWORD, new_password=new)


def test_signing_off_ends_the_sign_on_once() -> None:
    house = builders.house()
    signed_on = sign_on(device(house))
    digest = actors.digest(signed_on.token)
    sign_ons.sign_off(actor=signed_on.actor, at=LATER, digest=digest)
    assert actors.actor_for_token(signed_on.token, LATER) is None
    heads = builders.snapshot()
    sign_ons.sign_off(actor=signed_on.actor, at=LATER, digest=digest)
    assert builders.snapshot() == heads
    assert facts("signed_off") == [{"badge": "dana", "terminal": "T-01"}]


def test_nobody_signs_another_off() -> None:
    house = builders.house()
    signed_on = sign_on(device(house))
    sign_ons.sign_off(actor=house.dev, at=LATER, digest=actors.digest(signed_on.token))
    assert actors.actor_for_token(signed_on.token, LATER) == signed_on.actor


def leave(house: builders.House, digest: str) -> None:
    staff.StaffMember.objects.filter(username="dana").update(is_active=False)


def expire(house: builders.House, digest: str) -> None:
    terminals.SignOn.objects.filter(digest=digest).update(expires_at=LATER)


def end(house: builders.House, digest: str) -> None:
    terminals.SignOn.objects.filter(digest=digest).update(signed_off_at=AT)


def revoke(house: builders.House, digest: str) -> None:
    terminals.Terminal.objects.update(revoked_at=AT)


@pytest.mark.by_hand
@pytest.mark.parametrize("ends", [leave, expire, end, revoke])
def test_a_token_is_worth_nothing_once(ends: Callable[[builders.House, str], None]) -> None:
    house = builders.house()
    signed_on = sign_on(device(house))
    assert actors.actor_for_token(signed_on.token, LATER) == signed_on.actor
    ends(house, actors.digest(signed_on.token))
    assert actors.actor_for_token(signed_on.token, LATER) is None


def test_roles_count_as_they_are_held_now() -> None:
    house = builders.house()
    signed_on = sign_on(device(house))
    staffing.grant_role(actor=house.hana, at=AT, badge="dana", role=Role.PIT_BOSS)
    staffing.revoke_role(actor=house.hana, at=AT, badge="dana", role=Role.DEALER)
    found = actors.actor_for_token(signed_on.token, LATER)
    assert found is not None
    assert found.roles == {Role.PIT_BOSS}


def test_a_token_costs_one_query() -> None:
    house = builders.house()
    token = sign_on(device(house)).token
    with statements.counted() as sent:
        assert actors.actor_for_token(token, LATER) is not None
    assert len(sent) == 1


@pytest.mark.parametrize("session", [{}, {"sign_on": ""}, {"sign_on": 7}, {"sign_on": None}, {"sign_on": "0" * 64}])
def test_a_session_without_a_sign_on_is_nobody(session: dict[str, object]) -> None:
    builders.house()
    assert actors.actor_for_session(session, {}, AT) is None


def test_a_session_is_good_beside_the_cookie_it_began_with_and_nowhere_else() -> None:
    house = builders.house()
    token = device(house)
    signed_on = sign_on(token)
    session = {
        actors.SESSION_KEY: actors.digest(signed_on.token),
        actors.BROWSER_KEY: actors.bound_to("terminal", token),
    }
    assert actors.actor_for_session(session, {"terminal": token}, LATER) == signed_on.actor
    other = device(house, "T-02")
    elsewhere: list[dict[str, str]] = [
        {},
        {"terminal": ""},
        {"terminal": token + "x"},
        {"desk": token},
        {"terminal": other},
    ]
    assert [actors.actor_for_session(session, cookies, LATER) for cookies in elsewhere] == [None] * 5


@pytest.mark.parametrize("bound", [None, "", "terminal", 7, "terminal " + "0" * 64])
def test_a_session_that_is_bound_to_no_browser_is_nobodys(bound: object) -> None:
    signed_on = sign_on(device(builders.house()))
    session = {actors.SESSION_KEY: actors.digest(signed_on.token), actors.BROWSER_KEY: bound}
    assert actors.actor_for_session(session, {"terminal": "", "": ""}, LATER) is None


@pytest.mark.by_hand
def test_a_person_for_a_command() -> None:
    house = builders.house()
    device(house)
    found = actors.actor_for_staff(house.dana.staff_id or 0, "T-01")
    assert found is not None
    assert (found.badge, found.terminal, found.table_id) == ("dana", "T-01", house.table().pk)
    leave(house, "")
    assert actors.actor_for_staff(house.dana.staff_id or 0) is None
