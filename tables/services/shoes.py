"""The shoe's life at a table: received, inspected by two, mixed, cut, played, mixed again, retired (rules.md B3).

Cards from the server follow a seed from the operating system's random source. Its commitment is in the log at the
shuffle and the seed itself when the shoe is retired, so that anyone can recompute every order (docs/fairness.md).
"""

import json
import secrets
from datetime import datetime
from typing import Any

from tables.domain import names, shoes
from tables.domain.actors import Actor, Role
from tables.domain.canonical import seal
from tables.domain.errors import Conflict, Invalid, NotAllowed
from tables.domain.permissions import require
from tables.domain.table_states import SHOE_ARROWS, ShoeStatus, require_arrow
from tables.games.contract import Awaiting
from tables.models import floor
from tables.models import shoes as rows
from tables.services import actions, dealing, live, log, pits, rounds, witnesses
from tables.services.live import LiveShoe, LiveTable
from tables.services.log import Entry
from tables.services.signatures import SignatureRequest

MOST_NAME = 40
MOST_REASON = 240


def receive_shoe(
    *, actor: Actor, at: datetime, table: str, key: str | None = None, expected_seq: int | None = None
) -> dict[str, Any]:
    """New cards come to the table, as many decks as the house rules say. Refused: ``shoe_at_table``."""
    require(actor, "handle_shoe")
    with log.table_entry(
        actor=actor,
        at=at,
        table=table,
        request={"do": "receive_shoe", "table": table},
        key=key,
        expected_seq=expected_seq,
    ) as entry:
        if not entry.repeated:
            playing = live.read(entry)
            _require_handler(entry, playing)
            if playing.shoe is not None:
                raise Conflict("shoe_at_table", shoe=playing.shoe.number)
            decks = int(playing.rules_to_open_with().values["decks"])
            number = rows.Shoe.objects.filter(table_id=playing.table_id).count() + 1
            shoe = rows.Shoe.objects.create(table_id=playing.table_id, number=number, decks=decks)
            floor.TableState.objects.filter(table_id=playing.table_id).update(shoe=shoe)
            entry.record("shoe_received", {"shoe": number, "decks": decks})
            entry.answer = {"shoe": number, "status": shoe.status}
    return entry.answer


