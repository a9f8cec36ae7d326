"""The dealer of the bench keys what the last answer asks for, and never stops."""

from typing import Any

from casino.bench.keys import SPOTS, keyed

BETS = ["bet"] * len(SPOTS)


def _shown(status: str, kind: str = "nothing", **more: Any) -> dict[str, Any]:
    return {"round": {"status": status}, "next": {"kind": kind, **more}}


def test_a_round_is_keyed_by_what_is_shown_and_the_next_follows() -> None:
    shown = _shown("")
    keys = keyed(lambda: shown)
    opening = [next(keys) for _ in range(2 + len(BETS))]
    assert [given and given["do"] for given in opening] == ["open_round", *BETS, "close_betting"]
    shown = _shown("playing", "shuffle")
    assert next(keys) is None
    shown = _shown("playing", "offer")
    assert next(keys) == {"do": "close_insurance"}
    shown = _shown("playing", "act", player="p4", to="4")
    assert next(keys) == {"do": "stand", "by": "p4", "spot": 4}
    shown = _shown("settled")
    assert next(keys) == {"do": "confirm_settlement"}
    assert next(keys) == {"do": "open_round"}


def test_a_voided_round_needs_no_confirmation() -> None:
    shown = _shown("")
    keys = keyed(lambda: shown)
    for _ in range(2 + len(BETS)):
        next(keys)
    shown = _shown("voided")
    assert next(keys) == {"do": "open_round"}
