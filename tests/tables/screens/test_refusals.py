"""Every refusal that a screen can meet has words that say what is wrong and what to do."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from tables.domain import errors
from tables.screens import refusals

ROOT = Path(__file__).resolve().parent.parent.parent.parent
FAMILIES = frozenset({"Conflict", "Invalid", "NotAllowed", "NotFound", "Refused", "StaleSequence"})
#: What the terminal, the pit and the reports call, and all that these call in turn.
REACHED = (
    "accounting/screens",
    *(f"accounting/selectors/{name}.py" for name in ("audit_findings audit_samples audit_trail log_exports").split()),
    "accounting/selectors/sequences.py",
    "accounting/selectors/cash_log.py",
    "accounting/selectors/shift_reports.py",
    "accounting/services/audit_findings.py",
    "accounting/services/audit_samples.py",
    "accounting/services/certify.py",
    "accounting/services/log_export.py",
    "tables/domain/box_contents.py",
    "tables/domain/chips.py",
    "tables/domain/foreign_chips.py",
    "tables/domain/house_settings.py",
    "tables/domain/limits.py",
    "tables/domain/markers.py",
    "tables/domain/names.py",
    "tables/domain/permissions.py",
    "tables/domain/pins.py",
    "tables/domain/shoes.py",
    "tables/games/blackjack",
    "tables/games/dice.py",
    "tables/games/liars_dice",
    "tables/games/scarney",
    "tables/screens",
    *(f"tables/selectors/{name}.py" for name in ("boxes codes count_sheets counts markers").split()),
    "tables/selectors/handovers.py",
    "tables/selectors/queue.py",
    "tables/selectors/sights.py",
    "tables/services/approvals",
    "tables/services/counts",
    "tables/services/markers",
    *(
        f"tables/services/{name}.py"
        for name in (
            "actions alerts authority boxes buy_in_corrections buy_ins calls credentials credit_lines dealing handovers"
            " house identification limits live log one_time periods pits play pots racks rounds rulings seat_links"
            " shoes sign_ons signatures staffing stakes standing table_life table_rules taps terminals undoing"
            " witnesses"
        ).split()
    ),
)
#: Only an integrator or an operator's commands can meet these; they are in the API's words.
ELSEWHERE = frozenset(
    "bad_audience bad_colour bad_currency bad_denominations bad_exponent bad_seconds bad_shifts bad_time_zone"
    " casino_exists"
    " chip_set_exists no_such_manager not_in_the_future".split()
)


def codes(source: str) -> Iterator[str]:
    """Codes that the source refuses with: the constant first argument of one of the families."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            first = node.args[0]
            if name in FAMILIES and isinstance(first, ast.Constant):
                yield str(first.value)


def reached() -> list[str]:
    files = [
        file
        for name in REACHED
        for file in (sorted((ROOT / name).rglob("*.py")) if (ROOT / name).is_dir() else [ROOT / name])
    ]
    return sorted({code for file in files for code in codes(file.read_text(encoding="utf-8"))})


def test_the_search_finds_codes() -> None:
    assert list(codes('raise Conflict("busy")\nraise errors.Invalid("bad_form", field="x")\nraise Other("no")')) == [
        "busy",
        "bad_form",
    ]
    assert {"rack_short", "spot_taken", "role_not_held", "books_behind"} <= set(reached())


def test_every_refusal_that_a_screen_can_meet_has_words() -> None:
    assert [code for code in reached() if code not in refusals.WORDS and code not in ELSEWHERE] == []


@pytest.mark.parametrize(
    "code", ["pin_locked", "password_locked", "wrong_badge_or_pin", "wrong_username_or_password", "no_such_table"]
)
def test_refusals_that_are_named_by_a_constant_have_words(code: str) -> None:
    assert code in refusals.WORDS


@pytest.mark.parametrize(
    ("error", "status", "tone"),
    [
        (errors.NotAllowed("not_dealing"), 403, "bad"),
        (errors.NotFound("no_such_pit"), 404, "bad"),
        (errors.StaleSequence("stale_sequence"), 412, "warn"),
        (errors.Conflict("busy"), 409, "warn"),
        (errors.Conflict("play_stopped"), 409, "bad"),
        (errors.Invalid("bad_amount"), 422, "bad"),
    ],
)
def test_a_family_has_its_status_and_tone(error: errors.FloorError, status: int, tone: str) -> None:
    refusal = refusals.of(error, 2)
    assert (refusal.code, refusal.status, refusal.tone) == (error.code, status, tone)


@pytest.mark.parametrize(
    ("code", "detail", "words"),
    [
        (
            "bet_below_min",
            {"minimum": 500},
            "The stake is below the minimum of 5.00. The player adds to it or takes it off.",
        ),
        (
            "bet_above_max",
            {"maximum": 50_000},
            "The stake is above the maximum of 500.00. Lay less, or let the pit boss lift his limit.",
        ),
        ("card_not_in_shoe", {"decks": 4}, "Every such card of the 4 decks is already out. Look again."),
        (
            "note_required",
            {"difference": -4_500},
            "The count differs from what should be there by −45.00. Count again, or say why.",
        ),
        ("insurance_wrong_amount", {}, "The insurance has to be half the bet: ?."),
        ("bad_form", {"field": "reason"}, "Say in a few words why."),
        ("bad_form", {"field": "unheard"}, "Something is missing or is not what belongs there. Check what you keyed."),
        ("unheard_of", {}, "This was refused."),
    ],
)
def test_words_name_the_amounts(code: str, detail: dict[str, Any], words: str) -> None:
    assert refusals.of(errors.Invalid(code, **detail), 2).words == words


def test_words_are_in_the_readers_language() -> None:
    with translation.override("zh-hans"):
        assert (
            refusals.of(errors.Invalid("bet_below_min", minimum=500), 2).words
            == "注额低于最低限额 5.00。请玩家加注或取回。"
        )


def test_percent_signs_of_others_do_no_harm() -> None:
    refusal = refusals.of(errors.Conflict("books_stopped", reason="100 %(x)s"), 2)
    assert refusal.words.endswith("100 %(x)s")
