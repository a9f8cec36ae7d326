"""A player's own view: one seat, one browser."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0004_rake_counts")]
    operations = [
        migrations.CreateModel(
            name="SeatLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("player", models.CharField(help_text="as the table knows him", max_length=40)),
                (
                    "code_digest",
                    models.CharField(blank=True, default="", help_text="SHA-256 of the one-time code", max_length=64),
                ),
                ("claim_before", models.DateTimeField()),
                ("token_digest", models.CharField(blank=True, db_index=True, default="", max_length=64)),
                ("expires_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seat_links",
                        to="tables.gamingtable",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at__isnull", True)),
                        fields=("table", "player"),
                        name="one_link_a_seat",
                    )
                ],
            },
        ),
    ]
