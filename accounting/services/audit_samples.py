"""Drawing an audit sample: by a seed, from days that are over, and recorded whatever it shows (domain.md §1.2).

An auditor cannot draw until he likes what he sees: every draw stands in the log with its seed, and ``verify`` draws
each again.
"""

import secrets
from dataclasses import asdict
from datetime import date, datetime, timedelta
from typing import Any

from accounting.domain import audit_sampling
from accounting.domain.audit_sampling import Sample
from accounting.selectors import audit_candidates, audit_samples
from tables.domain import names, permissions
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, Invalid
from tables.services import log
from tables.services.house_stream import house_entry

LONGEST = timedelta(days=366)
LONGEST_SEED = 64


def draw_audit_sample(
    *, actor: Actor, at: datetime, first_day: date, last_day: date, seed: str = "", key: str | None = None
) -> dict[str, Any]:
    """Draw the sample of the gaming days from ``first_day`` to ``last_day``; without ``seed`` one is drawn too.

    The same days and the same seed give the same picks for ever. What there is too little of is told in ``missing``,
    never filled up with something else. Refused: ``bad_days``, ``day_not_over``, ``bad_seed``.
    """
    permissions.require(actor, "draw_audit_sample")
    if not first_day <= last_day <= first_day + LONGEST:
        raise Invalid("bad_days")
    if seed:
        names.require_name(seed, LONGEST_SEED, "bad_seed")
    days = {"first_day": first_day.isoformat(), "last_day": last_day.isoformat()}
    with house_entry(actor=actor, at=at, request={"do": "draw_audit_sample", **days, "seed": seed}, key=key) as entry:
        if not entry.repeated:
            if last_day >= entry.window.gaming_day:
                raise Conflict("day_not_over", gaming_day=entry.window.gaming_day.isoformat())
            chosen = seed or secrets.token_hex(16)
            heads = {name: seq for name, seq, _ in log.heads(actor.casino_id)}
            drawn = audit_sampling.draw(audit_candidates.of_days(actor.casino_id, first_day, last_day, heads), chosen)
            data = {"sample": audit_samples.count(entry.stream_id) + 1, **days, "seed": chosen, **told(drawn)}
            entry.record("audit_sample_drawn", {**data, "heads": heads})
            entry.answer = data
    return entry.answer


def told(drawn: Sample) -> dict[str, Any]:
    """A sample as it stands in the log."""
    return {
        "wanted": {kind.name: kind.wanted for kind in audit_sampling.KINDS},
        "found": dict(drawn.found),
        "picks": [
            {"kind": kind, "stream": pick.stream, "seq": pick.seq, "gaming_day": pick.gaming_day}
            for kind, picks in drawn.picks.items()
            for pick in picks
        ],
        "missing": [asdict(lacking) for lacking in drawn.missing],
    }
