"""Addresses of the crowd and of front money, under ``/api/v1/``."""

from django.urls import URLPattern, path

from tables.api import crowds, front_money

urlpatterns: list[URLPattern] = [
    path("crowds/<str:table>", crowds.Crowd.as_view(), name="crowd"),
    path("crowds/<str:table>/bets", crowds.CrowdBets.as_view(), name="crowd-bets"),
    path("crowds/<str:table>/limits", crowds.CrowdLimitsOfTable.as_view(), name="crowd-limits"),
    path("cage/front-money-deposits", front_money.FrontMoneyDeposits.as_view(), name="front-money-deposits"),
    path("cage/front-money-withdrawals", front_money.FrontMoneyWithdrawals.as_view(), name="front-money-withdrawals"),
    path("patrons/<str:patron>/front-money", front_money.FrontMoney.as_view(), name="front-money"),
]
