"""Which boxes left with rake beside them; for those that are there already the log tells it."""

from django.db import migrations, models

RAKED = """
UPDATE tables_dropbox b SET raked = true
FROM tables_stream s
WHERE s.table_id = b.table_id AND EXISTS (
    SELECT FROM tables_event e
    WHERE e.stream_id = s.id AND e.body LIKE '%"rake"%'
      AND jsonb_path_exists(e.body::jsonb, '$.data.transfers[*] ? (@[1] == "rake")')
      AND (e.body::jsonb ->> 'occurred_at')::timestamptz >= b.placed_at
      AND (b.removed_at IS NULL OR (e.body::jsonb ->> 'occurred_at')::timestamptz <= b.removed_at)
)
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0011_seat_link_claims")]

    operations = [
        migrations.AddField(
            model_name="dropbox",
            name="raked",
            field=models.BooleanField(
                default=False, help_text="rake was taken beside it, so that there is some to count"
            ),
        ),
        migrations.RunSQL(RAKED, migrations.RunSQL.noop),
    ]
