"""The house's rows follow from its log: a changed setting, person, role, device or charge is named."""

from collections.abc import Callable
from datetime import date, time

import pytest

from accounting.services.verify.run import verify
from tables.domain.actors import Role
from tables.domain.rule_packs import shipped
from tables.models import floor, house, log, rounds, rule_packs, staff, terminals
from tables.services import employment, patrons, pits, sign_ons, staffing
from tables.services import house as house_acts
from tables.services import rule_packs as rule_pack_acts
from tables.services import terminals as terminal_acts
from tests import builders
from tests.accounting import forging
from tests.accounting.columns import unnoticed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("whole_house")]

HOUSE = (
    house.Casino, house.GamingDayStart, house.ShiftStart, house.ChipSet, house.Denomination, house.HouseRules,
    rule_packs.RulePackChoice, floor.Pit, floor.GamingTable, staff.StaffMember, staff.RoleHeld, staff.GameSignOff,
    staff.PitAssignment, terminals.Terminal, terminals.SignOn, rounds.Patron, log.Stream,
)  # fmt: skip
IN_NO_EVENT = {
    # Secrets: the log knows that there is one, and never which.
    "tables_staffmember.pin", "tables_staffmember.password", "tables_terminal.enrolment_digest",
    "tables_terminal.token_digest", "tables_signon.digest",
    # A preference, and what Django's own admin keeps of a person.
    "tables_staffmember.language", "tables_staffmember.last_login", "tables_staffmember.is_superuser",
    # What is known of a person may have to be corrected or erased.
    "tables_patron.name", "tables_patron.description",
    # The database refuses any other value: a stream has one table, and a casino one stream of each kind beside them.
    "tables_stream.table_id", "tables_stream.kind",
}  # fmt: skip


@pytest.fixture
def whole_house(db: None) -> None:
    """A house with every kind of row: people, devices, charges and sign-ons that have ended and that have not."""
    standing = builders.house(tables=("BJ-01", "BJ-02"), outsider=True)
    at, hana = standing.at, standing.hana
    code = terminal_acts.register_terminal(actor=hana, at=at, terminal="T-01", table="BJ-01")["enrolment_code"]
    device = terminal_acts.enrol_terminal(at=at, code=code)
    for name in ("dana", "dev"):
        sign_ons.sign_on(at=at, device_token=device.token, badge=name, pin=builders.PEOPLE[name][1])
    sign_ons.sign_on_with_password(at=at, username="ada", password=builders.PASSWORD)
    terminal_acts.register_terminal(actor=hana, at=at, terminal="T-02", table="BJ-01")
    terminal_acts.revoke_terminal(actor=hana, at=at, terminal="T-02")
    staffing.grant_role(actor=hana, at=at, badge="dev", role=Role.PIT_BOSS)
    staffing.revoke_role(actor=hana, at=at, badge="dev", role=Role.PIT_BOSS)
    employment.deactivate_staff(actor=hana, at=at, badge="axel")
    employment.deactivate_staff(actor=hana, at=at, badge="cora")
    employment.reactivate_staff(actor=hana, at=at, badge="cora")
    pits.relieve_pit_boss(actor=hana, at=at, pit="P1", badge="petra")
    pits.assign_pit_boss(actor=hana, at=at, pit="P1", badge="petra")
    patrons.register_patron(actor=standing.dana, at=at, code="P-1", name="Anna")
    house_acts.set_day_start(actor=hana, at=at, effective_from=date(2026, 4, 1), starts_at=time(5))
    house_acts.set_shift_pattern(actor=hana, at=at, effective_from=date(2026, 4, 1), shifts=(("day", time(5)),))
    house_acts.add_pit(actor=hana, at=at, code="P2", name="Pit 2")
    house_acts.add_house_rules(actor=hana, at=at, game="blackjack", values={})
    house_acts.add_chip_set(actor=hana, at=at, code="SIDE", denominations=builders.CHIPS[:1])
    rule_pack_acts.choose_rule_pack(
        actor=hana, at=at, name=shipped.DEFAULT[0], version=shipped.DEFAULT[1], effective_from=date(2026, 4, 1)
    )
    assert told() == []
    forging.unguard()


def told() -> list[str]:
    return [str(finding) for finding in verify(["DEMO/house"]).findings]


def test_every_column_of_the_house() -> None:
    assert [name for model in HOUSE for name in unnoticed(model, IN_NO_EVENT)] == []


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (
            lambda: staff.StaffMember.objects.filter(badge="dana").update(licence="L-OTHER"),
            "person dana: licence is 'L-OTHER' and should be 'L-DANA'",
        ),
        (
            lambda: staff.StaffMember.objects.filter(badge="dana").update(pin=""),
            "person dana: has_pin is False and should be True",
        ),
        (
            lambda: staff.RoleHeld.objects.filter(staff__badge="ada").delete(),
            "role ada/accountant/1 is missing on the floor",
        ),
        (
            lambda: staff.RoleHeld.objects.create(
                staff=staff.StaffMember.objects.get(badge="dana"), role="auditor", since=builders.AT
            ),
            "role dana/auditor/1 does not follow from the log",
        ),
        (
            lambda: staff.RoleHeld.objects.filter(staff__badge="dev", role="pit_boss").update(until=None),
            "role dev/pit_boss/1: until is None and should be '2026-03-04T20:00:00.000000Z'",
        ),
        (
            lambda: staff.GameSignOff.objects.filter(staff__badge="dana").delete(),
            "game of dana/blackjack is missing on the floor",
        ),
        (
            lambda: terminals.Terminal.objects.filter(code="T-02").update(revoked_at=None, token_digest="a" * 64),
            "terminal T-02: enrolled is True and should be False, revoked_at is None and should be"
            " '2026-03-04T20:00:00.000000Z'",
        ),
        (
            lambda: terminals.SignOn.objects.filter(staff__badge="dana").delete(),
            "sign-on dana/T-01/1 is missing on the floor",
        ),
        (
            lambda: staff.PitAssignment.objects.filter(until=None).delete(),
            "charge of pit P1/petra/2 is missing on the floor",
        ),
        (
            lambda: floor.GamingTable.objects.filter(code="BJ-01").update(spots=6),
            "table BJ-01: spots is 6 and should be 7",
        ),
        (
            lambda: house.Casino.objects.filter(code="DEMO").update(early_count_minutes=600),
            "casino: early_count_minutes is 600 and should be 60",
        ),
        (lambda: rounds.Patron.objects.all().delete(), "patron P-1 is missing on the floor"),
    ],
)
def test_what_was_changed_is_named(change: Callable[[], object], named: str) -> None:
    change()
    assert told() == [f"DEMO/house: {named}"]


def test_a_stream_that_is_gone_is_missed() -> None:
    table = log.Stream.objects.get(key="DEMO/table/BJ-01")
    log.Event.objects.filter(stream_id=table.pk).delete()
    table.delete()
    assert told() == ["DEMO/house: stream DEMO/table/BJ-01 is missing on the floor"]


def test_an_event_that_does_not_fit_is_named() -> None:
    stream = log.Stream.objects.get(key="DEMO/house")
    event = log.Event.objects.filter(stream_id=stream.pk, type="role_revoked").get()
    other = event.body.replace('"role":"pit_boss"', '"role":"auditor"')
    log.Event.objects.filter(stream_id=stream.pk, seq=event.seq).update(body=other)
    forging.chain_again(stream)
    assert f"DEMO/house #{event.seq} role_revoked: ends what had not begun" in told()
