"""Two counts of a box by two persons who do not know of each other's; where they differ a third one decides (T-107).

What the first person found goes into the log sealed: the event commits to it, and the text waits in a column that no
door reads. The second count is compared with it here, once: it stands or it differs, and there is no second try.
Nothing is refused after the comparison, so no refusal can tell whether it came out even.
"""

import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from tables.domain import box_contents, count_papers, names, permissions
from tables.domain.actors import Actor, Role
from tables.domain.box_contents import Contents, Part
from tables.domain.canonical import canonical, seal
from tables.domain.count_papers import FIRST, SECOND, VERIFIER
from tables.domain.errors import Conflict, Invalid
from tables.domain.rule_packs.pack import RulePack
from tables.domain.table_states import BoxStatus
from tables.models import log as log_rows
from tables.models.counts import CountSheet
from tables.selectors import box_papers
from tables.selectors import rule_packs as rule_pack_reads
from tables.services import log, signatures, witnesses
from tables.services.counts import steps
from tables.services.signatures import SignatureRequest
from tables.services.witnesses import SignedPaper

FIELD = "count"
"""What is sealed of a blind count's event, and null in its body."""
_EVENTS: Mapping[str, tuple[str, str, str]] = {
    Part.CASH: ("box_first_counted", "box_counts_differed", "box_counted"),
    Part.RAKE: ("rake_first_counted", "rake_counts_differed", "rake_counted"),
}
_VERIFIERS = (Role.COUNTER, Role.ACCOUNTANT)
_WAITS: Mapping[str, BoxStatus] = {
    FIRST: BoxStatus.IN_COUNT,
    SECOND: BoxStatus.FIRST_COUNTED,
    VERIFIER: BoxStatus.VARIANCE,
}
"""For whose count a sheet in this state waits."""


class _Blind(NamedTuple):
    """A count as somebody made it: what was found, sealed, and who signed it."""

    turn: str
    contents: dict[str, Any]
    nonce: str
    signed: SignedPaper

    @property
    def value(self) -> str:
        """The one text of the count: what is sealed, and what two counts are compared by."""
        return canonical(self.contents)

    @property
    def signatures(self) -> list[dict[str, str]]:
        """The signatures as they stand in the log, each with whose count it is under."""
        return [{**line, "turn": self.turn} for line in self.signed.as_data()]


class _Earlier(NamedTuple):
    """A blind count that is still sealed, as the log keeps it."""

    seq: int
    nonce: str
    value: str
    signatures: list[dict[str, str]]

    @property
    def revealed(self) -> dict[str, Any]:
        """What shows it to everybody."""
        return {"seq": self.seq, "field": FIELD, "nonce": self.nonce, "value": self.value}


