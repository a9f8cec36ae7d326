"""Who a badge was at a moment: what was renewed later changes no paper from before."""

from datetime import date, timedelta

import pytest

from tables.selectors import signers
from tables.selectors.signers import Signer
from tables.services import staffing
from tests import builders

pytestmark = pytest.mark.django_db


def test_t104_a_person_stays_on_paper_as_he_was() -> None:
    """T-104: name and licence of a report are those of its moment; the newest are known from then on."""
    house = builders.house(outsider=True)
    later = house.at + timedelta(hours=1)
    until = date(2028, 1, 1)
    staffing.renew_licence(actor=house.hana, at=later, badge="ada", licence="L-2027", licence_expires_on=until)
    before = signers.of(house.casino.pk, ["ada", "petra", "ada"], later - timedelta(seconds=1))
    assert before == {"ada": Signer("Ada Accountant", "L-ADA"), "petra": Signer("Petra Pit Boss", "L-PETRA")}
    assert signers.of(house.casino.pk, ["ada"], later) == {"ada": Signer("Ada Accountant", "L-2027")}


def test_strangers_are_nobody() -> None:
    house = builders.house(outsider=True)
    assert signers.of(house.casino.pk, ["otto", "nobody"], house.at) == {}
    assert signers.of(house.casino.pk, ["ada"], house.at - timedelta(days=999)) == {}
