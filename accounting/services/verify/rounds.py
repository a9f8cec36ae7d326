"""Rounds played again: the rules of ``round_opened`` and the recorded inputs must give every recorded consequence.

What the engine decides (facts, stakes, settlements, transfers, what is sealed and shown, how the round ended) is
compared value by value; what the floor adds (chips, the change of the rack) is ``floor.check``'s. A face-down card
comes from the ``sealed`` column, which ``chain.check`` has compared with its commitment.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from operator import itemgetter
from typing import Any

from django.db import connection

from accounting.services.streams import StreamInfo
from accounting.services.verify import undos, walking
from accounting.services.verify.findings import Finding
from accounting.services.verify.undos import Between
from tables.domain import fair_numbers, reversal
from tables.domain.canonical import unsealed
from tables.games import catalogue
from tables.games.contract import Applied, Awaiting, Engine, Laid, Place, Refused, Settled, Status, Table
from tables.models import sealing
from tables.selectors import stream_days

_EVENTS = b"""
SELECT seq, type, round, body, sealed FROM tables_event
WHERE stream_id = %s AND round IS NOT NULL AND seq BETWEEN %s AND %s AND gaming_day BETWEEN %s AND %s ORDER BY seq
"""
_OPENED = """
SELECT min(seq), max(seq) FROM tables_event
WHERE stream_id = %s AND gaming_day BETWEEN %s AND %s AND round IS NOT NULL AND type = 'round_opened'
      AND seq BETWEEN %s AND %s
"""
_VOIDS = """
SELECT seq, round, body FROM tables_event
WHERE stream_id = %s AND seq BETWEEN %s AND %s AND round IS NOT NULL AND type = 'round_voided'
      AND gaming_day BETWEEN %s AND %s
ORDER BY seq
"""
_OF_ROUND = """
SELECT seq, body FROM tables_event WHERE stream_id = %s AND round = %s AND seq < %s AND gaming_day BETWEEN %s AND %s
ORDER BY seq
"""
_ENDED = {Status.SETTLED: "settled", Status.VOID: "void", Status.NO_BETS: "no_bets"}
_HOUSE = (Place.RACK, Place.BOX, Place.RAKE)
_THROWN = ("dice", "throws")

Fields = Callable[[Mapping[str, Any]], tuple[Any, ...]]
"""Reads a line's own fields, in their order."""
_LAID: Fields = itemgetter(*Laid._fields)
_SETTLED: Fields = itemgetter(*Settled._fields)

RoundEvent = tuple[int, str, int, str, str]
RulesKnown = dict[str, tuple[Any, Any]]
"""Game -> house rules as JSON and as the engine's value: parsing them costs as much as a few cards."""


class Wrong(Exception):
    """The event at hand is not what the rules give."""


@dataclass(slots=True)
class Played:
    """A round as the rules play it again. ``seqs`` are the numbers of its actions, in order.

    ``seed`` gives the dice where the server threw them, else it is empty. ``begun``: stakes are not, or not any more,
    the first that is awaited.
    """

    number: int
    game: str
    engine: Engine[Any, Any]
    state: Any
    rules: Mapping[str, Any]
    seqs: list[int] = field(default_factory=list)
    stakes: dict[int, tuple[str, int, int]] = field(default_factory=dict)
    seq: int = 0
    seed: str = ""
    begun: bool = False


@dataclass(slots=True)
class Replay:
    """How many rounds of a stream were played again, and what is wrong."""

    rounds: int = 0
    findings: list[Finding] = field(default_factory=list)


def replay(stream: StreamInfo, between: Between | None = None) -> Replay:
    """Play every round of a stream again, up to its head or in a stretch. Inside one snapshot of the database."""
    done = Replay()
    for played in plays(stream, between):
        done.rounds += 1
        if isinstance(played, Finding):
            done.findings.append(played)
    done.findings += voids(stream, between)
    done.findings += undos.findings(stream, between)
    return done


def of_day(stream: StreamInfo, day: date) -> Between | None:
    """The stretch of the rounds that were opened on a gaming day, with all that was done to them before the next one
    was opened; None when there were none. Such stretches of all days together leave nothing of any round out.
    """
    with connection.cursor() as cursor:
        cursor.execute(_OPENED, [stream.id, day, day, 1, stream.head_seq])
        ((first, last),) = cursor.fetchall()
        if first is None:
            return None
        for days in stream_days.forward(stream_days.since(stream.id, last + 1)):
            cursor.execute(_OPENED, [stream.id, *days, last + 1, stream.head_seq])
            ((following, _),) = cursor.fetchall()
            if following is not None:
                return first, following - 1
    return first, stream.head_seq