def count_box_first(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    box: int,
    found: Contents,
    shown_empty: bool,
    counter: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """One of the team counts a box and shows it empty; what he found is sealed, and no answer repeats it.

    Refused: ``not_shown_empty``, ``no_such_box``, ``box_not_removed``, ``box_not_accepted``, ``count_closed``,
    ``already_counted``, ``bad_count_step``, ``not_in_team``, ``not_independent``, what ``found.checked`` refuses, and
    what signing refuses.
    """
    permissions.require(actor, "count_box")
    if not shown_empty:
        raise Invalid("not_shown_empty")
    row = steps.sheet(actor, table, box, found.part)
    count = _signed(actor, at, row, FIRST, found, (Role.COUNTER, counter))
    with steps.count_entry(actor, at, _request(row, count), key, expected_seq) as entry:
        if not entry.repeated:
            row = _require_turn(actor, row, count)
            steps.advance(row, BoxStatus.FIRST_COUNTED)
            row.first_by_id = count.signed.signatures[0].staff_id
            row.first_seq = _record_sealed(entry, row, _EVENTS[row.part][0], count, shown_empty=True)
            _save(row)
            entry.answer = {**steps.named(row), "part": row.part, "status": row.status}
    return entry.answer


def count_box_second(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    box: int,
    found: Contents,
    counter: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Another of the team counts the box. Equal counts stand and are shown; else both stay sealed for the verifier.

    Refused: ``same_person``, and what ``count_box_first`` refuses of a count.
    """
    permissions.require(actor, "count_box")
    row = steps.sheet(actor, table, box, found.part)
    count = _signed(actor, at, row, SECOND, found, (Role.COUNTER, counter))
    with steps.count_entry(actor, at, _request(row, count), key, expected_seq) as entry:
        if not entry.repeated:
            row = _require_turn(actor, row, count)
            signatures.require_different(row.first_by_id, *count.signed.signatures)
            first = _sealed(entry, row.first_seq)
            row.second_by_id = count.signed.signatures[0].staff_id
            if first.value == count.value:
                _stand(entry, row, count, [first])
            else:
                steps.advance(row, BoxStatus.VARIANCE)
                row.second_seq = _record_sealed(entry, row, _EVENTS[row.part][1], count)
                entry.answer = {**steps.named(row), "part": row.part, "status": row.status}
            _save(row)
    return entry.answer


def recount_box(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    box: int,
    found: Contents,
    explanation: str,
    verifier: SignatureRequest,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """A third person, of any department that may verify, counts a box whose two counts differ, and his count stands.

    The event is the drop variance report: all three counts, why they differ, and who signed. Refused:
    ``bad_reason`` (no explanation), ``same_person``, and what ``count_box_first`` refuses of a count.
    """
    permissions.require(actor, "verify_count")
    names.require_name(explanation, 240, "bad_reason")
    row = steps.sheet(actor, table, box, found.part)
    role = steps.role_of(actor, verifier.badge, _VERIFIERS)
    count = _signed(actor, at, row, VERIFIER, found, (role, verifier))
    with steps.count_entry(actor, at, {**_request(row, count), "explanation": explanation}, key, expected_seq) as entry:
        if not entry.repeated:
            row = _require_turn(actor, row, count)
            signatures.require_different(row.first_by_id, row.second_by_id, *count.signed.signatures)
            row.verified_by_id = count.signed.signatures[0].staff_id
            earlier = [_sealed(entry, row.first_seq), _sealed(entry, row.second_seq)]
            _stand(entry, row, count, earlier, explanation)
            _save(row)
    return entry.answer


def _signed(
    actor: Actor, at: datetime, row: CountSheet, turn: str, found: Contents, signer: tuple[Role, SignatureRequest]
) -> _Blind:
    """A count in its one form, under the signature of who made it."""
    contents = found.checked(steps.known_chips(row.box))
    nonce = secrets.token_hex(16)
    named = steps.named(row)
    paper = count_papers.count_sheet(
        actor.casino, named["session"], named["table"], named["box"], row.part, turn, contents, nonce
    )
    return _Blind(turn, contents, nonce, witnesses.sign(actor, at, paper, [signer]))


def _request(row: CountSheet, count: _Blind) -> dict[str, Any]:
    """What the client asked for: the count, and who signed it. A repeat has another nonce, which is not asked for."""
    signed = [[signature.role, signature.badge] for signature in count.signed.signatures]
    named = {**steps.named(row), "part": row.part}
    return {"do": f"count_{count.turn}", **named, "contents": count.contents, "signed": signed}


def _require_turn(actor: Actor, seen: CountSheet, count: _Blind) -> CountSheet:
    """The sheet as it stands under the stream's lock, if it waits for this count and the person may make it."""
    row = steps.sheet(actor, seen.box.table.code, seen.box.number, Part(seen.part))
    if row.status == BoxStatus.COUNTED:
        raise Conflict("already_counted")
    if row.status != _WAITS[count.turn]:
        raise Conflict("bad_count_step", state=row.status, wanted=_WAITS[count.turn])
    steps.require_open(row.session)
    if count.turn != VERIFIER:
        steps.require_members(row.session, count.signed)
    witnesses.require_independent(row.box.table.pit_id, row.box.placed_at, count.signed)
    return row


def _record_sealed(entry: log.Entry, row: CountSheet, type_: str, count: _Blind, **more: Any) -> int:
    """Put a count into the log so that nobody can read it there; the number of its event."""
    data = {
        **steps.named(row),
        FIELD: None,
        "sealed": {FIELD: seal(count.nonce, count.value)},
        **more,
        "signatures": count.signatures,
    }
    return entry.record(type_, data, sealed={FIELD: (count.nonce, count.value)})


def _sealed(entry: log.Entry, seq: int | None) -> _Earlier:
    """A blind count of this stream. It is read here and nowhere else before it is shown."""
    if seq is None:
        raise RuntimeError("the sheet has no such count")
    event = log_rows.Event.objects.get(stream_id=entry.stream_id, seq=seq, round=None)
    nonce, value = json.loads(event.sealed)[FIELD]
    return _Earlier(event.seq, nonce, value, json.loads(event.body)["data"]["signatures"])


def _stand(
    entry: log.Entry, row: CountSheet, count: _Blind, earlier: Sequence[_Earlier], explanation: str = ""
) -> None:
    """The count stands: every count of the box is shown, the sheet and the box get what was found."""
    steps.advance(row, BoxStatus.COUNTED)
    data = {
        **steps.named(row),
        "periods": steps.covered(row.box),
        **count.contents,
        **(_of_cash(entry, row, count.contents) if row.part == Part.CASH else _of_rake(entry, row)),
        "decided_by": count.turn,
        **(_differed(earlier, explanation) if count.turn == VERIFIER else {}),
    }
    row.contents, row.counted_at, row.counted_seq = count.contents, entry.at, entry.next_seq
    if row.part == Part.CASH:
        row.box.counted_at, row.box.counted_total = entry.at, count.contents["total"]
    else:
        row.box.rake_counted_at, row.box.rake_counted_total = entry.at, count.contents["total"]
    signed = [line for one in earlier for line in one.signatures] + count.signatures
    shown = {"nonce": count.nonce, "revealed": [one.revealed for one in earlier]}
    entry.record(_EVENTS[row.part][2], {**data, **shown, "signatures": signed})
    entry.answer = {**data, "part": row.part, "status": row.status}


def _of_rake(entry: log.Entry, row: CountSheet) -> dict[str, Any]:
    """How the books take a rake that is not the expected one: by the rules of the box's own gaming day."""
    return {"rake_shortfall": _pack(entry, row).rake_shortfall.value}


def _pack(entry: log.Entry, row: CountSheet) -> RulePack:
    """The rule pack of the gaming day that the box began with."""
    first = row.box.periods.order_by("number").first()
    day = first.gaming_day if first else entry.window.gaming_day
    return rule_pack_reads.in_force(entry.actor.casino_id, day, entry.settings_version)


def _of_cash(entry: log.Entry, row: CountSheet, contents: Mapping[str, Any]) -> dict[str, Any]:
    """What follows from the count of a drop box: its drop by the rules of its own gaming day, and which papers lack.

    ``missing_papers`` were put into this box at its table and are not in it, ``stray_papers`` belong elsewhere.
    """
    pack = _pack(entry, row)
    due, there = box_papers.due(row.box.table_id, row.box.number), contents["papers"]
    return {
        "drop": box_contents.drop_of(contents, promo_in_drop=pack.promo_in_drop),
        "promo_in_drop": pack.promo_in_drop,
        "missing_papers": [number for number in due if number not in there],
        "stray_papers": [number for number in there if number not in due],
    }


def _differed(earlier: Sequence[_Earlier], explanation: str) -> dict[str, Any]:
    """The drop variance report beside the count that stands."""
    first, second = (json.loads(one.value) for one in earlier)
    return {"differed": {FIRST: first, SECOND: second, "explanation": explanation}}


def _save(row: CountSheet) -> None:
    row.save()
    row.box.save(update_fields=["status", "counted_at", "counted_total", "rake_counted_at", "rake_counted_total"])
