"""Addresses of people, devices, limits and the house's clock, under ``/api/v1/``."""

from django.urls import URLPattern, path

from tables.api import employment, limits, meta, patrons, pits, rule_packs, sign_ons, staff, taps, terminals

urlpatterns: list[URLPattern] = [
    path("meta", meta.Meta.as_view(), name="meta"),
    path("rule-packs", rule_packs.RulePacks.as_view(), name="rule-packs"),
    path("sign-ons", sign_ons.SignOns.as_view(), name="sign-ons"),
    path("sign-ons/current", sign_ons.CurrentSignOn.as_view(), name="current-sign-on"),
    path("terminals", terminals.Terminals.as_view(), name="terminals"),
    path("terminals/enrolments", terminals.Enrolments.as_view(), name="enrolments"),
    path("terminals/<str:terminal>/revocations", terminals.Revocations.as_view(), name="revocations"),
    path("terminals/<str:terminal>/unlocks", terminals.TerminalUnlocks.as_view(), name="terminal-unlocks"),
    path("locks", terminals.Locks.as_view(), name="locks"),
    path("staff", staff.Staff.as_view(), name="staff"),
    path("staff/<str:badge>/deactivations", employment.Deactivations.as_view(), name="deactivations"),
    path("staff/<str:badge>/reactivations", employment.Reactivations.as_view(), name="reactivations"),
    path("staff/<str:badge>/licences", staff.Licences.as_view(), name="licences"),
    path("staff/<str:badge>/role-grants", staff.RoleGrants.as_view(), name="role-grants"),
    path("staff/<str:badge>/role-revocations", staff.RoleRevocations.as_view(), name="role-revocations"),
    path("staff/<str:badge>/game-sign-offs", staff.GameSignOffs.as_view(), name="game-sign-offs"),
    path("staff/<str:badge>/pins", staff.Pins.as_view(), name="pins"),
    path("staff/<str:badge>/pin-unlocks", staff.PinUnlocks.as_view(), name="pin-unlocks"),
    path("pits/<str:pit>/assignments", pits.Assignments.as_view(), name="assignments"),
    path("pits/<str:pit>/reliefs", pits.Reliefs.as_view(), name="reliefs"),
    path("patrons", patrons.Patrons.as_view(), name="patrons"),
    path("patrons/<str:patron>/corrections", patrons.PatronCorrections.as_view(), name="patron-corrections"),
    path("tables/<str:table>/taps-in", taps.TapsIn.as_view(), name="taps-in"),
    path("tables/<str:table>/taps-out", taps.TapsOut.as_view(), name="taps-out"),
    path("tables/<str:table>/limits", limits.Limits.as_view(), name="limits"),
    path("tables/<str:table>/limit-raises", limits.LimitRaises.as_view(), name="limit-raises"),
    path("tables/<str:table>/funds", patrons.Funds.as_view(), name="funds"),
]
