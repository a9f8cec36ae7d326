"""An audit sample on a terminal: one line a document to look at."""

from collections.abc import Iterator

from accounting.domain import audit_sampling
from accounting.selectors.audit_samples import AuditSample
from tables.documents.spelling import grouped


def lines(sample: AuditSample, exponent: int) -> Iterator[str]:
    """The sample line by line; amounts with their decimals."""
    yield f"sample {sample.number}, gaming days {sample.first_day} to {sample.last_day}, seed {sample.seed}"
    yield f"drawn by {sample.drawn_by} at {sample.drawn_at}"
    for kind in [known.name for known in audit_sampling.KINDS]:
        wanted, picks = sample.wanted[kind], [pick for pick in sample.picks if pick.kind == kind]
        yield f"{kind}: {len(picks)} of {wanted}, from {sample.found[kind]}"
        for pick in picks:
            total = "" if pick.total is None else grouped(pick.total, exponent)
            where = f"{pick.stream} #{pick.seq}"
            yield f"  {pick.gaming_day} {pick.shift:<6} {pick.table:<8} {pick.document:<14} {total:>14}  {where}"
            yield f"    signed by {', '.join(pick.signers) or 'nobody'}"
    for lacking in sample.missing:
        yield f"missing: {lacking['what']}, wanted {lacking['wanted']}, found {lacking['found']}"
