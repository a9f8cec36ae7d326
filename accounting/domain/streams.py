"""What the books remember of a stream between two batches, and the rows its events give: a fold, one class a kind.

The memory is itself a pure function of the log up to the cursor, stands on the cursor's row as canonical JSON, and is
verified like every other column.
"""

import json
from collections.abc import Sequence
from typing import Any, Final, Protocol

from accounting.domain import cash_log, figures
from accounting.domain.facts import Fact
from accounting.domain.rows import (
    BoxCount,
    CountClosing,
    GameEdge,
    MissingBox,
    PatronIdentity,
    RakeCount,
    RoundResult,
    Rows,
    Settlement,
    TableListing,
)
from tables.domain.canonical import canonical
from tables.domain.count_papers import VERIFIER
from tables.domain.rule_packs.words import RakeShortfall

MANNER: Final = 1
"""How the books follow from the log. It rises with every change by which the same log gives other rows or another
memory; books of an older manner are rebuilt once (``manage.py rebuild_books``)."""


class Earlier(Protocol):
    """What stands in the books already, for the few events that point back."""

    def settlements(self, round_number: int) -> Sequence[Settlement]:
        """Every settlement row of a round of this stream, in order."""

    def round_results(self, round_number: int) -> Sequence[RoundResult]:
        """Every result row of a round of this stream, in order."""

    def expected_cash(self, table: str, box: int) -> int:
        """The cash that went into a removed box by the log, in minor units."""

    def expected_rake(self, table: str, box: int) -> int:
        """The rake that was taken, by the log, while that box stood on its table; minor units of chips."""


Mark = tuple[int | None, int | None]
"""The bank period and the round that an event belongs to."""
NOWHERE: Mark = (None, None)


class StreamBooks(Protocol):
    """The fold of one stream. ``folded`` are the event types that it must see; the others may be passed over."""

    folded: frozenset[str]

    def fold(self, fact: Fact, rows: Rows) -> Mark:
        """Take the next event; where it belongs. Raises DraftError when it does not fit what came before."""

    def dump(self) -> str:
        """The memory as canonical JSON."""


class Forgetful:
    """A stream of which nothing has to be remembered between its events."""

    folded: frozenset[str] = frozenset()

    def fold(self, fact: Fact, rows: Rows) -> Mark:
        """Nothing beside the journal."""
        return NOWHERE

    def dump(self) -> str:
        """An empty memory."""
        return canonical({})


class CageBooks(Forgetful):
    """The cage: beside its journals, the cash of its window."""

    def __init__(self, stream_id: int) -> None:
        self._stream_id = stream_id

    def fold(self, fact: Fact, rows: Rows) -> Mark:
        """A row for cash that a patron brought or got."""
        cash_log.at_cage(self._stream_id, fact, rows)
        return NOWHERE


class CrowdBooks(Forgetful):
    """The crowd of a table: journals only. Its settlements stand beside its bets, where its workers insert them."""

    def fold(self, fact: Fact, rows: Rows) -> Mark:
        """The round of the table that the event belongs to."""
        return None, fact.data["round"]


class CountBooks(Forgetful):
    """The count room: every counted box, and its rake, against what the log expected; and which counts are closed."""

    folded = frozenset({"box_counted", "rake_counted", "count_closed"})

    def __init__(self, stream_id: int, earlier: Earlier) -> None:
        self._stream_id = stream_id
        self._earlier = earlier

    def fold(self, fact: Fact, rows: Rows) -> Mark:
        """A row for the counted box, for its rake, or for the closed count and each box that it did not get."""
        if fact.type == "count_closed":
            self._closed(fact, rows)
        elif fact.type == "rake_counted":
            rows.rakes.append(self._rake(fact))
        else:
            rows.counts.append(self._box(fact))
        return NOWHERE

    def _box(self, fact: Fact) -> BoxCount:
        data = fact.data
        due = self._earlier.expected_cash(data["table"], data["box"])
        return BoxCount(
            stream_id=self._stream_id,
            seq=fact.seq,
            session=data["session"],
            table=data["table"],
            box=data["box"],
            counted=data["total"],
            drop=data["drop"],
            expected=due,
            variance=data["total"] - due,
            differed=data["decided_by"] == VERIFIER,
            missing_papers=",".join(data["missing_papers"]),
        )

    def _rake(self, fact: Fact) -> RakeCount:
        data = fact.data
        due = self._earlier.expected_rake(data["table"], data["box"])
        return RakeCount(
            stream_id=self._stream_id,
            seq=fact.seq,
            session=data["session"],
            table=data["table"],
            box=data["box"],
            counted=data["total"],
            expected=due,
            booked=figures.booked(due, data["total"], data.get("rake_shortfall", RakeShortfall.HIGHER_OF_BOTH)),
            differed=data["decided_by"] == VERIFIER,
        )

    def _closed(self, fact: Fact, rows: Rows) -> None:
        data = fact.data
        rows.closings.append(
            CountClosing(
                stream_id=self._stream_id,
                seq=fact.seq,
                session=data["session"],
                gaming_day=data["gaming_day"],
                cash=data["cash_total"],
                promotional=data["promotional_total"],
                coupons=data["coupons_total"],
                chips=data["chips_total"],
            )
        )
        rows.missing += [
            MissingBox(self._stream_id, fact.seq, line, data["session"], box["table"], box["box"], box["reason"])
            for line, box in enumerate(data["missing"])
        ]


class HouseBooks(Forgetful):
    """The house: which tables there are, in which pit and for which game, what games earn, and who somebody was."""

    folded = frozenset({"table_added", "edge_set", "patron_identified"})

    def __init__(self, stream_id: int) -> None:
        self._stream_id = stream_id

    def fold(self, fact: Fact, rows: Rows) -> Mark:
        """A row for the listed table, for a game's edge, or for a patron who is known now."""
        data = fact.data
        if fact.type == "patron_identified":
            names = ("known_as", "place", "since", "until", "patron")
            rows.identities.append(PatronIdentity(self._stream_id, fact.seq, *(data[name] for name in names)))
        elif fact.type == "edge_set":
            rows.edges.append(GameEdge(self._stream_id, fact.seq, data["game"], data["effective_from"], data["edge"]))
        else:
            rows.listings.append(TableListing(self._stream_id, fact.seq, data["table"], data["pit"], data["game"]))
        return NOWHERE


def memory(text: str) -> dict[str, Any]:
    """A memory as it was dumped; empty text is a stream that was never followed."""
    return json.loads(text) if text else {}
