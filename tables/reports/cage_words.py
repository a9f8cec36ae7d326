"""What pages and papers call the places of the cage and what happened there."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.domain.cage import CagePlace

PLACES: Final[Mapping[str, Promise | str]] = {CagePlace.CAGE: _("Cage"), CagePlace.VAULT: _("Vault")}
TITLES: Final[Mapping[str, Promise | str]] = {
    "chips_received": _("Chips received"),
    "chips_withdrawn": _("Chips withdrawn for good"),
    "vault_moved": _("Between cage and vault"),
    "cash_received": _("Cash from the bank"),
    "cash_banked": _("Cash to the bank"),
    "chips_sold": _("Chips sold"),
    "chips_redeemed": _("Chips redeemed"),
    "promotional_given": _("Promotional chips given"),
    "front_money_taken": _("Front money taken"),
    "front_money_returned": _("Front money returned"),
    "cage_counted": _("Count"),
    "drop_taken_over": _("Drop taken over"),
    "fill_issued": _("Fill made out"),
    "fill_returned": _("Fill returned"),
    "exchange_issued": _("Exchange made out"),
    "exchange_received": _("Exchange received"),
    "exchange_returned": _("Exchange returned"),
    "credit_received": _("Credit received"),
    "slip_voided": _("Slip void"),
    "marker_settled": _("Marker paid at the cage"),
}
