"""Triggers of the books. They cost next to nothing by statement (perf.md §2), and they trip in a test each."""

import pgtrigger

REBUILDING = "casino.rebuilding"
"""The setting that ``rebuild_books`` turns on for its own transaction (docs/adr/0011-books-are-rebuilt-in-place.md)."""

NOT_CHANGED = pgtrigger.Trigger(
    name="not_changed",
    level=pgtrigger.Statement,
    when=pgtrigger.Before,
    operation=pgtrigger.Update | pgtrigger.Delete,
    # Rows of the books follow from the log. Only a rebuild may take them away, to write them again in the same
    # transaction; nothing ever changes one. In production the application's role has neither privilege.
    func=f"""
    IF TG_OP = 'DELETE' AND current_setting('{REBUILDING}', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    """,
)

BALANCES = pgtrigger.Trigger(
    name="balances",
    level=pgtrigger.Statement,
    when=pgtrigger.After,
    operation=pgtrigger.Insert,
    referencing=pgtrigger.Referencing(new="new_legs"),  # type: ignore[no-untyped-call]
    declare=[("guilty", "RECORD")],
    # All legs of a journal come in by one statement. The join also stands in for a foreign key to the account: an
    # account that is not in the chart has no asset, and its journal is refused.
    func="""
    SELECT l.stream_id, l.seq, a.asset, sum(l.amount) AS total INTO guilty
    FROM new_legs l LEFT JOIN accounting_account a ON a.id = l.account_id
    GROUP BY l.stream_id, l.seq, a.asset
    HAVING a.asset IS NULL OR sum(l.amount) <> 0
    ORDER BY l.stream_id, l.seq LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'journal %:% is out by % in %',
            guilty.stream_id, guilty.seq, guilty.total, coalesce(guilty.asset, 'an unknown account')
            USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_balances', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
    """,
)
