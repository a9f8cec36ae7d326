"""What a refusal says to the person at the screen: what is wrong and what to do, in his language.

The codes are the floor's own and never change; these words may. A test finds every code that a screen can meet and
asks for its words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.domain import errors
from tables.screens.cage import words as cage_words
from tables.screens.count import words as count_words
from tables.screens.dice import wording
from tables.screens.disputes import words as dispute_words
from tables.screens.house import wording as house_wording
from tables.screens.markers import words as marker_words
from tables.screens.pit_queue import words as queue_words
from tables.screens.slips import words as slip_words
from tables.templatetags import floor

_MONEY: Final = frozenset(
    {"minimum", "maximum", "posted", "posted_maximum", "licensed_maximum", "funds", "half", "difference", "amount"}
    | {"denomination", "note", "limit", "available", "left"}
)
"""Details that are amounts in minor units."""

_NOBODYS_FAULT: Final = frozenset({"busy", "one_time_pin", "one_time_password", "pin_too_old", "password_too_old"})

WORDS: Final[Mapping[str, Promise | str]] = {
    # signing
    "wrong_badge_or_pin": _("Badge or PIN is wrong. Three wrong tries lock the badge at this terminal."),
    "pin_locked": _("This badge is locked after wrong PINs. A pit boss or the house manager unlocks it."),
    "terminal_locked": _("This terminal is locked after wrong PINs. A pit boss or the house manager unlocks it."),
    "guessed_too_often": _(
        "The secrets of %(badge)s were guessed at too often today. The house manager gives a new one, then it unlocks."
    ),
    "wrong_username_or_password": _("User name or password is wrong."),
    "password_locked": _("Locked after wrong passwords. Try again in 30 minutes or ask the house manager."),
    "one_time_pin": _("This PIN was given for one use. Its owner has to choose his own at a terminal first."),
    "one_time_password": _("This password was given to you for one use. Choose your own now."),
    "pin_too_old": _("This PIN is too old. Its owner chooses a new one at a terminal."),
    "password_too_old": _("Your password is too old. Choose a new one now."),
    "same_pin": _("The new PIN is the old one. Choose another."),
    "same_password": _("The new password is the old one. Choose another."),
    "bad_pin": _("A PIN has six digits."),
    "common_pin": _("This PIN is guessed first by everybody. Choose another."),
    "weak_password": _(
        "Choose a longer or less common password: twelve signs at least, not your name, no words of the house."
    ),
    "unknown_terminal": _("This device is not enrolled any more. Enrol it with a new code."),
    "enrolment_refused": _("The code is wrong, used or older than 15 minutes. Ask the house manager for a new one."),
    "same_person": _("The same person cannot sign twice."),
    "role_not_held": _("This person does not hold the role that has to sign here."),
    "licence_expired": _("The licence has expired on this gaming day."),
    "not_assigned": _("That pit boss is not in charge of this pit now."),
    "not_in_charge": _("Only the pit boss in charge of this pit may do this."),
    "not_independent": _("Somebody who deals or supervises in this pit cannot take its box."),
    "not_permitted": _("Your role does not allow this."),
    "not_authorized": _("Only the pit boss may do this."),
    "not_your_view": _("This is not for you to see."),
    # the form and the moment
    "bad_form": _("Something is missing or is not what belongs there. Check what you keyed."),
    "stale_sequence": _("The table moved on. This is how it stands now; your press was not taken."),
    "busy": _("The table is busy for a moment. Press again."),
    "idempotency_key_reused": _("This form was already used for something else. Start again from here."),
    "bad_inputs": _("Too many things at once."),
    "no_such_table": _("There is no such table here."),
    "no_such_pit": _("There is no such pit."),
    "bad_place": _("%(table)s: a column and a row from 1 to %(most)s."),
    "place_taken": _("%(table)s and %(other)s cannot stand in one place."),
    "bad_rotation": _("A rest has five minutes at least and divides the time of dealing, which is %(most)s at most."),
    "no_such_badge": _("Nobody has this badge."),
    "old_pin_required": _("A new PIN of your own costs the old one."),
    "person_here": _("This person works here."),
    "person_left": _("This person does not work here any more."),
    "still_dealing": _("This person deals at %(table)s. Let somebody relieve him there first."),
    # who deals
    "terminal_required": _("This is not a terminal of the table. Sign on at the table's own."),
    "not_dealing": _("You are not tapped in at this table. Touch Relief and tap in."),
    "already_dealing": _("You already deal here."),
    "dealing_elsewhere": _("You are tapped in at another table. Tap out there first."),
    "supervises_pit": _("You are in charge of this pit and cannot deal in it."),
    "deals_in_pit": _("This person deals in this pit and cannot be in charge of it."),
    "already_assigned": _("This pit boss is already in charge of the pit."),
    "not_signed_off": _("You are not signed off for this game."),
    "no_dealer": _("Nobody deals at this table."),
    # the table's life
    "table_not_open": _("The table is closed. Dealer and pit boss count the opener first."),
    "table_not_closed": _("The table is already open."),
    "table_retired": _("This table is retired."),
    "play_stopped": _("Play is stopped. The pit boss has to rule first."),
    "not_stopped": _("Play is not stopped."),
    "nothing_to_undo": _("There is nothing to undo. What is wrong further back the pit boss voids."),
    "not_your_press": _("Somebody else pressed last. Only who pressed takes it back; otherwise the pit boss voids."),
    "undo_too_late": _("Too late to undo: %(seconds)s seconds have passed. Call the floor; the pit boss voids."),
    "press_final": _("This cannot be undone any more: cards, dice or chips followed it. Call the floor."),
    "front_money_short": _("There is only %(funds)s on his account."),
    "crowd_has_bet": _("Onlookers have bet on this round, so it stays open. Call the floor; the pit boss voids."),
    "round_in_play": _("A round is under way. Finish it first."),
    "settlement_open": _("Pay and take the last round first, then confirm it."),
    "not_settled": _("The round is not settled yet."),
    "bad_options": _("The round cannot be opened like this."),
    "pot_paid_out": _("The pot has been paid out already."),
    "no_round": _("No round is under way. The first bet opens one."),
    "no_such_round": _("There is no such round at this table."),
    "round_already_void": _("This round is already void."),
    "round_over": _("The round is over. Pay and take, then confirm."),
    "period_closed": _("That round belongs to a closed bank period. It needs an adjustment by accounting."),
    "no_limits": _("No limits are posted. The pit boss has to post them."),
    "note_required": _("The count differs from what should be there by %(difference)s. Count again, or say why."),
    "bad_note": _("The note is too long or has signs that do not belong there."),
    "bad_reason": _("Say in a few words why."),
    "reason_required": _("Say in a few words why."),
    "bad_ruling": _("Choose a ruling."),
    "bad_player": _("Choose a player."),
    "name_looks_alike": _("It looks like %(like)s, who is known here. Choose that one, or write this one otherwise."),
    "bad_name": _("Say who."),
    # chips and money
    "unknown_denomination": _("%(denomination)s is not a chip of this table."),
    "bad_seat": _("A seat has a number from 1 to 99."),
    "bad_speed": _("A game has from 1 to 1,000 rounds an hour."),
    "bad_rating_span": _("A rating ends after it began, not in the future, and within a day."),
    "edge_required": _("The house has set no edge of this game: name one."),
    "no_such_rating": _("There is no such rating slip at this table."),
    "keeper_in_pit": _("Who deals or is in charge of a pit now neither keeps nor counts the stores of cards."),
    "equipment_short": _("There are not so many. Nothing was changed."),
    "bad_pieces": _("A number of decks or dice cannot be right."),
    "bad_quantity": _("A quantity is a whole number of chips."),
    "total_mismatch": _("The chips are not worth the amount keyed."),
    "amount_not_in_chips": _("%(amount)s cannot be made with the chips of this table. Choose another amount."),
    "chips_with_cash": _("A money play is laid in notes, not in chips."),
    "no_denominations": _("The chip set of this table has no chips in use."),
    "rack_short": _("The rack does not have these chips. Order a fill."),
    "empty_change": _("The same chips on both sides are no change."),
    "bad_amount": _("This amount is not possible here. Touch chips, or key another."),
    "bad_limits": _("The minimum is above the maximum."),
    "above_licensed_cap": _("The licence of this table allows %(licensed_maximum)s at most."),
    "stale_limits": _("The limits were changed in the meantime."),
    # betting
    "betting_closed": _("Betting is closed. The chips count for the next round."),
    "no_such_spot": _("This table has no such spot."),
    "spot_taken": _("There is a bet on this spot already. Whoever comes second backs it: touch the spot."),
    "bet_below_min": _("The stake is below the minimum of %(minimum)s. The player adds to it or takes it off."),
    "too_much_at_stake": _("All stakes on the layout together are more than a round may hold."),
    "bet_above_max": _("The stake is above the maximum of %(maximum)s. Lay less, or let the pit boss lift his limit."),
    "funds_spent": _(
        "%(player)s has only %(funds)s of the %(amount)s to give back. Void later rounds first, or declare his chips."
    ),
    "insufficient_funds": _("The player has only %(funds)s left. Lay less, or sell him chips first."),
    "no_hand_to_back": _("There is no bet to back on this spot."),
    "own_hand": _("Nobody backs his own hand."),
    "id_taken": _("This back-bet was already laid."),
    "bet_backed": _("Somebody has backed this bet. Take the back-bet back first."),
    "no_such_bet": _("There is no such bet any more. Look at the felt."),
    "not_hand_owner": _("This is not that player's hand."),
    # cards and the shoe
    "no_shoe": _("There is no shoe at the table. Touch Shoe to take new cards."),
    "shoe_at_table": _("There is a shoe at the table already."),
    "shoe_not_ready": _("The shoe is not ready to be dealt from. Touch Shoe for its next step."),
    "bad_shoe_step": _("The shoe is not at this step."),
    "server_deals": _("At this table the cards come from the house by themselves."),
    "bad_card": _("There is no such card. Touch the one that fell."),
    "card_not_called": _("No card is called for now."),
    "card_not_in_shoe": _("Every such card of the %(decks)s decks is already out. Look again."),
    "shuffle_not_due": _("No shuffle is due."),
    "wrong_card_count": _("This is not a whole pack. Count again; if it stays so, block the shoe and call the floor."),
    "bad_cut": _("At least %(nearest)s cards must be cut off, and as many left."),
    "bad_cut_card_place": _("The cut card goes %(least)s to %(most)s cards from the bottom."),
    # insurance and acts
    "insurance_not_offered": _("Insurance is offered only while the dealer's ace lies open and he has not looked."),
    "insurance_closed": _("Insurance is closed. Play goes on without it."),
    "insurance_duplicate": _("This bet is insured already."),
    "insurance_wrong_amount": _("The insurance has to be half the bet: %(half)s."),
    "not_your_turn": _("Another hand acts now: the one in the yellow frame."),
    "no_such_hand": _("There is no such hand. Look at what the table waits for."),
    "cannot_double": _("This hand cannot be doubled. The player hits or stands."),
    "cannot_split": _("This hand is no pair. The player hits, stands or doubles."),
    "hand_limit": _("This spot has as many hands as the house allows. The player hits or stands."),
    "bad_action": _("Something is missing or is not what belongs there. Check what you keyed."),
    "unknown_action": _("This key does nothing here. Look at what the table waits for."),
    # boxes
    "no_such_box": _("There is no such box."),
    "box_not_on_table": _("This box is not on the table."),
    "period_open": _("The table is still open. Count it first."),
    # books
    "books_behind": _("The books have not caught up yet. Try again in a moment."),
    "books_stopped": _("The books cannot go past an event. Accounting has to look: %(reason)s"),
    "no_such_shift": _("No table was open in that shift."),
    "no_such_day": _("There is nothing to lock on that gaming day."),
    "day_locked": _("That gaming day is locked. What is learnt later is an adjustment in the open day."),
    "day_not_ready": _("The day cannot be locked yet. The list says what is missing."),
    "day_not_locked": _("That day is not locked. Correct it itself, not by an adjustment."),
    "no_such_exception": _("The day has no such exception."),
    "bad_cause": _("Choose a cause."),
    "bad_explanation": _("Say in a few words why."),
    "bad_figure": _("Choose a figure."),
    "no_such_figure": _("The report has no such figure."),
    "no_such_report": _("There is no such report."),
    "no_such_report_kind": _("There is no such kind of report."),
    "no_such_report_job": _("There is no such report, or it is not yours to see."),
    "no_such_report_file": _("The report has no such file. Too long a report has no PDF; take the workbook."),
    "report_not_ready": _("The report is not ready yet, or is kept no longer."),
    "bad_report_parameter": _("A parameter of the report is missing or wrong."),
    "too_many_reports": _("Your last reports are still being made. Wait for them."),
    "too_long_for_file": _("The report is too long for such a file. Take the workbook or CSV."),
    "drawing_busy": _("The file could not be drawn in time. Try again, or have it made in the background."),
    # internal audit
    "bad_about": _("Name events as they stand in the trail, such as DEMO/cage#12; twenty at most."),
    "bad_answer": _("The answer is empty, too long or holds hidden characters."),
    "bad_area": _("Choose an area."),
    "bad_days": _("The gaming days are in the wrong order or too far apart."),
    "bad_owner": _("The owner does not work in this area and cannot answer for it."),
    "bad_parameter": _("The address of this page is not whole. Begin again with what you look for."),
    "bad_remark": _("The remark is empty, too long or holds hidden characters."),
    "bad_seed": _("The seed is too long or holds hidden characters."),
    "day_not_begun": _("This gaming day has not begun."),
    "day_not_over": _("A sample is drawn from gaming days that are over."),
    "finding_closed": _("The finding is closed."),
    "no_such_event": _("The log has no such event."),
    "no_such_export": _("There is no such export."),
    "no_such_finding": _("There is no such finding, or it is not yours to see."),
    "no_such_sample": _("There is no such sample."),
    "no_such_stream": _("There is no such stream."),
    "not_a_repeat": _("The earlier finding is about another area."),
    "not_answered": _("The owner has not answered yet."),
    **wording.REFUSALS,
    **house_wording.REFUSALS,
    **slip_words.REFUSALS,
    **cage_words.REFUSALS,
    **count_words.REFUSALS,
    **marker_words.REFUSALS,
    **dispute_words.REFUSALS,
    **queue_words.REFUSALS,
}

FIELDS: Final[Mapping[str, Promise | str]] = {
    # what the first empty or wrong field of a form asks for
    "about": _("Name events as they stand in the trail, such as DEMO/cage#12; twenty at most."),
    "answer": _("Say what was done about it."),
    "area": _("Choose an area."),
    "cause": _("Choose a cause."),
    "explanation": _("Say in a few words why."),
    "gaming_day": _("Key the gaming day."),
    "owner": _("Key the badge of who has to answer."),
    "remark": _("Say why it is done with."),
    "again": _("The two new ones are not the same. Key the new one twice."),
    "amount": _("Key an amount."),
    "badge": _("Badge and PIN have to be keyed."),
    "by": _("Choose a player."),
    "card": _("Touch the card that fell."),
    "cards": _("Key how many cards were counted."),
    "cash_amount": _("Key the amount of cash."),
    "code": _("Key the code."),
    "cut_by": _("Choose who cuts."),
    "cut_card_from_bottom": _("Key where the cut card goes."),
    "cut_from_top": _("Key how many cards are cut off."),
    "maximum": _("Key the maximum."),
    "minimum": _("Key the minimum."),
    "new_password": _("Key the new password."),
    "new_pin": _("Key the new PIN."),
    "number": _("Key the number of the round."),
    "password": _("Key your password."),
    "pin": _("Badge and PIN have to be keyed."),
    "player": _("Choose a player."),
    "reason": _("Say in a few words why."),
    "ruling": _("Choose a ruling."),
    "username": _("Key your user name."),
    **wording.FIELDS,
    **house_wording.FIELDS,
    **cage_words.FIELDS,
    **count_words.FIELDS,
    **slip_words.FIELDS,
    **marker_words.FIELDS,
    **dispute_words.FIELDS,
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal, ready to be drawn: ``tone`` is ``warn`` when nobody did anything wrong."""

    code: str
    words: str
    status: int
    tone: str = "bad"


