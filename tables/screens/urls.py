"""Addresses of the floor's screens."""

from django.urls import path

from tables.screens import (
    boss,
    devices,
    inventory_slips,
    languages,
    life,
    office,
    papers,
    pit,
    pit_ratings,
    pit_rotation,
    pit_table,
    press,
    seat,
    stores,
    terminal,
    themes,
)
from tables.screens.cage import banks as cage_banks
from tables.screens.cage import counts as cage_counts
from tables.screens.cage import drops as cage_drops
from tables.screens.cage import front_money as cage_front_money
from tables.screens.cage import markers as cage_markers
from tables.screens.cage import moves as cage_moves
from tables.screens.cage import stock as cage_stock
from tables.screens.cage import window as cage_window
from tables.screens.count import archive as count_archive
from tables.screens.count import room as count_room
from tables.screens.count import sheet as count_sheet
from tables.screens.dice import fees, links
from tables.screens.dice import press as dice
from tables.screens.disputes import pages as dispute_pages
from tables.screens.disputes import press as dispute_press
from tables.screens.house import chips as house_chips
from tables.screens.house import clock as house_clock
from tables.screens.house import edges as house_edges
from tables.screens.house import floor as house_floor
from tables.screens.house import people as house_people
from tables.screens.house import plan as house_plan
from tables.screens.house import rule_packs as house_packs
from tables.screens.house import rules as house_rules
from tables.screens.house import terminals as house_terminals
from tables.screens.markers import credit, patrons, pit_press
from tables.screens.markers import desk as marker_desk
from tables.screens.markers import one as one_marker
from tables.screens.markers import press as markers_press
from tables.screens.pit_queue import handover
from tables.screens.pit_queue import press as asks
from tables.screens.slips import at_table as slips_at_table
from tables.screens.slips import desk as slips_desk
from tables.screens.slips import one as one_slip
from tables.screens.slips import press as slips_press