def plays(stream: StreamInfo, between: Between | None = None) -> Iterator[Played | Finding]:
    """Round by round, as the rules play it again, or what is wrong with it. Inside one snapshot of the database."""
    known: RulesKnown = {}
    for events in _rounds(stream, between):
        try:
            yield _play(events, known)
        except Wrong as wrong:
            what, seq, type_ = wrong.args
            yield Finding(stream.key, what, seq, type_)


def _rounds(stream: StreamInfo, between: Between | None) -> Iterator[list[RoundEvent]]:
    """The events of each round that the engine had a part in, round by round, without undone presses."""
    running: list[RoundEvent] = []
    undone = undos.undone(stream, between)
    asked = [stream.id, *(between or (1, stream.head_seq)), *undos.days(stream, between)]
    for rows in walking.chunks("verify_rounds", _EVENTS, asked):
        for row in rows:
            if row[0] in undone:
                continue
            if row[1] == "round_opened":
                if running:
                    yield running
                running = [row]
            elif running and '"input":' in row[3]:
                running.append(row)
    if running:
        yield running


def _play(events: Sequence[RoundEvent], known: RulesKnown) -> Played:
    """One round. Raises Wrong with the number and type of the event that the rules do not give."""
    told = json.loads("[" + ",".join([row[3] for row in events]) + "]")
    seq, type_ = events[0][:2]
    try:
        hidden = _hidden([row[4] for row in events])
        played = _opened(events[0], told[0]["data"], known, hidden[0])
        for row, event, sealed in zip(events[1:], told[1:], hidden[1:], strict=True):
            seq, type_ = row[0], row[1]
            _step(played, row, event["data"], sealed)
    except Wrong as wrong:
        raise Wrong(wrong.args[0], seq, type_) from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise Wrong(f"cannot be played: {type(error).__name__}", seq, type_) from error
    return played


def _hidden(stored: Sequence[str]) -> list[dict[str, tuple[str, str]]]:
    """What each event seals, in the clear; nothing where it seals nothing."""
    texts = [sealing.opened("sealed", text) or "{}" for text in stored]
    found: list[dict[str, tuple[str, str]]] = json.loads("[" + ",".join(texts) + "]")
    return found


def _opened(row: RoundEvent, data: Mapping[str, Any], known: RulesKnown, sealed: Mapping[str, Any]) -> Played:
    seq, _, number = row[:3]
    if data["round"] != number:
        raise Wrong("round and body do not agree")
    game = catalogue.GAMES.get(data["game"])
    if game is None:
        raise Wrong(f"there is no game {data['game']}")
    values, rules = known.get(game.code, (None, None))
    if values != data["rules"]:
        rules = game.engine.rules(data["rules"])
        if game.engine.rule_values(rules) != data["rules"]:
            raise Wrong("the house rules are not complete")
        known[game.code] = data["rules"], rules
    limits = data["limits"]
    table = Table(
        limits["minimum"],
        limits["maximum"],
        data["raised"],
        data["funds"],
        data["shuffle_due"],
        data.get("options", {}),
        data.get("source", "keyed"),
    )
    seed = sealed["seed"][1] if sealed else ""
    if (data.get("source") == "server") != bool(seed):
        raise Wrong("the source of the dice and the seed do not agree")
    return Played(number, game.code, game.engine, game.engine.new(rules, table), data["rules"], seq=seq, seed=seed)


def _step(played: Played, row: RoundEvent, data: Mapping[str, Any], sealed: Mapping[str, Any]) -> None:
    """One action put to the engine again, and everything that came of it; ``sealed`` is empty where nothing is."""
    seq, type_, number = row[:3]
    if number != played.number or data["round"] != number:
        raise Wrong("round and body do not agree")
    action = data["input"]
    if sealed:
        action = {**action, **{name: unsealed(value) for name, (_, value) in sealed.items()}}
    if type_ == "card_dealt":
        awaited = played.engine.awaits(played.state)
        if (data["to"], data["hand"], data["face_down"]) != (awaited.to, awaited.hand, awaited.face_down):
            raise Wrong("the card went to another place than the rules say")
    if played.seed and any(name in action for name in _THROWN):
        _same("dice", _thrown(played), action)
    try:
        applied = played.engine.apply(played.state, action)
    except Refused as refused:
        raise Wrong(f"the rules refuse it: {refused.code}") from None
    if applied.event != type_:
        raise Wrong(f"the rules call it {applied.event}")
    played.seqs.append(seq)
    played.seq = seq
    played.begun = played.begun or played.engine.awaits(played.state).kind != Awaiting.STAKES
    _compare(applied, data, played)
    _compare_end(played, data)