def of(error: errors.FloorError, exponent: int) -> Refusal:
    """The words for a refusal; amounts are spelt by the currency's ``exponent``."""
    asked = FIELDS.get(str(error.detail.get("field", ""))) if error.code == "bad_form" else None
    if error.code == "bad_options":
        asked = wording.OPTIONS.get(str(error.detail.get("what", "")).partition(":")[0])
    words = str(asked or WORDS.get(error.code, "")) or gettext("This was refused.")
    values = _Values({name: _spelt(name, value, exponent) for name, value in error.detail.items()})
    tone = "warn" if isinstance(error, errors.StaleSequence) or error.code in _NOBODYS_FAULT else "bad"
    return Refusal(error.code, words % values, status_of(error), tone)


def status_of(error: errors.FloorError) -> int:
    """The HTTP status of an error's family."""
    families: tuple[tuple[type[errors.FloorError], int], ...] = (
        (errors.NotAllowed, 403),
        (errors.NotFound, 404),
        (errors.StaleSequence, 412),
        (errors.Conflict, 409),
    )
    return next((status for family, status in families if isinstance(error, family)), 422)


class _Values(dict[str, str]):
    """A refusal may come without a detail that its words mention; then a question mark stands there."""

    def __missing__(self, name: str) -> str:
        return "?"


def _spelt(name: str, value: Any, exponent: int) -> str:
    is_amount = name in _MONEY and type(value) is int
    return floor.money(value, exponent) if is_amount else str(value)
