"""Addresses of play, rounds, shoes, rulings and the log, under ``/api/v1/``."""

from django.urls import URLPattern, path

from tables.api import converters, events, play, rounds, rulings, seat_links, shoes

_TABLE = "tables/<str:table>"
_NOW = f"{_TABLE}/rounds/current"
_NUMBER = f"<{converters.NUMBER}:number>"

urlpatterns: list[URLPattern] = [
    path(f"{_TABLE}/inputs", play.Inputs.as_view(), name="inputs"),
    path(f"{_TABLE}/undo", play.Undos.as_view(), name="undo"),
    path(f"{_TABLE}/felt", rounds.Felt.as_view(), name="felt"),
    path(f"{_TABLE}/rounds", rounds.Rounds.as_view(), name="rounds"),
    path(f"{_NOW}/legal-acts", rounds.LegalActs.as_view(), name="legal-acts"),
    path(f"{_NOW}/bets", play.Bets.as_view(), name="bets"),
    path(f"{_NOW}/bets/bulk", play.BulkBets.as_view(), name="bulk-bets"),
    path(f"{_NOW}/back-bets", play.BackBets.as_view(), name="back-bets"),
    path(f"{_NOW}/betting-closings", play.BettingClosings.as_view(), name="betting-closings"),
    path(f"{_NOW}/cards", play.Cards.as_view(), name="cards"),
    path(f"{_NOW}/insurances", play.Insurances.as_view(), name="insurances"),
    path(f"{_NOW}/insurance-closings", play.InsuranceClosings.as_view(), name="insurance-closings"),
    path(f"{_NOW}/acts", play.Acts.as_view(), name="acts"),
    path(f"{_NOW}/confirmations", play.Confirmations.as_view(), name="confirmations"),
    path(f"{_TABLE}/rounds/{_NUMBER}", rounds.Round.as_view(), name="round"),
    path(f"{_TABLE}/rounds/{_NUMBER}/history", rounds.History.as_view(), name="round-history"),
    path(f"{_TABLE}/rounds/{_NUMBER}/voids", rulings.Voids.as_view(), name="voids"),
    path(f"{_TABLE}/seat-links", seat_links.SeatLinks.as_view(), name="seat-links"),
    path(f"{_TABLE}/seat-link-endings", seat_links.SeatLinkEndings.as_view(), name="seat-link-endings"),
    path("seat-links/claims", seat_links.SeatClaims.as_view(), name="seat-claims"),
    path("seat-links/current/felt", seat_links.SeatFelt.as_view(), name="seat-felt"),
    path(f"{_TABLE}/misdeal-rulings", rulings.MisdealRulings.as_view(), name="misdeal-rulings"),
    path(f"{_TABLE}/calls", rulings.Calls.as_view(), name="calls"),
    path(f"{_TABLE}/shoes", shoes.Shoes.as_view(), name="shoes"),
    path(f"{_TABLE}/shoes/{_NUMBER}", shoes.Shoe.as_view(), name="shoe"),
    path(f"{_TABLE}/shoes/current/inspections", shoes.Inspections.as_view(), name="inspections"),
    path(f"{_TABLE}/shoes/current/mixes", shoes.Mixes.as_view(), name="mixes"),
    path(f"{_TABLE}/shoes/current/cuts", shoes.Cuts.as_view(), name="cuts"),
    path(f"{_TABLE}/shoes/current/blocks", shoes.Blocks.as_view(), name="blocks"),
    path(f"{_TABLE}/shoes/current/retirements", shoes.Retirements.as_view(), name="retirements"),
    path(f"{_TABLE}/events", events.TableEvents.as_view(), name="table-events"),
    path("streams", events.Streams.as_view(), name="streams"),
    path("streams/<str:kind>/events", events.StreamEvents.as_view(), name="stream-events"),
]
