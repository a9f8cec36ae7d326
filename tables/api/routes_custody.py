"""Addresses of tables, racks and their boxes, under ``/api/v1/``."""

from django.urls import URLPattern, path

from tables.api import (
    banks,
    box_removals,
    boxes,
    buy_ins,
    converters,
    inventory_slips,
    periods,
    racks,
    seat_fees,
    table_life,
    tables,
)

_BOX = f"<{converters.NUMBER}:box>"

urlpatterns: list[URLPattern] = [
    path("tables", tables.Tables.as_view(), name="tables"),
    path("tables/<str:table>", tables.Table.as_view(), name="table"),
    path("tables/<str:table>/periods", periods.Periods.as_view(), name="periods"),
    path(
        f"tables/<str:table>/periods/<{converters.NUMBER}:period>/<str:end>.pdf",
        inventory_slips.InventorySlipPdf.as_view(),
        name="inventory-slip-pdf",
    ),
    path("tables/<str:table>/openings", table_life.Openings.as_view(), name="openings"),
    path("tables/<str:table>/closings", table_life.Closings.as_view(), name="closings"),
    path("tables/<str:table>/rolls", table_life.Rolls.as_view(), name="rolls"),
    path("tables/<str:table>/rack", racks.RackView.as_view(), name="rack"),
    path("tables/<str:table>/bank", banks.Bank.as_view(), name="bank"),
    path("tables/<str:table>/buy-ins", buy_ins.BuyIns.as_view(), name="buy-ins"),
    path("tables/<str:table>/seat-fees", seat_fees.SeatFees.as_view(), name="seat-fees"),
    path("tables/<str:table>/chip-changes", buy_ins.ChipChanges.as_view(), name="chip-changes"),
    path(f"tables/<str:table>/boxes/{_BOX}/removals", boxes.Removals.as_view(), name="box-removals"),
    path(f"tables/<str:table>/boxes/{_BOX}/removal.pdf", box_removals.RemovalPdf.as_view(), name="box-removal-pdf"),
    path("late-counts", periods.LateCounts.as_view(), name="late-counts"),
    path("waiting-boxes", boxes.WaitingBoxes.as_view(), name="waiting-boxes"),
    path("missing-boxes", boxes.MissingBoxes.as_view(), name="missing-boxes"),
    path("box-removals", boxes.RemovalLog.as_view(), name="removal-log"),
]
