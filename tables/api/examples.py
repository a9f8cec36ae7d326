"""Answers as the API's description shows them: one round of blackjack at BJ-04, from the bets to the settlement."""

from typing import Any

_AT = "2026-03-04T21:07:40.010000Z"
_SHOE = {"number": 1, "status": "in_play", "decks": 4, "cards_out": 4}
_NOBODY = {"to": None, "hand": None, "face_down": False, "player": None, "dice": 0}


def _table(seq: int, status: str, next_: dict[str, Any], felt: dict[str, Any], shoe: dict[str, Any]) -> dict[str, Any]:
    return {
        "table": "BJ-04",
        "seq": seq,
        "status": "open",
        "round": {"number": 1182, "status": status, "game": "blackjack"},
        "next": {**_NOBODY, **next_},
        "felt": felt,
        "shoe": shoe,
        "pot": 0,
        "pot_chips": {},
        "pot_settlement": None,
        "payments": [],
        "next_options": {},
    }


def _felt(awaits: str, cards: list[str], dealer: list[str], over: bool = False, **more: Any) -> dict[str, Any]:
    """The game's own picture: seat 3 has 25.00 on spot 3, and an onlooker 10.00 behind it."""
    hand = {
        "hand": 0,
        "key": 0,
        "cards": cards,
        "total": 16 if over else None,
        "soft": False if over else None,
        "visible_total": 16 if over else None,
        "stake": 2500,
        "tender": "chips",
        "doubled": False,
        "done": over,
        "outcome": "lose" if over else None,
        "net": -2500 if over else None,
        "bets": [1, 2],
    }
    behind = {"hand": 0, "stake": 1000, "outcome": "lose" if over else None, "net": -1000 if over else None}
    return {
        "status": "settled" if over else "open",
        "awaits": awaits,
        "minimum": 500,
        "maximum": 50000,
        "raised": {},
        "spots": [{"spot": 3, "owner": "seat 3", "hands": [hand]}],
        "back_bets": [
            {
                "id": "k1",
                "by": "rail 1",
                "spot": 3,
                "tender": "chips",
                "follow_split": True,
                "follow_double": False,
                "on": [behind],
            }
        ],
        "insurance": [],
        "offers": [],
        "dealer": {
            "cards": dealer,
            "total": 18 if over else None,
            "soft": True if over else None,
            "visible_total": 18 if over else 11 if dealer else None,
        },
        "turn": None,
        "settlement_order": [[3, 0]] if over else [],
        "shoe": {
            "cards_dealt": len(cards) + len(dealer),
            "cut_card": "none",
            "exhausted": False,
            "reshuffled": "none",
            "shuffle_due": False,
        },
        "net": {"seat 3": -2500, "rail 1": -1000} if over else None,
        **more,
    }


_TURN = {"spot": 3, "hand": 0, "player": "seat 3", "acts": ["double", "hit", "split", "stand"]}
_OFFERS = [{"spot": 3, "by": "seat 3", "amount": 1250}, {"back_bet": "k1", "by": "rail 1", "amount": 500}]

BETTING = _table(
    513, "betting", {"kind": "stakes"}, _felt("stakes", [], []), {**_SHOE, "status": "cut", "cards_out": 0}
)
DEALING = _table(
    514, "in_play", {"kind": "card", "to": "3", "hand": 0, "face_down": True}, _felt("card", [], []), BETTING["shoe"]
)
OFFER = _table(518, "in_play", {"kind": "offer"}, _felt("offer", ["??", "??"], ["AS", "??"], offers=_OFFERS), _SHOE)
ACTING = _table(
    519,
    "in_play",
    {"kind": "act", "to": "3", "hand": 0, "player": "seat 3"},
    _felt("act", ["??", "??"], ["AS", "??"], turn=_TURN),
    _SHOE,
)
SETTLED = _table(520, "settled", {"kind": "nothing"}, _felt("nothing", ["KH", "6S"], ["AS", "7H"], over=True), _SHOE)
CONFIRMED = {**SETTLED, "seq": 521, "round": {**SETTLED["round"], "status": "confirmed"}}
VOIDED = {**SETTLED, "seq": 522, "round": {**SETTLED["round"], "status": "voided"}}
BETWEEN = {**CONFIRMED, "seq": 530, "felt": None, "next": None, "shoe": {**_SHOE, "status": "cut", "cards_out": 0}}

