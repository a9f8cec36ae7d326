"""The one table of who may do what: every cell of it, so that a change is seen."""

from dataclasses import replace

import pytest

from tables.domain import permissions
from tables.domain.actors import Actor, Role, system_actor
from tables.domain.errors import NotAllowed


def holding(*roles: Role) -> Actor:
    return Actor(casino_id=1, casino="DEMO", staff_id=1, badge="1", name="One", roles=frozenset(roles))


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("permission", list(permissions.PERMISSIONS))
def test_a_role_carries_exactly_its_permissions(permission: str, role: Role) -> None:
    carried = role in permissions.PERMISSIONS[permission]
    assert permissions.may(holding(role), permission) is carried
    if not carried:
        with pytest.raises(NotAllowed) as refused:
            permissions.require(holding(role), permission)
        assert (refused.value.code, refused.value.detail) == ("not_permitted", {"permission": permission})


def test_roles_add_up() -> None:
    both = holding(Role.DEALER, Role.CASHIER)
    assert permissions.may(both, "deal")
    assert permissions.may(both, "issue_table_bank")
    assert not permissions.may(both, "void_round")


@pytest.mark.parametrize("permission", list(permissions.PERMISSIONS))
def test_the_house_itself_may_nothing(permission: str) -> None:
    assert not permissions.may(system_actor(1, "DEMO"), permission)


def test_duties_that_must_stay_apart() -> None:
    """Who deals does not supervise, who moves chips does not count boxes, who counts does not certify."""
    table = permissions.PERMISSIONS
    assert table["deal"].isdisjoint(table["void_round"] | table["supervise_count"])
    assert table["issue_table_bank"].isdisjoint(table["count_box"] | table["count_rack"])
    assert table["count_box"].isdisjoint(table["read_reports"] | table["certify_shift"])
    assert table["certify_shift"] == {Role.ACCOUNTANT}
    acts = {name for name, roles in table.items() if Role.AUDITOR in roles and not name.startswith("read_")}
    assert acts == {"export_log", "draw_audit_sample", "record_finding", "close_finding"}  # nothing that moves a chip
    assert all(table[name] == {Role.AUDITOR} for name in acts)
    assert Role.AUDITOR not in table["answer_finding"]


@pytest.mark.parametrize(("at", "table"), [(None, 7), (8, 7), (None, None), (7, None)])
def test_who_deals_stands_at_the_table(at: int | None, table: int | None) -> None:
    with pytest.raises(NotAllowed) as refused:
        permissions.require_at_table(replace(holding(Role.DEALER), table_id=at), table)
    assert (refused.value.code, refused.value.detail) == ("terminal_required", {})
    permissions.require_at_table(replace(holding(Role.DEALER), table_id=7), 7)


def test_an_unknown_permission_is_a_programming_error() -> None:
    with pytest.raises(KeyError):
        permissions.may(holding(*Role), "adjust_rack")