def _thrown(played: Played) -> dict[str, Any]:
    """The throw that the server had to make now, by the round's seed (docs/fairness.md)."""
    engine, awaited = played.engine, played.engine.awaits(played.state)
    faces = fair_numbers.throw(played.seed, engine.count(played.state), awaited.dice, engine.die)
    return {"do": awaited.word, "by": awaited.player, "dice": faces}


def _compare(applied: Applied, data: Mapping[str, Any], played: Played) -> None:
    event, facts, transfers, laid, settled, secret, exposed = applied
    if facts or "facts" in data:
        _same("facts", list(facts), data.get("facts", []))
    if transfers or "transfers" in data:
        _same("transfers", list(map(list, transfers)), data.get("transfers", []))
    if laid or "laid" in data:
        _same_keys("laid", laid, data.get("laid", []), _LAID)
        played.stakes |= {bet.bet: (bet.seat, bet.hand, bet.amount) for bet in laid}
    if settled or "settled" in data:
        _same_keys("settled", settled, data.get("settled", []), _SETTLED)
        if event == "bet_withdrawn":
            played.stakes = {number: stake for number, stake in played.stakes.items() if number != settled[0].bet}
    if secret or "sealed" in data:
        _same("sealed", sorted(secret), sorted(data.get("sealed", {})))
    if exposed or "revealed" in data:
        shown = [played.seqs[ordinal] for ordinal in exposed]
        _same("revealed", shown, [line["seq"] for line in data.get("revealed", [])])


def _compare_end(played: Played, data: Mapping[str, Any]) -> None:
    """What the ending event says of the whole round: all stakes wagered, hands played, and what the house has won.

    The house has won what came into rack, box and rake; in a pot game, what went into the pot is told beside it.
    """
    status = played.engine.status(played.state)
    if status is Status.OPEN:
        if "ended" in data:
            raise Wrong("the round is not over by the rules")
        return
    settled = status == Status.SETTLED
    transfers = played.engine.result(played.state)
    _same("ended", _ENDED[status], data.get("ended"))
    _same("handle", sum(amount for _, _, amount in played.stakes.values()) if settled else 0, data["handle"])
    hands = len({(seat.partition("/")[0], hand) for seat, hand, _ in played.stakes.values()})
    _same("hands", hands if settled else 0, data["hands"])
    net = sum([t.amount for t in transfers if t.target in _HOUSE])
    _same("house_net", net - sum([t.amount for t in transfers if t.source in _HOUSE]), data["house_net"])
    if not played.engine.banked:
        for place in (Place.POT, Place.RAKE):
            _same(place, sum([t.amount for t in transfers if t.target == place]), data[place])
    _same("funds", played.engine.dump(played.state).get("funds", {}), data.get("funds", {}))


def _same(what: str, made: Any, told: Any) -> None:
    """Raise Wrong unless both are the same JSON. Plain equality is tried first; most of the time it is enough."""
    if made != told and json.loads(json.dumps(made, default=dict)) != told:
        raise Wrong(f"{what} are not what the rules give")


def _same_keys(what: str, made: Sequence[Any], told: Sequence[Mapping[str, Any]], fields: Fields) -> None:
    """The engine's own fields of each line; the floor adds others."""
    if len(made) != len(told):
        raise Wrong(f"{what} are not what the rules give")
    for line, there in zip(made, told, strict=True):
        if fields(there) != line:
            name = next(name for name, value in zip(line._fields, line, strict=True) if there[name] != value)
            raise Wrong(f"{what} are not what the rules give: {name}")


def voids(stream: StreamInfo, between: Between | None = None) -> Iterator[Finding]:
    """A void gives back what the round had moved, as the floor's own rule of reversal says."""
    undone = undos.undone(stream, between)
    first, last = between or (1, stream.head_seq)
    with connection.cursor() as cursor:
        cursor.execute(_VOIDS, [stream.id, first, last, *undos.days(stream, between)])
        for seq, number, body in cursor.fetchall():
            begun, until = stream_days.since_round(stream.id, number), stream_days.of([(stream.id, seq, seq)])
            cursor.execute(_OF_ROUND, [stream.id, number, seq, begun.first, until.last])
            told = [json.loads(text)["data"] for earlier, text in cursor.fetchall() if earlier not in undone]
            back = reversal.undo(told)
            if [list(move) for move in back] != json.loads(body)["data"]["transfers"]:
                yield Finding(stream.key, "the void does not give back what the round had moved", seq, "round_voided")
