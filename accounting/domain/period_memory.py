"""The running figures of a bank period, from its opener to its closer."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from accounting.domain import statistics
from accounting.domain.facts import Fact
from accounting.domain.rows import PeriodResult, Settlement
from tables.domain.canonical import canonical

Line = dict[str, Any]


@dataclass(slots=True)
class PeriodMemory:
    """What has happened since the opener. Money in minor units; ``box_cash`` is what the log put into boxes.

    ``pot``, ``pot_paid`` and ``rake`` are what pot games moved: into pots, back to players, to the house, which may
    take ``time_charges`` of the seats instead. ``staked`` are the opening stakes that chance has decided, and
    ``staked_squares`` their squares added up: what statistics expect of the win. ``fills`` are what came into the rack
    and ``credits`` what left it, at the time of the table and not of the slip (T-20). ``rulings_paid`` are chips that
    the boss gave players beside the rules' result and ``rulings_taken`` what he had them give back (T-78).
    """

    number: int
    session: int
    gaming_day: str
    shift: str
    opened_seq: int
    opened_at: str
    opener: int
    previous_closer: int | None
    opener_variance: int
    boxes: list[int] = field(default_factory=list)
    rounds: int = 0
    hands: int = 0
    handle: int = 0
    house_net: int = 0
    pot: int = 0
    pot_paid: int = 0
    rake: int = 0
    time_charges: int = 0
    staked: int = 0
    staked_squares: int = 0
    fills: int = 0
    credits: int = 0
    markers_issued: int = 0
    markers_paid_cash: int = 0
    markers_paid_chips: int = 0
    rulings_paid: int = 0
    rulings_taken: int = 0
    buy_ins: int = 0
    buy_in_cash: int = 0
    box_cash: int = 0
    shuffles: int = 0
    floor_calls: int = 0
    dealers: list[Line] = field(default_factory=list)
    limits: list[Line] = field(default_factory=list)
    lifted: list[Line] = field(default_factory=list)
    voids: list[Line] = field(default_factory=list)
    misdeals: list[Line] = field(default_factory=list)
    rulings: list[Line] = field(default_factory=list)
    blocked_shoes: list[Line] = field(default_factory=list)
    disputes: list[Line] = field(default_factory=list)

    def stake(self, game: str, decided: Settlement) -> None:
        """A bet is decided; what opened a hand counts for what is to be expected of the win."""
        more = statistics.opening(game, decided.kind, decided.outcome, decided.stake)
        self.staked, self.staked_squares = self.staked + more.stakes, self.staked_squares + more.squares

    def unstake(self, game: str, decided: Settlement) -> None:
        """A decision is taken back, in the period in which it was ruled (T-79)."""
        less = statistics.opening(game, decided.kind, decided.outcome, decided.stake)
        self.staked, self.staked_squares = self.staked - less.stakes, self.staked_squares - less.squares

    def tap_in(self, badge: str, at: str) -> None:
        """A dealer stands at the table from now on."""
        self.dealers.append({"badge": badge, "in": at, "out": None})

    def tap_out(self, at: str) -> None:
        """The dealer at the table leaves it."""
        if self.dealers and self.dealers[-1]["out"] is None:
            self.dealers[-1]["out"] = at

    def closed(self, stream_id: int, fact: Fact) -> PeriodResult:
        """The finished row; the dealer at the table is clocked up to the closer."""
        self.tap_out(fact.at)
        return PeriodResult(
            stream_id=stream_id,
            seq=fact.seq,
            number=self.number,
            opened_seq=self.opened_seq,
            session=self.session,
            gaming_day=self.gaming_day,
            shift=self.shift,
            opened_at=self.opened_at,
            closed_at=fact.at,
            opener=self.opener,
            previous_closer=self.previous_closer,
            opener_variance=self.opener_variance,
            closer=fact.data["total"],
            closer_difference=fact.data["difference"],
            boxes=",".join(map(str, self.boxes)),
            rounds=self.rounds,
            hands=self.hands,
            handle=self.handle,
            house_net=self.house_net,
            pot=self.pot,
            pot_paid=self.pot_paid,
            rake=self.rake,
            time_charges=self.time_charges,
            staked=self.staked,
            staked_squares=self.staked_squares,
            fills=self.fills,
            credits=self.credits,
            markers_issued=self.markers_issued,
            markers_paid_cash=self.markers_paid_cash,
            markers_paid_chips=self.markers_paid_chips,
            rulings_paid=self.rulings_paid,
            rulings_taken=self.rulings_taken,
            buy_ins=self.buy_ins,
            buy_in_cash=self.buy_in_cash,
            box_cash=self.box_cash,
            shuffles=self.shuffles,
            detail=canonical(self._detail()),
        )

    def _detail(self) -> dict[str, Any]:
        """``disputes`` is there only if there were any, so that other periods read as they always did."""
        disputed = {"disputes": self.disputes} if self.disputes else {}
        return {
            "dealers": self.dealers,
            "floor_calls": self.floor_calls,
            "limits": self.limits,
            "lifted": self.lifted,
            "voids": self.voids,
            "misdeals": self.misdeals,
            "rulings": self.rulings,
            "blocked_shoes": self.blocked_shoes,
            **disputed,
        }

    def dump(self) -> dict[str, Any]:
        """The memory as JSON."""
        return asdict(self)


def opened(fact: Fact) -> PeriodMemory:
    """The memory of a period that begins with ``fact``. The first opening of a table has no previous closer."""
    data: Mapping[str, Any] = fact.data
    return PeriodMemory(
        number=data["period"],
        session=data["session"],
        gaming_day=data["gaming_day"],
        shift=data["shift"],
        opened_seq=fact.seq,
        opened_at=fact.at,
        opener=data["total"],
        previous_closer=data["previous_closer"],
        opener_variance=data["variance"] or 0,
        boxes=[data["box"]],
    )
