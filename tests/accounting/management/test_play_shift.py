"""The command that plays a shift and lets the accountant certify it."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from accounting.models.reports import ShiftReport
from tables.models import house

pytestmark = pytest.mark.django_db


def run(*args: str) -> tuple[list[str], str]:
    """Lines of standard output, and what went to standard error."""
    out, err = io.StringIO(), io.StringIO()
    call_command("play_shift", *args, stdout=out, stderr=err)
    return out.getvalue().splitlines(), err.getvalue()


def test_the_report_of_the_shift_is_printed_with_its_hash() -> None:
    lines, progress = run("--tables", "2", "--rounds", "5", "--seed", "7", "--yes")
    report = ShiftReport.objects.get()
    told = json.loads(report.text)
    assert lines[0].endswith("casino SIM-1, USD, version 1, final")
    assert [line.split()[0] for line in lines[3:5]] == ["T-001", "T-002"]
    assert lines[5].startswith("all banked      10 ")
    assert lines[-1] == f"sha256 {report.sha256}"
    assert progress.split("\r")[-1].split("] ")[1] == "10/10 rounds\n"
    line = told["figures"]["house"]["banked"]
    assert (line["rounds"], line["difference"], line["opener_variance"], line["drop_variance"]) == (10, 0, 0, 0)
    assert line["win"] == line["engine_net"]
    assert told["exceptions"] == []


def test_the_same_seed_gives_the_same_figures() -> None:
    first, _ = run("--tables", "1", "--rounds", "3", "--seed", "5", "--yes")
    again, _ = run("--tables", "1", "--rounds", "3", "--seed", "5", "--yes")
    other, _ = run("--tables", "1", "--rounds", "3", "--seed", "6", "--yes")
    assert first[1:-1] == again[1:-1]
    assert first[1:-1] != other[1:-1]
    assert [casino.code for casino in house.Casino.objects.order_by("pk")] == ["SIM-1", "SIM-2", "SIM-3"]


def test_a_mixed_shift_certifies_and_its_pot_tables_have_an_even_bank() -> None:
    run("--tables", "4", "--rounds", "2", "--mix", "--yes")
    told = json.loads(ShiftReport.objects.get().text)
    assert told["figures"]["house"]["banked"]["rounds"] == 2
    pots = told["pot_games"]["tables"]
    assert [(line["game"], line["rounds"], line["bank_variance"]) for line in pots] == [
        ("scarney", 2, 0),
        ("scarney_partnership", 2, 0),
        ("liars_dice", 2, 0),
    ]
    assert told["exceptions"] == []


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--tables", "0", "--rounds", "1", "--yes"), "--tables must be from 1 to 500"),
        (("--tables", "1", "--rounds", "0", "--yes"), "--rounds must be from 1 to 20000"),
        (("--tables", "1", "--rounds", "1", "--spots", "8", "--yes"), "--spots must be from 1 to 7"),
        (("--tables", "1", "--rounds", "1"), "this house is no demo"),
        (("--tables", "1", "--rounds", "1", "--games", "faro", "--yes"), "--games: there is no game faro"),
        (("--tables", "1", "--rounds", "1", "--mix", "--spots", "3", "--yes"), "--spots: scarney_partnership with 3"),
    ],
)
def test_what_cannot_be_played_founds_no_house(args: tuple[str, ...], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        run(*args)
    assert not house.Casino.objects.exists()
