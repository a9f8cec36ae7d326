"""Where each gaming day begins in each stream, and the day of each stream's head (docs/adr/0031).

``tables_take`` (0002) reads the head's day along, so that no press goes back behind it.
"""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models

TAKE = """
CREATE FUNCTION tables_take(wanted_stream text, asking_client text, asking_key text)
RETURNS TABLE (
    id bigint, casino_id bigint, kind text, table_id bigint, head_seq bigint, head_hash bytea, recorded_at timestamptz,
    settings_version bigint, fingerprint text, answer text,
    status text, stopped_reason text, dealer_id bigint, period_id bigint, round_number bigint, round_status text,
    live text, raised text, funds text, pot bigint,
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
           t.live, t.raised::text, t.funds::text, t.pot,
           h.id, h.number::bigint, h.decks::bigint, h.status::text, h.stock, h.dealt, h.on_table, h.round_from::bigint
    FROM tables_casino c
    LEFT JOIN tables_receipt r ON r.client = asking_client AND r.key = asking_key
    LEFT JOIN tables_tablestate t ON t.table_id = stream.table_id
    LEFT JOIN tables_shoe h ON h.id = t.shoe_id
    WHERE c.id = stream.casino_id;
END
$$
"""
TAKE_WITH_DAY = """
CREATE FUNCTION tables_take(wanted_stream text, asking_client text, asking_key text)
RETURNS TABLE (
    id bigint, casino_id bigint, kind text, table_id bigint, head_seq bigint, head_hash bytea, head_day date,
    recorded_at timestamptz,
    settings_version bigint, fingerprint text, answer text,
    status text, stopped_reason text, dealer_id bigint, period_id bigint, round_number bigint, round_status text,
    live text, raised text, funds text, pot bigint,
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
           stream.head_day, clock_timestamp(), c.settings_version::bigint, r.fingerprint::text, r.answer,
           t.status::text, t.stopped_reason::text, t.dealer_id, t.period_id, t.round_number, t.round_status::text,
           t.live, t.raised::text, t.funds::text, t.pot,
           h.id, h.number::bigint, h.decks::bigint, h.status::text, h.stock, h.dealt, h.on_table, h.round_from::bigint
    FROM tables_casino c
    LEFT JOIN tables_receipt r ON r.client = asking_client AND r.key = asking_key
    LEFT JOIN tables_tablestate t ON t.table_id = stream.table_id
    LEFT JOIN tables_shoe h ON h.id = t.shoe_id
    WHERE c.id = stream.casino_id;
END
$$
"""
DROP_TAKE = "DROP FUNCTION tables_take(text, text, text)"
# Where each gaming day begins in each stream. A stream that goes back a day would be found by its events no more.
BEGINNINGS = """
INSERT INTO tables_streamday (stream_id, gaming_day, first_seq)
SELECT stream_id, gaming_day, min(seq) FROM tables_event GROUP BY stream_id, gaming_day;
UPDATE tables_stream s SET head_day = e.gaming_day, head_at = (e.body::json ->> 'occurred_at')::timestamptz
FROM tables_event e WHERE e.stream_id = s.id AND e.seq = s.head_seq;
DO $$
DECLARE
    wrong record;
BEGIN
    SELECT stream_id, gaming_day INTO wrong FROM (
        SELECT stream_id, gaming_day, first_seq,
               lag(last_seq) OVER (PARTITION BY stream_id ORDER BY gaming_day) AS last_before
        FROM (SELECT stream_id, gaming_day, min(seq) AS first_seq, max(seq) AS last_seq
              FROM tables_event GROUP BY stream_id, gaming_day) d
    ) d WHERE last_before > first_seq LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'stream % goes back behind gaming day %', wrong.stream_id, wrong.gaming_day
            USING ERRCODE = 'check_violation';
    END IF;
END
$$;
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0027_patron_past")]
    operations = [
        migrations.CreateModel(
            name="StreamDay",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "stream_id", "gaming_day", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("stream_id", models.BigIntegerField()),
                ("gaming_day", models.DateField()),
                ("first_seq", models.BigIntegerField(help_text="the first event of the day in the stream")),
            ],
            options={"indexes": [models.Index(fields=["stream_id", "-first_seq"], name="day_of_seq")]},
        ),
        migrations.AddField(
            model_name="stream",
            name="head_day",
            field=models.DateField(
                help_text="gaming day of the newest event; a stream never goes back behind it", null=True
            ),
        ),
        migrations.AddField(
            model_name="stream",
            name="head_at",
            field=models.DateTimeField(help_text="when the newest event occurred", null=True),
        ),
        migrations.RunSQL(DROP_TAKE + ";" + TAKE_WITH_DAY, DROP_TAKE + ";" + TAKE),
        migrations.RunSQL(BEGINNINGS, migrations.RunSQL.noop),
        pgtrigger.migrations.AddTrigger(
            model_name="streamday",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';",
                    hash="f7e6fe84c9431553e3d5d158ca7bf9c5df6e96a4",
                    level="STATEMENT",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_6d30f",
                    table="tables_streamday",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="streamday",
            trigger=pgtrigger.compiler.Trigger(
                name="no_truncate",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="\n    IF current_setting('casino.may_truncate', true) IS DISTINCT FROM 'on' THEN\n        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';\n    END IF;\n    RETURN NULL;\n    ",
                    hash="03b8849df457a68b1cf582a92490ce80880c6b8d",
                    level="STATEMENT",
                    operation="TRUNCATE",
                    pgid="pgtrigger_no_truncate_8743e",
                    table="tables_streamday",
                    when="BEFORE",
                ),
            ),
        ),
    ]
