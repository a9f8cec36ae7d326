"""The ledger: balances, journals, settled bets, and how far the books are behind the log."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.api import examples
from accounting.selectors import ledger, progress, table_figures
from accounting.selectors.ledger import JournalView
from accounting.selectors.progress import Lag
from tables.api import lists
from tables.api.describe import LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.domain.actors import instant

_TAG = "books"


class LagMark(serializers.Serializer[Any]):
    """What the books have not followed yet, and the events that they cannot go past."""

    streams = serializers.IntegerField()
    events = serializers.IntegerField()
    since = serializers.DateTimeField(allow_null=True, help_text="when the oldest such event was recorded")
    stopped = serializers.ListField(child=serializers.CharField())


class AccountLine(serializers.Serializer[Any]):
    """An account and what lies on it, in minor units; below zero is normal for side `credit`."""

    code = serializers.CharField()
    asset = serializers.CharField()
    kind = serializers.CharField()
    side = serializers.CharField()
    table = serializers.CharField(allow_blank=True)
    balance = serializers.IntegerField()


class TrialBalance(serializers.Serializer[Any]):
    """Every account; `totals` is 0 in each asset unless something is wrong."""

    accounts = AccountLine(many=True)
    totals = serializers.DictField(child=serializers.IntegerField())
    lag = LagMark()


class Leg(serializers.Serializer[Any]):
    """A line of a journal: above zero comes to the account."""

    account = serializers.CharField()
    asset = serializers.CharField()
    amount = serializers.IntegerField()


class Journal(serializers.Serializer[Any]):
    """The journal of one event; its legs come to 0 in each asset."""

    stream = serializers.CharField()
    seq = serializers.IntegerField()
    type = serializers.CharField()
    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    period = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    legs = Leg(many=True)


JournalPage = lists.page_of(Journal)


class Settlement(serializers.Serializer[Any]):
    """What became of a bet. `breakage` is paid less due, in `due_denominator`-ths of the minor unit."""

    bet = serializers.IntegerField()
    entry = serializers.IntegerField(help_text="0: the rules' decision; further ones take it back")
    seq = serializers.IntegerField()
    period = serializers.IntegerField()
    kind = serializers.CharField()
    player = serializers.CharField()
    tender = serializers.CharField()
    outcome = serializers.CharField()
    stake = serializers.IntegerField()
    returned = serializers.IntegerField()
    due_numerator = serializers.IntegerField()
    due_denominator = serializers.IntegerField()
    breakage = serializers.IntegerField()


class SettlementList(serializers.Serializer[Any]):
    """By bet and entry."""

    results = Settlement(many=True)


class TableFigure(serializers.Serializer[Any]):
    """A table by the rounds that the books have followed: an estimate until the count, never a win."""

    table = serializers.CharField()
    behind = serializers.IntegerField(help_text="events that are not in these figures yet")
    error = serializers.CharField(allow_blank=True)
    period = serializers.IntegerField(allow_null=True)
    gaming_day = serializers.DateField(allow_null=True)
    shift = serializers.CharField(allow_null=True)
    opened_at = serializers.DateTimeField(allow_null=True)
    rounds = serializers.IntegerField(allow_null=True)
    hands = serializers.IntegerField(allow_null=True)
    handle = serializers.IntegerField(allow_null=True)
    result_by_rounds = serializers.IntegerField(allow_null=True)
    pot = serializers.IntegerField(allow_null=True, help_text="what players paid into pots; pot games only")
    rake = serializers.IntegerField(allow_null=True, help_text="what the house took of it")
    buy_ins = serializers.IntegerField(allow_null=True)
    buy_in_cash = serializers.IntegerField(allow_null=True)
    box_cash_by_log = serializers.IntegerField(allow_null=True)


class TableFigureList(serializers.Serializer[Any]):
    """By table."""

    results = TableFigure(many=True)


class BooksLag(FloorView):
    """How far the books are behind."""

    @operation(
        "read_lag",
        "How far the books are behind the log",
        tag=_TAG,
        answer=LagMark,
        told=examples.LAG,
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """The floor never waits for the books; a report does."""
        self.require_parameters()
        return Response(lag_picture(progress.lag_seen_by(self.actor)))


class Balances(FloorView):
    """Where every chip and banknote is."""

    @operation(
        "read_trial_balance",
        "Where every chip and banknote is by the books",
        tag=_TAG,
        answer=TrialBalance,
        told=examples.TRIAL_BALANCE,
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """All accounts with their balances, and how far the books are behind."""
        self.require_parameters()
        found = ledger.trial_balance(actor=self.actor)
        accounts = [asdict(account) for account in found.accounts]
        return Response({"accounts": accounts, "totals": found.totals, "lag": lag_picture(found.lag)})


_JOURNAL_QUERY = [
    LIMIT,
    query("after", OpenApiTypes.INT, "Only journals of events beyond this position."),
    query("round", OpenApiTypes.INT, "Only journals of this round."),
    query("account", OpenApiTypes.STR, "Only journals with a leg on this account, such as `rack/BJ-04`."),
]


class JournalsView(FloorView):
    """Base of the two addresses of a stream's journals."""

    def journals(self, stream: str) -> Response:
        """Journals beyond ``after``, by the filters of the query."""
        self.require_parameters("limit", "after", "round", "account")
        limit = self.number("limit", 50, MOST_ROWS)
        round_, account = lists.optional_number(self, "round"), str(self.request.query_params.get("account", ""))
        found = ledger.journals(
            actor=self.actor,
            stream=f"{self.actor.casino}/{stream}",
            after=lists.optional_number(self, "after") or 0,
            limit=limit + 1,
            round_=round_,
            account=account,
        )
        rows = [_journal(journal) for journal in found]
        return Response(lists.page(rows, limit, "after", "seq", {"round": round_, "account": account}))


