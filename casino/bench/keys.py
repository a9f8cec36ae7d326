"""What a dealer keys, round after round: a pure reading of the last answer, used in this process and by the load."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

SPOTS: Final = (1, 4, 7)
STAKE: Final = 2_500


def keyed(shown: Callable[[], Mapping[str, Any]]) -> Iterator[dict[str, Any] | None]:
    """The next input by what ``shown`` gives at that moment; None when the shoe has to be shuffled first."""
    while True:
        yield {"do": "open_round"}
        for spot in SPOTS:
            yield {"do": "bet", "by": f"p{spot}", "spot": spot, "amount": STAKE}
        yield {"do": "close_betting"}
        while shown()["round"]["status"] not in ("settled", "voided"):
            waits = shown()["next"]
            if waits["kind"] == "shuffle":
                yield None
            elif waits["kind"] == "offer":
                yield {"do": "close_insurance"}
            else:
                yield {"do": "stand", "by": waits["player"], "spot": int(waits["to"])}
        if shown()["round"]["status"] == "settled":
            yield {"do": "confirm_settlement"}
