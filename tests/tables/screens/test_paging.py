"""The way to older lines: below the last that is shown, with all else that was asked for."""

from tables.screens import paging


def test_a_list_that_fits_leads_nowhere() -> None:
    assert paging.older([], int) == ""
    assert paging.older(range(50, 0, -1), int) == ""


def test_what_comes_after_the_last_line_that_is_shown() -> None:
    assert paging.older(range(151, 100, -1), int) == "?before=102"


def test_the_rest_of_the_question_is_kept() -> None:
    kept = {"kind": "fill", "table": "", "before": "900", "note": "a&b"}
    assert paging.older(range(151, 100, -1), int, kept) == "?kind=fill&note=a%26b&before=102"