FELT = {
    **ACTING,
    "audience": "dealer",
    "stopped_reason": None,
    "dealer": "1042",
    "period": {"number": 7, "gaming_day": "2026-03-04", "shift": "day"},
}
LEGAL_ACTS = {
    **{name: FELT[name] for name in ("table", "seq", "audience", "status", "round", "next")},
    "acts": _TURN["acts"],
}
BULK_BETS = {
    "table": "BJ-04",
    "round": {"number": 1182, "status": "betting"},
    "stakes": 2,
    "amount": 3500,
    "seq": 515,
}

ROUND_LINE = {
    "table": "BJ-04",
    "number": 1182,
    "status": "settled",
    "game": "blackjack",
    "rules_version": 1,
    "period": 7,
    "gaming_day": "2026-03-04",
    "shift": "day",
    "opened_at": _AT,
    "opened_seq": 511,
    "settled_at": "2026-03-04T21:08:55.402000Z",
    "settled_seq": 520,
    "dealer": "1042",
    "handle": 3500,
    "hands": 1,
    "house_net": 3500,
}
ROUND = {**ROUND_LINE, "audience": "floor", "felt": SETTLED["felt"]}
STEPS = [
    {
        "seq": 515,
        "type": "card_dealt",
        "occurred_at": _AT,
        "actor": "1042",
        "terminal": "T-BJ-04",
        "data": {
            "round": 1182,
            "input": {"do": "card", "card": None},
            "sealed": {"card": "df69c8aa509ccad54ca548c3b35f8201386923401d061f7c037c8f495656aeba"},
            "to": "3",
            "hand": 0,
            "face_down": True,
            "facts": [{"fact": "dealt", "to": "3", "hand": 0, "face_down": True}],
        },
    },
    {
        "seq": 516,
        "type": "card_dealt",
        "occurred_at": "2026-03-04T21:07:41.870000Z",
        "actor": "1042",
        "terminal": "T-BJ-04",
        "data": {
            "round": 1182,
            "input": {"do": "card", "card": "AS"},
            "to": "dealer",
            "hand": 0,
            "face_down": False,
            "facts": [{"fact": "dealt", "to": "dealer", "hand": 0, "face_down": False}],
        },
    },
]

SHOE_STEP = {"shoe": 1, "status": "received", "seq": 6}
SHOE_MIXED = {"shoe": 1, "status": "shuffled", "cards": 208, "seq": 8}
SHOE_LINE = {"table": "BJ-04", "number": 1, "decks": 4, "status": "retired", "shuffles": 1, "cards_out": 161}
SHOE = {
    **SHOE_LINE,
    "steps": [
        {"seq": 6, "type": "shoe_received", "occurred_at": "2026-03-04T13:40:00.000000Z", "decks": 4},
        {
            "seq": 8,
            "type": "shoe_mixed",
            "occurred_at": "2026-03-04T13:52:00.000000Z",
            "cards": 208,
            "indicator_joker": "face up beside the pack",
            "shuffle": 1,
            "source": "server",
            "seed": None,
            "sealed": {"seed": "f3789d03766d1118285d579186d02d3944ddc1509e3707e349c710d43f2806df"},
            "left_out": 0,
        },
    ],
    "revealed": [
        {
            "seq": 8,
            "field": "seed",
            "nonce": "8a2f0c5be6a14b7f9f6f0f1d3f5f8f11",
            "value": "3f9c1d0b7e2a4c6d8f1029384756aabbccddeeff00112233445566778899aabb",
        }
    ],
}

CALL = {"table": "BJ-04", "reason": "seat 3 asks for a higher limit", "round": 1182, "seq": 523}
STREAM = {
    "key": "DEMO/table/BJ-04",
    "kind": "table",
    "table": "BJ-04",
    "seq": 523,
    "hash": "776f76c98887a68011674402f834525df3d54cdf1f99e817f873ec8591725572",
}
STRETCH = {
    "stream": STREAM,
    "previous_hash": "0000000000000000000000000000000000000000000000000000000000000000",
    "results": [
        {
            "seq": 1,
            "type": "limits_set",
            "gaming_day": "2026-03-04",
            "round": None,
            "body": '{"actor":"2001","data":{"effective_from":"2026-03-04T14:00:00.000000Z","maximum":50000,'
            '"minimum":500},"gaming_day":"2026-03-04","occurred_at":"2026-03-04T14:00:00.000000Z",'
            '"recorded_at":"2026-03-04T14:00:00.000412Z","seq":1,"shift":"day","stream":"DEMO/table/BJ-04",'
            '"terminal":"","type":"limits_set","version":1}',
            "hash": "a09d7ba1198177473196f88040177a5137f27af6178e1f7e67baf6a8642ed55f",
        }
    ],
    "next": "?limit=1&after=1",
}
