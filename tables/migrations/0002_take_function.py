"""One round trip for the start of every entry: lock the stream, then read what a key press needs (docs/adr/0003).

The two statements of a VOLATILE function have a snapshot each, so the second sees all that was committed while the
first waited for the lock; a single joined statement would not.
"""

from django.db import migrations

CREATE = """
CREATE FUNCTION tables_take(wanted_stream text, asking_client text, asking_key text)
RETURNS TABLE (
    id bigint, casino_id bigint, kind text, table_id bigint, head_seq bigint, head_hash bytea, recorded_at timestamptz,
    settings_version bigint, fingerprint text, answer text,
    status text, stopped_reason text, dealer_id bigint, period_id bigint, round_number bigint, round_status text,
    live text, raised text, funds text,
    shoe_id bigint, shoe_number bigint, decks bigint, shoe_status text, stock text, dealt text, on_table text,
    round_from bigint
)
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    stream tables_stream;
BEGIN
    SELECT s.* INTO stream FROM tables_stream s WHERE s.key = wanted_stream FOR UPDATE;
    RETURN QUERY
    SELECT stream.id, stream.casino_id, stream.kind::text, stream.table_id, stream.head_seq, stream.head_hash,
           clock_timestamp(), c.settings_version::bigint, r.fingerprint::text, r.answer,
           t.status::text, t.stopped_reason::text, t.dealer_id, t.period_id, t.round_number, t.round_status::text,
           t.live, t.raised::text, t.funds::text,
           h.id, h.number::bigint, h.decks::bigint, h.status::text, h.stock, h.dealt, h.on_table, h.round_from::bigint
    FROM tables_casino c
    LEFT JOIN tables_receipt r ON r.client = asking_client AND r.key = asking_key
    LEFT JOIN tables_tablestate t ON t.table_id = stream.table_id
    LEFT JOIN tables_shoe h ON h.id = t.shoe_id
    WHERE c.id = stream.casino_id;
END
$$
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial")]
    operations = [
        migrations.RunSQL(CREATE, "DROP FUNCTION tables_take(text, text, text)"),
    ]
