"""Journals, legs, settlements and round results in partitions by gaming day (docs/adr/0031-history-by-gaming-day.md)."""

from django.db import migrations, models

DAY = ", gaming_day date NOT NULL"
OF_EVENT = """
SELECT {columns}, e.gaming_day FROM {table}_unsplit r
JOIN tables_event e ON e.stream_id = r.stream_id AND e.seq = r.seq
"""
SETTLEMENT = """r.stream_id, r.round, r.bet, r.entry, r.seq, r.period, r.kind, r.player, r.tender, r.outcome, r.stake,
r.returned, r.due_numerator, r.due_denominator"""


def split(table: str, key: str, added: str, source: str) -> str:
    """``tables_split`` of migration 0029 of the floor."""
    return f"SELECT tables_split('{table}', '{key}', false, '{added}', $source${source}$source$)"


def of_event(table: str, columns: str) -> str:
    """The rows of a table with the gaming day of the event that made them."""
    return OF_EVENT.format(table=table, columns=columns)


def added(model: str, text: str) -> migrations.AddField:
    """The new column, as Django sees it."""
    return migrations.AddField(model, "gaming_day", models.DateField(help_text=text), preserve_default=False)


class Migration(migrations.Migration):
    dependencies = [("accounting", "0020_manner_of_the_books"), ("tables", "0029_partitions")]
    operations = [
        migrations.RunSQL(
            split("accounting_journal", "stream_id, seq", "", "SELECT * FROM accounting_journal_unsplit"),
        ),
        migrations.RunSQL(
            split("accounting_leg", "stream_id, seq, line", DAY, of_event("accounting_leg", "r.*")),
            state_operations=[added("leg", "of the event")],
        ),
        migrations.RunSQL(
            split(
                "accounting_settlement",
                "stream_id, round, bet, entry",
                DAY,
                of_event("accounting_settlement", SETTLEMENT),
            ),
            state_operations=[added("settlement", "of the event; a partition each")],
        ),
        migrations.RunSQL(
            split("accounting_roundresult", "stream_id, seq", DAY, of_event("accounting_roundresult", "r.*")),
            state_operations=[added("roundresult", "of the event; a partition each")],
        ),
    ]