def inspect_shoe(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    cards: int,
    dealer: SignatureRequest,
    supervisor: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Two persons have counted and inspected the pack, jokers included (T-74: 4 decks are 210 cards).

    Refused: ``wrong_card_count`` (the shoe stays as it was), ``same_person``, the refusals of a signature.
    """
    require(actor, "handle_shoe")
    content = {"do": "inspect_shoe", "table": table, "cards": cards}
    signed = witnesses.sign(actor, at, content, [(Role.DEALER, dealer), (Role.PIT_BOSS, supervisor)])
    with log.table_entry(actor=actor, at=at, table=table, request=content, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            playing = live.read(entry)
            witnesses.require_in_charge(playing.table_id, signed)
            shoe = playing.require_shoe()
            if cards != shoe.decks * 52 + shoes.INDICATOR_AND_CUT_CARD:
                raise Invalid("wrong_card_count", counted=cards)
            _step(shoe, ShoeStatus.INSPECTED)
            entry.record("shoe_inspected", {"shoe": shoe.number, "cards": cards, "signatures": signed.as_data()})
            entry.answer = {"shoe": shoe.number, "status": shoe.status}
    return entry.answer


def mix_shoe(
    *, actor: Actor, at: datetime, table: str, key: str | None = None, expected_seq: int | None = None
) -> dict[str, Any]:
    """The dealer mixes all cards that are not on the table, face down beside the face-up indicator joker (B3.1).

    Between rounds, or when the round in hand waits for a shuffle. Refused: ``round_in_play``, ``bad_shoe_step``.
    """
    require(actor, "handle_shoe")
    with log.table_entry(
        actor=actor, at=at, table=table, request={"do": "mix_shoe", "table": table}, key=key, expected_seq=expected_seq
    ) as entry:
        if not entry.repeated:
            playing = live.read(entry)
            _require_handler(entry, playing)
            shoe = playing.require_shoe()
            _require_shuffle_time(playing)
            shoe.on_table = _cards_on_table(playing, shoe)
            cards = shoes.pack(shoe.decks, without=shoe.on_table)
            shoe.dealt, shoe.round_from, shoe.stock = "", 0, ""
            _record_mix(entry, playing, shoe, cards)
            _step(shoe, ShoeStatus.SHUFFLED)
            entry.answer = {"shoe": shoe.number, "status": shoe.status, "cards": len(cards)}
    return entry.answer


def cut_shoe(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    cut_by: str,
    cut_from_top: int,
    cut_card_from_bottom: int,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """A player (or, if nobody wants to, dealer or pit boss) cuts, and the cut card goes in about 30 from the bottom.

    ``cut_by`` names who cut. When the round in hand waited for the shuffle it goes on (B3.5, B3.6). Refused:
    ``bad_cut``, ``bad_cut_card_place``, ``bad_name``, ``bad_shoe_step``.
    """
    require(actor, "handle_shoe")
    request = {
        "do": "cut_shoe",
        "table": table,
        "cut_by": cut_by,
        "cut_from_top": cut_from_top,
        "cut_card_from_bottom": cut_card_from_bottom,
    }
    names.require_person(cut_by, MOST_NAME)
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            playing = live.read(entry)
            _require_handler(entry, playing)
            shoe = playing.require_shoe()
            cards = shoe.decks * 52 - len(shoes.split(shoe.on_table))
            shoes.check_cut(cards, cut_from_top, cut_card_from_bottom)
            if shoe.stock:
                order = shoes.cut(shoes.split(shoe.stock), cut_from_top, cut_card_from_bottom)
                shoe.stock = "".join(order)
            _step(shoe, ShoeStatus.CUT)
            shuffle = rows.Shoe.objects.values_list("shuffles", flat=True).get(pk=shoe.id)
            entry.record("shoe_cut", {"shoe": shoe.number, "shuffle": shuffle} | _without_do(request))
            _go_on(entry, playing)
            rounds.write_rows(entry, playing)
            live.save(entry, playing)
            entry.answer = rounds.dealer_answer(playing)
    return entry.answer


def retire_shoe(
    *, actor: Actor, at: datetime, table: str, key: str | None = None, expected_seq: int | None = None
) -> dict[str, Any]:
    """The cards are cancelled and leave the table; every seed of the shoe is revealed. Refused: ``round_in_play``."""
    require(actor, "handle_shoe")
    with log.table_entry(
        actor=actor,
        at=at,
        table=table,
        request={"do": "retire_shoe", "table": table},
        key=key,
        expected_seq=expected_seq,
    ) as entry:
        if not entry.repeated:
            playing = live.read(entry)
            _require_handler(entry, playing)
            playing.require_between_rounds()
            shoe = playing.require_shoe()
            revealed = json.loads(rows.Shoe.objects.values_list("seeds", flat=True).get(pk=shoe.id) or "[]")
            _step(shoe, ShoeStatus.RETIRED)
            floor.TableState.objects.filter(table_id=playing.table_id).update(shoe=None)
            entry.record("shoe_retired", {"shoe": shoe.number, "revealed": revealed})
            entry.answer = {"shoe": shoe.number, "status": shoe.status}
    return entry.answer


def block_shoe(
    *, actor: Actor, at: datetime, table: str, reason: str, key: str | None = None, expected_seq: int | None = None
) -> dict[str, Any]:
    """The shoe is fouled or faulty and is not dealt from before a new inspection.

    Refused: ``reason_required``, ``bad_reason``.
    """
    require(actor, "handle_shoe")
    request = {"do": "block_shoe", "table": table, "reason": reason}
    if not reason.strip():
        raise Invalid("reason_required")
    names.require_name(reason, MOST_REASON, "bad_reason")
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            playing = live.read(entry)
            _require_handler(entry, playing)
            shoe = playing.require_shoe()
            _step(shoe, ShoeStatus.BLOCKED)
            entry.record("shoe_blocked", {"shoe": shoe.number, "reason": reason})
            entry.answer = {"shoe": shoe.number, "status": shoe.status}
    return entry.answer


def _require_handler(entry: Entry, table: LiveTable) -> None:
    """Cards are touched by the dealer who is tapped in, by any dealer while the table has none, or by its pit boss.

    Dealers touch them at the table's terminal, as with everything they do.

    Refused: ``not_dealing``, ``terminal_required``, ``not_in_charge``, ``licence_expired``.
    """
    roles, staff_id = entry.actor.roles, entry.actor.staff_id
    here = entry.actor.table_id == table.table_id
    if Role.DEALER in roles and (table.dealer_id is None or table.dealer_id == staff_id):
        if here:
            return
        if Role.PIT_BOSS not in roles:
            raise NotAllowed("terminal_required")
    if Role.PIT_BOSS not in roles:
        raise NotAllowed("not_dealing")
    pits.require_in_charge(staff_id, table.table_id, entry.window.gaming_day)


def _step(shoe: LiveShoe, status: ShoeStatus) -> None:
    """Take a step of the shoe's state machine and write the shoe."""
    require_arrow(SHOE_ARROWS, shoe.status, status, "bad_shoe_step")
    shoe.status = status
    shoe.changed = False
    rows.Shoe.objects.filter(pk=shoe.id).update(
        status=status, stock=shoe.stock, dealt=shoe.dealt, on_table=shoe.on_table, round_from=shoe.round_from
    )


def _require_shuffle_time(table: LiveTable) -> None:
    if not table.running:
        return
    if table.require_round().engine.awaits(table.state).kind != Awaiting.SHUFFLE:
        raise Conflict("round_in_play", round=table.round_number)


def _cards_on_table(table: LiveTable, shoe: LiveShoe) -> str:
    """The running round's cards, which a shuffle in mid-round leaves out; between rounds there are none.

    The cut card is never one of them: it goes back into the pack at every shuffle.
    """
    if not table.running:
        return ""
    earlier = shoe.on_table if shoe.round_from == 0 else ""
    return earlier + shoe.dealt[shoe.round_from :].replace(shoes.CUT_CARD, "")


def _record_mix(entry: Entry, table: LiveTable, shoe: LiveShoe, cards: list[str]) -> None:
    """Count the shuffle, and for the server's cards draw a seed, commit to it and set the order."""
    row = rows.Shoe.objects.get(pk=shoe.id)
    row.shuffles += 1
    data: dict[str, Any] = {
        "shoe": shoe.number,
        "shuffle": row.shuffles,
        "cards": len(cards),
        "indicator_joker": "face up beside the pack",
        "source": table.furnished.card_source,
        "seed": None,
    }
    sealed: dict[str, tuple[str, str]] | None = None
    if table.furnished.card_source == "server":
        nonce, seed = secrets.token_hex(16), secrets.token_hex(32)
        sealed = {"seed": (nonce, seed)}
        data["sealed"] = {"seed": seal(nonce, seed)}
        data["left_out"] = len(shoe.on_table) // 2
        shoe.stock = "".join(shoes.shuffled(cards, seed))
        seeds = json.loads(row.seeds or "[]")
        seeds.append({"seq": entry.next_seq, "field": "seed", "nonce": nonce, "value": seed})
        row.seeds = json.dumps(seeds)
    entry.record("shoe_mixed", data, sealed=sealed)
    row.save(update_fields=["shuffles", "seeds"])


def _go_on(entry: Entry, table: LiveTable) -> None:
    """Tell a round that waited for the shuffle, and deal on from the server's shoe."""
    if table.running and table.require_round().engine.awaits(table.state).kind == Awaiting.SHUFFLE:
        actions.apply(entry, table, {"do": "shuffled"})
        dealing.draw_from_server(entry, table)


def _without_do(request: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in request.items() if name not in ("do", "table")}
