"""Examples of disputes for the API's description."""

from typing import Any

from tables.api import examples

OPENED: dict[str, Any] = {"table": "BJ-04", "dispute": 3, "status": "open", "round": 1182, "seq": 533}
RULED: dict[str, Any] = {
    **OPENED,
    "status": "ruled",
    "ruling": "pay_as_claimed",
    "reason": "seen on camera 4",
    "engine": {"status": "settled", "house_net": 2_500, "player_net": -2_500},
    "pack": "nevada-like 1",
    "amount": 2_500,
    "chips": {"2500": 1},
    "minutes": 4,
    "signatures": [{"badge": "2001", "role": "pit_boss"}],
    "seq": 535,
}
ACCEPTED: dict[str, Any] = {**OPENED, "status": "accepted", "note": "", "seq": 536}
ESCALATED: dict[str, Any] = {**OPENED, "status": "escalated", "surveillance": "CAM4-0311", "note": "", "seq": 536}
REPORTED: dict[str, Any] = {
    **OPENED,
    "status": "regulator",
    "reference": "GCB-2026-0117",
    "outstanding": 50_000,
    "due": True,
    "seq": 540,
}
LINE: dict[str, Any] = {
    "id": 12,
    "table": "BJ-04",
    "pit": "P1",
    "game": "blackjack",
    "number": 3,
    "status": "ruled",
    "claim": "wrong_payout",
    "text": "He had nineteen and was taken.",
    "claimed": 2_500,
    "paid": 2_500,
    "left": 0,
    "stopped": False,
    "round": 1182,
    "round_day": "2026-03-04",
    "player": "seat 3",
    "patron": "",
    "spot": "3",
    "dealer": "1042",
    "opened_at": "2026-03-04T21:08:02.000000Z",
    "opened_by": "1042",
    "ruling": "pay_as_claimed",
    "reason": "seen on camera 4",
    "pack": "nevada-like 1",
    "ruled_at": "2026-03-04T21:11:40.000000Z",
    "ruled_by": "2001",
    "minutes": 4,
    "surveillance": "",
    "regulator": "",
    "note": "",
    "closed_at": None,
    "names": {"1042": "Dana Reyes", "2001": "Petra Vance"},
}
AFFECTED: dict[str, Any] = {
    "number": 1182,
    "status": "settled",
    "opened_at": "2026-03-04T21:07:02.000000Z",
    "handle": 2_500,
    "house_net": 2_500,
}
WHOLE: dict[str, Any] = {
    **LINE,
    "allowed": [{"ruling": "continue", "most": None}, {"ruling": "pay_as_claimed", "most": 50_000}],
    "affected": [AFFECTED],
    "similar": [],
}
REPLAY: dict[str, Any] = {
    "game": "blackjack",
    "audience": "floor",
    "of": 24,
    "results": [{"step": 6, **examples.STEPS[0], "felt": {"status": "open", "awaits": "card"}}],
    "next": "?limit=1&after=6",
}
