"""The pot of a table between rounds, and the dealer's keys as a source of chance.

``tables_take`` (0002) reads the pot along, so that a press still takes one round trip.
"""

from django.db import migrations, models

DROP = "DROP FUNCTION tables_take(text, text, text)"
TAKE = """
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
TAKE_WITH_POT = """
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


class Migration(migrations.Migration):
    dependencies = [("tables", "0002_take_function")]
    operations = [
        migrations.AlterField(
            model_name="gamingtable",
            name="card_source",
            field=models.CharField(
                choices=[("reader", "reader"), ("keyed", "keyed"), ("server", "server")],
                help_text="cards: reader or server; dice: keyed or server",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="tablestate",
            name="pot",
            field=models.BigIntegerField(
                default=0, help_text="players' chips in the pot, between rounds too; minor units"
            ),
        ),
        migrations.AddConstraint(
            model_name="tablestate",
            constraint=models.CheckConstraint(condition=models.Q(("pot__gte", 0)), name="pot_never_negative"),
        ),
        migrations.RunSQL(DROP, TAKE),
        migrations.RunSQL(TAKE_WITH_POT, DROP),
    ]
