"""Addresses of requests and slips, under ``/api/v1/``."""

from django.urls import URLPattern, path

from tables.api import converters, slip_requests, slips, slips_at_cage, slips_at_table

_REQUEST = f"tables/<str:table>/slip-requests/<{converters.NUMBER}:number>"

urlpatterns: list[URLPattern] = [
    path("tables/<str:table>/fill-requests", slip_requests.FillRequests.as_view(), name="fill-requests"),
    path("tables/<str:table>/credit-requests", slip_requests.CreditRequests.as_view(), name="credit-requests"),
    path("tables/<str:table>/exchange-requests", slip_requests.ExchangeRequests.as_view(), name="exchange-requests"),
    path("tables/<str:table>/slips", slips.TableSlips.as_view(), name="table-slips"),
    path(_REQUEST, slip_requests.SlipRequest.as_view(), name="slip-request"),
    path(f"{_REQUEST}/withdrawals", slip_requests.Withdrawals.as_view(), name="slip-withdrawals"),
    path(f"{_REQUEST}/refusals", slip_requests.Refusals.as_view(), name="slip-refusals"),
    path(f"{_REQUEST}/slips", slip_requests.Issues.as_view(), name="slip-issues"),
    path("slips", slips.Slips.as_view(), name="slips"),
    path("slips/<str:slip>", slips.Slip.as_view(), name="slip"),
    path("slips/<str:slip>/slip.pdf", slips.SlipPdf.as_view(), name="slip-pdf"),
    path("slips/<str:slip>/restricted-copy", slips.RestrictedCopy.as_view(), name="restricted-copy"),
    path("slips/<str:slip>/carriages", slips_at_cage.Carriages.as_view(), name="slip-carriages"),
    path("slips/<str:slip>/acceptances", slips_at_table.Acceptances.as_view(), name="fill-acceptances"),
    path("slips/<str:slip>/declines", slips_at_table.Declines.as_view(), name="slip-declines"),
    path("slips/<str:slip>/counts-out", slips_at_table.CountsOut.as_view(), name="credit-counts-out"),
    path("slips/<str:slip>/exchanges", slips_at_table.Exchanges.as_view(), name="slip-exchanges"),
    path("slips/<str:slip>/receipts", slips_at_cage.Receipts.as_view(), name="slip-receipts"),
    path("slips/<str:slip>/returns", slips_at_cage.Returns.as_view(), name="slip-returns"),
    path("slips/<str:slip>/voids", slips_at_cage.Voids.as_view(), name="slip-voids"),
    path("slips/<str:slip>/reprints", slips_at_cage.Reprints.as_view(), name="slip-reprints"),
    path("chips-in-transit", slips.ChipsInTransit.as_view(), name="chips-in-transit"),
]
