"""One round at the demo's own table for it: a dealer signs on, opens what is needed, deals, pays, and leaves."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from casino.check.door import CheckFailed, Door

Rows = Sequence[Mapping[str, Any]]
_MOST_STEPS = 100
_PLAYER, _SPOT = "S1", 1


class Played(NamedTuple):
    """The round that was dealt, by its table's stream, and the position of the stream after it.

    ``exponent`` are the decimal places of the house's money.
    """

    stream: str
    number: int
    seq: int
    exponent: int


class OneRound:
    """``sign_ins`` are the rows that the demo was seeded with; ``say`` hears of every step."""

    def __init__(self, url: str, sign_ins: Rows, say: Callable[[str], None]) -> None:
        device = _row(sign_ins, "enrolled terminal", lambda row: bool(row.get("device_token")))
        self._url, self._sign_ins, self._say = url, sign_ins, say
        self._device = device
        self._at = f"/tables/{device['table']}"
        self._door = Door(url)

    def play(self) -> Played:
        """Raises CheckFailed at the first thing that is not as it should be."""
        self._sign_on()
        meta = self._door.get("/meta")
        self._take_place()  # first, because only the table's own dealer sees its rack
        self._open_table()
        self._finish_round()  # one that an earlier check has left
        self._shuffle()
        minimum = self._door.get(self._at)["limits"]["minimum"]
        self._buy_in(minimum)
        self._press({"do": "open_round"})
        self._press({"do": "bet", "by": _PLAYER, "spot": _SPOT, "amount": minimum}, {"do": "close_betting"})
        told = self._finish_round()
        number = told["round"]["number"]
        self._say(f"{told['table']} round {number}: dealt, settled and confirmed")
        self._door.post(f"{self._at}/taps-out")
        return Played(f"{meta['casino']}/table/{told['table']}", number, told["seq"], meta["exponent"])

    def _sign_on(self) -> None:
        badge = str(self._device["dealer"])
        signed = self._door.post(
            "/sign-ons", {"device_token": self._device["device_token"], "badge": badge, "pin": self._pin(badge)}
        )
        self._door = Door(self._url, signed["token"])
        self._say(f"{signed['name']} ({badge}) signed on at {signed['terminal']}")

    def _open_table(self) -> None:
        """The table is open, or is opened with what the rack holds under two signatures."""
        status = self._door.get(self._at)["status"]
        if status == "stopped":
            raise CheckFailed(f"{self._device['table']} is stopped and waits for the pit boss")
        if status == "open":
            return
        held = {str(line["denomination"]): line["count"] for line in self._rack() if line["count"]}
        total = sum(int(value) * count for value, count in held.items())
        signed = {part: self._signs(part) for part in ("dealer", "pit_boss")}
        self._look()
        self._door.post(f"{self._at}/openings", {"chips": held, "total": total, **signed})
        self._say("table opened")

    def _take_place(self) -> None:
        dealer = self._door.get(self._at)["dealer"]
        if dealer is None or dealer["badge"] != self._device["dealer"]:
            self._door.post(f"{self._at}/taps-in")
            self._say("tapped in")

    def _buy_in(self, cash: int) -> None:
        """Notes for the fewest chips that the rack has for them."""
        chips, rest = {}, cash
        for line in sorted(self._rack(), key=lambda line: -int(line["denomination"])):
            count = min(rest // line["denomination"], line["count"])
            if count:
                chips[str(line["denomination"])] = count
                rest -= count * line["denomination"]
        self._look()
        self._door.post(f"{self._at}/buy-ins", {"player": _PLAYER, "cash": cash, "chips": chips})
        self._say(f"seat {_SPOT} bought in")

    def _rack(self) -> list[dict[str, Any]]:
        return list(self._door.get(f"{self._at}/rack")["lines"])

    def _shuffle(self) -> None:
        """Also before the first round, so that a check rarely meets the cut card."""
        self._look()
        mixed = self._door.post(f"{self._at}/shoes/current/mixes")
        self._door.post(
            f"{self._at}/shoes/current/cuts",
            {"cut_by": _PLAYER, "cut_from_top": mixed["cards"] // 2, "cut_card_from_bottom": 30},
        )
        self._say("shoe mixed and cut")

    def _finish_round(self) -> dict[str, Any]:
        """Play until the dealer has confirmed: offers are declined, and every hand stands."""
        told = self._look()
        for _ in range(_MOST_STEPS):
            status = told["round"]["status"] if told["round"] else "none"
            if status == "settled":
                told = self._press({"do": "confirm_settlement"})
            elif status not in ("betting", "in_play"):
                return told
            elif told["next"]["kind"] == "shuffle":
                self._shuffle()
                told = self._look()
            else:
                told = self._press(self._answer(told))
        raise CheckFailed(f"round {told['round']} does not end")

    def _answer(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """The word that lets the round go on with the least ado."""
        awaited = told["next"]
        if awaited["kind"] == "stakes":
            return {"do": "close_betting"}
        if awaited["kind"] == "offer":
            return {"do": "close_insurance"}
        if awaited["kind"] == "act":
            acts = self._door.get(f"{self._at}/rounds/current/legal-acts")["acts"]
            do = "stand" if "stand" in acts else acts[0]
            return {"do": do, "by": awaited["player"], "spot": int(awaited["to"])}
        raise CheckFailed(f"the server deals at {self._device['table']}, and the round waits for {awaited['kind']}")

    def _look(self) -> dict[str, Any]:
        return dict(self._door.get(f"{self._at}/felt"))

    def _press(self, *inputs: Mapping[str, Any]) -> dict[str, Any]:
        return dict(self._door.post(f"{self._at}/inputs", {"inputs": list(inputs)}))

    def _signs(self, part: str) -> dict[str, str]:
        badge = str(self._device[part])
        return {"badge": badge, "pin": self._pin(badge)}

    def _pin(self, badge: str) -> str:
        return str(_row(self._sign_ins, f"person {badge}", lambda row: row.get("badge") == badge)["pin"])


def _row(rows: Rows, what: str, wanted: Callable[[Mapping[str, Any]], bool]) -> Mapping[str, Any]:
    found = next((row for row in rows if wanted(row)), None)
    if found is None:
        raise CheckFailed(f"the demo's sign-ins name no {what}")
    return found