urlpatterns = [
    path("", office.home, name="home"),
    path("sign-in/", office.sign_in, name="sign-in"),
    path("sign-out/", office.sign_out, name="sign-out"),
    path("enrol", devices.enrol, name="enrol"),
    path("language/", languages.language, name="language"),
    path("theme/", themes.theme, name="theme"),
    path("t/<slug:code>/", terminal.terminal, name="terminal"),
    path("t/<slug:code>/sign-on", devices.sign_on, name="terminal-sign-on"),
    path("t/<slug:code>/sign-off", devices.sign_off, name="terminal-sign-off"),
    path("t/<slug:code>/press", press.press, name="terminal-press"),
    path("t/<slug:code>/bet", press.bet, name="terminal-bet"),
    path("t/<slug:code>/lay", press.lay, name="terminal-lay"),
    path("t/<slug:code>/undo", press.undo, name="terminal-undo"),
    path("t/<slug:code>/card", press.card, name="terminal-card"),
    path("t/<slug:code>/insure", press.insure, name="terminal-insure"),
    path("t/<slug:code>/game", dice.open_game, name="terminal-game"),
    path("t/<slug:code>/throw", dice.throw, name="terminal-throw"),
    path("t/<slug:code>/bid", dice.bid, name="terminal-bid"),
    path("t/<slug:code>/move", dice.move, name="terminal-move"),
    path("t/<slug:code>/link", links.link, name="terminal-link"),
    path("t/<slug:code>/fee", fees.fee, name="terminal-fee"),
    path("t/<slug:code>/count/<slug:kind>", life.count, name="terminal-count"),
    path("t/<slug:code>/relief", life.relief, name="terminal-relief"),
    path("t/<slug:code>/buy-in", life.buy_in, name="terminal-buy-in"),
    path("t/<slug:code>/change", life.change, name="terminal-change"),
    path("t/<slug:code>/call", life.call, name="terminal-call"),
    path("t/<slug:code>/shoe/<slug:step>", life.shoe, name="terminal-shoe"),
    path("t/<slug:code>/slip/<slug:step>", slips_press.slip, name="terminal-slip"),
    path("t/<slug:code>/slips-waiting", slips_at_table.waiting, name="terminal-slips-waiting"),
    path("t/<slug:code>/marker", markers_press.marker, name="terminal-marker"),
    path("t/<slug:code>/marker-payment", markers_press.payment, name="terminal-marker-payment"),
    path("t/<slug:code>/flag", dispute_press.flag, name="terminal-flag"),
    path("t/<slug:code>/misdeal", dispute_press.misdeal, name="terminal-misdeal"),
    path("t/<slug:code>/ask/fill", asks.ask_fill, name="terminal-ask-fill"),
    path("t/<slug:code>/ask/<slug:kind>", asks.ask, name="terminal-ask"),
    path("t/<slug:code>/ask-back", asks.withdraw, name="terminal-ask-back"),
    path("t/<slug:code>/void", boss.void, name="terminal-void"),
    path("t/<slug:code>/ruling", boss.ruling, name="terminal-ruling"),
    path("t/<slug:code>/lift", boss.lift, name="terminal-lift"),
    path("seat/", seat.seat, name="seat"),
    path("pits/", pit.all_pits, name="pits"),
    path("pit/<slug:code>/", pit.overview, name="pit"),
    path("pit/<slug:code>/table/<slug:table>/", pit_table.detail, name="pit-table"),
    path("periods/<slug:table>/", inventory_slips.of_table, name="periods"),
    path("periods/<slug:table>/<int:period>/<slug:end>/", inventory_slips.one, name="inventory-slip"),
    path("periods/<slug:table>/bank/", papers.of_bank, name="table-bank"),
    path("papers/<slug:where>/<int:seq>/", papers.paper, name="paper"),
    path("papers/<slug:where>/<int:seq>/paper.pdf", papers.as_pdf, name="paper-pdf"),
    path("pit/<slug:code>/rotation/", pit_rotation.rotation, name="pit-rotation"),
    path("pit/<slug:code>/ratings/", pit_ratings.ratings, name="pit-ratings"),
    path("pit/<slug:code>/open", pit.open_item, name="pit-open"),
    path("pit/<slug:code>/decide", pit.decide, name="pit-decide"),
    path("pit/<slug:code>/put-away", pit.put_away, name="pit-put-away"),
    path("pit/<slug:code>/seen", pit.acknowledge, name="pit-seen"),
    path("pit/<slug:code>/handover/", handover.handover, name="pit-handover"),
    path("pit/<slug:code>/handovers/", handover.all_handovers, name="pit-handovers"),
    path("pit/<slug:code>/handovers/<int:number>/", handover.one, name="pit-handed-over"),
    path("pit/<slug:code>/limits", pit.post_limits, name="pit-limits"),
    path("pit/<slug:code>/lift", pit.lift, name="pit-lift"),
    path("pit/<slug:code>/void", pit.void, name="pit-void"),
    path("pit/<slug:code>/ruling", pit.ruling, name="pit-ruling"),
    path("pit/<slug:code>/assign", pit.assign, name="pit-assign"),
    path("pit/<slug:code>/unlock", pit.unlock, name="pit-unlock"),
    path("pit/<slug:code>/order", pit.order, name="pit-order"),
    path("pit/<slug:code>/withdraw", pit.withdraw, name="pit-withdraw"),
    path("pit/<slug:code>/correct", pit_press.correct, name="pit-correct"),
    path("pit/<slug:code>/identify", pit_press.identify, name="pit-identify"),
    path("disputes/", dispute_pages.listing, name="disputes"),
    path("disputes/<str:table>/<int:number>/", dispute_pages.one, name="dispute"),
    path("rounds/<str:table>/<int:number>/", dispute_pages.round_, name="round-replay"),
    path("slips/", slips_desk.open_slips, name="slips"),
    path("slips/all/", slips_desk.all_slips, name="all-slips"),
    path("slips/of/<slug:table>/<int:number>/", one_slip.request, name="slip-request"),
    path("slips/of/<slug:table>/<int:number>/paper/", papers.of_request, name="slip-request-paper"),
    path("slips/<str:slip>/", one_slip.slip, name="slip"),
    path("slips/<str:slip>/slip.pdf", one_slip.as_pdf, name="slip-pdf"),
    path("slips/<str:slip>/record/", one_slip.record, name="slip-record"),
    path("cage/", cage_stock.stock, name="cage"),
    path("cage/window/", cage_window.window, name="cage-window"),
    path("cage/front-money/", cage_front_money.accounts, name="cage-front-money"),
    path("cage/markers/", cage_markers.open_markers, name="cage-markers"),
    path("cage/moves/", cage_moves.moves, name="cage-moves"),
    path("cage/banks/", cage_banks.waiting, name="cage-banks"),
    path("cage/count/", cage_counts.count, name="cage-count"),
    path("cage/drops/", cage_drops.waiting, name="cage-drops"),
    path("cage/targets/", cage_stock.targets, name="cage-targets"),
    path("cage/movements/", cage_stock.movements, name="cage-movements"),
    path("count/", count_room.room, name="count"),
    path("count/sheets/<slug:table>/<int:box>/<slug:part>/", count_sheet.sheet, name="count-sheet"),
    path("count/sessions/", count_archive.sessions, name="count-sessions"),
    path("count/sessions/<int:number>/", count_archive.session, name="count-session"),
    path("count/sessions/<int:number>/closing/", papers.of_closing, name="count-closing"),
    path("count/removals/", count_archive.removals, name="count-removals"),
    path("count/removals/<slug:table>/<int:box>/", count_archive.one_removal, name="box-removal"),
    path("credit/", credit.lines, name="credit"),
    path("credit/patrons/", patrons.known, name="patrons"),
    path("credit/patrons/<str:code>/", patrons.one, name="patron"),
    path("credit/markers/", marker_desk.all_markers, name="markers"),
    path("credit/markers/<str:slip>/", one_marker.marker, name="marker"),
    path("credit/markers/<str:slip>/marker.pdf", one_marker.as_pdf, name="marker-pdf"),
    path("credit/markers/<str:slip>/payments/<int:number>/", papers.of_payment, name="marker-payment"),
    path("credit/markers/<str:slip>/transfer/", papers.of_transfer, name="marker-transfer"),
    path("credit/markers/<str:slip>/record/", one_marker.record, name="marker-record"),
    path("stores/", stores.stores, name="stores"),
    path("house/", house_people.house, name="house"),
    path("house/people/", house_people.people, name="house-people"),
    path("house/people/new", house_people.new_person, name="house-new-person"),
    path("house/people/<str:badge>/", house_people.person, name="house-person"),
    path("house/signed-on/", house_people.signed_on, name="house-signed-on"),
    path("house/terminals/", house_terminals.terminals, name="house-terminals"),
    path("house/tables/", house_floor.tables, name="house-tables"),
    path("house/tables/new", house_floor.new_table, name="house-new-table"),
    path("house/tables/<slug:code>/", house_floor.table, name="house-table"),
    path("house/edges/", house_edges.house_edges, name="house-edges"),
    path("house/pits/<slug:code>/", house_plan.plan, name="house-pit"),
    path("house/rule-packs/", house_packs.rule_packs, name="house-rule-packs"),
    path("house/chips/", house_chips.chips, name="house-chips"),
    path("house/clock/", house_clock.clock_page, name="house-clock"),
    path("house/rules/", house_rules.rules, name="house-rules"),
    path("house/rules/<slug:game>", house_rules.new_version, name="house-new-rules"),
]