class TableJournals(JournalsView):
    """Journals of a table."""

    @operation(
        "read_table_journals",
        "The journals of a table's events, in order",
        tag=_TAG,
        answer=JournalPage,
        told={"results": [examples.JOURNAL], "next": "?limit=1&after=520"},
        status=200,
        parameters=_JOURNAL_QUERY,
        refusals={"not_permitted": 403, "no_such_stream": 404},
    )
    def get(self, request: Request, table: str) -> Response:
        """Each journal is the event's of the same position, and balances in each asset."""
        return self.journals(f"table/{table}")


class StreamJournals(JournalsView):
    """Journals of the house, the cage or the count room."""

    @operation(
        "read_stream_journals",
        "The journals of the cage's or the count room's events, in order",
        tag=_TAG,
        answer=JournalPage,
        told={"results": [examples.CAGE_JOURNAL], "next": None},
        status=200,
        parameters=_JOURNAL_QUERY,
        refusals={"not_permitted": 403, "no_such_stream": 404},
    )
    def get(self, request: Request, kind: str) -> Response:
        """`kind` is `cage`, `count` or `house` (which has none: it moves no money)."""
        return self.journals(kind)


class Settlements(FloorView):
    """Settled bets."""

    @operation(
        "read_settlements",
        "What became of the bets of a round",
        tag=_TAG,
        answer=SettlementList,
        told={"results": [examples.SETTLEMENT]},
        status=200,
        refusals={"not_permitted": 403, "no_such_stream": 404},
    )
    def get(self, request: Request, table: str, number: int) -> Response:
        """Corrections are further entries with their signs turned, so that a plain sum is always right."""
        self.require_parameters()
        stream = f"{self.actor.casino}/table/{table}"
        found = ledger.settlements(actor=self.actor, stream=stream, round_=number)
        return Response({"results": [asdict(line) for line in found]})


class TableFigures(FloorView):
    """Figures of the tables that are open now."""

    @operation(
        "read_table_figures",
        "The open tables by rounds, before any count",
        tag=_TAG,
        answer=TableFigureList,
        told={"results": [examples.TABLE_FIGURE]},
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Estimates for the pit: revenue is what counts say, never what rounds say."""
        self.require_parameters()
        found = table_figures.table_figures(actor=self.actor)
        return Response({"results": [_figure(line) for line in found]})


def lag_picture(lag: Lag) -> dict[str, Any]:
    """The lag as JSON."""
    return {**asdict(lag), "since": instant(lag.since) if lag.since else None, "stopped": list(lag.stopped)}


def _journal(journal: JournalView) -> dict[str, Any]:
    return {**asdict(journal), "gaming_day": journal.gaming_day.isoformat()}


def _figure(line: table_figures.TableFigures) -> dict[str, Any]:
    return {
        **asdict(line),
        "gaming_day": line.gaming_day.isoformat() if line.gaming_day else None,
        "opened_at": instant(line.opened_at) if line.opened_at else None,
    }
