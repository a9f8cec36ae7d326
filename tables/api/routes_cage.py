"""Addresses of the cage and its chips, under ``/api/v1/``."""

from django.urls import URLPattern, path

from tables.api import banks, cage, cage_counts, cage_moves, cage_window, chip_sets, drops, foreign_chips

urlpatterns: list[URLPattern] = [
    path("cage/stock", cage.CageStock.as_view(), name="cage-stock"),
    path("cage/movements", cage.CageMovements.as_view(), name="cage-movements"),
    path("cage/chip-receipts", banks.ChipReceipts.as_view(), name="chip-receipts"),
    path("cage/chip-withdrawals", cage_moves.ChipWithdrawals.as_view(), name="chip-withdrawals"),
    path("cage/transfers", cage_moves.VaultTransfers.as_view(), name="vault-transfers"),
    path("cage/cash-receipts", cage_moves.CashReceipts.as_view(), name="cash-receipts"),
    path("cage/cash-deposits", cage_moves.CashDeposits.as_view(), name="cash-deposits"),
    path("cage/sales", cage_window.ChipSales.as_view(), name="chip-sales"),
    path("cage/redemptions", cage_window.ChipRedemptions.as_view(), name="chip-redemptions"),
    path("cage/promotional-gifts", cage_window.PromotionalGifts.as_view(), name="promotional-gifts"),
    path("cage/counts", cage_counts.CageCounts.as_view(), name="cage-counts"),
    path("cage/due-counts", cage_counts.DueCageCounts.as_view(), name="due-cage-counts"),
    path("cage/waiting-drops", drops.WaitingDrops.as_view(), name="waiting-drops"),
    path("cage/drop-takeovers", drops.DropTakeovers.as_view(), name="drop-takeovers"),
    path("cage/targets", cage_counts.CageTargets.as_view(), name="cage-targets"),
    path("chip-sets", chip_sets.ChipSets.as_view(), name="chip-sets"),
    path("chip-sets/<str:chip_set>/retirements", chip_sets.ChipRetirements.as_view(), name="chip-retirements"),
    path("chip-sets/<str:chip_set>/impressments", chip_sets.ChipImpressments.as_view(), name="chip-impressments"),
    path("impressments", chip_sets.Impressments.as_view(), name="impressments"),
    path("tables/<str:table>/foreign-chips", foreign_chips.ForeignChips.as_view(), name="foreign-chips"),
]
