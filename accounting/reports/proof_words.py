"""What figures are called where they are proven, how each is made, and where it is found in the log."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = Mapping[str, Promise | str]

FIGURES: Final[Words] = {
    "opener": _("Opener"),
    "closer": _("Closer"),
    "fills": _("Fills"),
    "credits": _("Credits"),
    "drop": _("Drop"),
    "win": _("Win"),
    "hold": _("Hold %"),
    "engine_net": _("By rounds"),
    "difference": _("Difference"),
    "theoretical_win": _("Theoretical win"),
    "opening_stakes": _("Opening stakes"),
    "rulings": _("Cost of rulings"),
    "handle": _("Handle"),
    "rounds": _("Rounds"),
    "hands": _("Hands"),
    "box": _("Box cash"),
    "markers_issued": _("Markers issued"),
    "markers_paid_cash": _("Markers paid in cash"),
    "markers_paid_chips": _("Markers paid in chips"),
    "marker_payments": _("Markers paid"),
    "buy_ins": _("Buy-ins"),
    "buy_in_cash": _("Cash of buy-ins"),
    "box_cash_by_log": _("Box by the log"),
    "shuffles": _("Shuffles"),
    "floor_calls": _("Calls"),
    "pot": _("Pot"),
    "pot_paid": _("Paid to players"),
    "pot_held": _("Left in the pot"),
    "rake": _("Rake expected"),
    "rake_counted": _("Rake counted"),
    "rake_booked": _("Rake booked"),
    "rake_shortfall": _("Shortfall"),
    "rake_surplus": _("Surplus"),
    "rake_per_hour": _("Rake per hour"),
    "bank_variance": _("Result of the bank"),
    "bank_short": _("Bank short"),
    "bank_over": _("Bank over"),
    "crowd_bets": _("Bets of the crowd"),
    "crowd_stakes": _("Stakes of the crowd"),
    "crowd_paid": _("Paid back to the crowd"),
    "crowd_result": _("Result of the crowd"),
}
FORMULAS: Final[Words] = {
    "win": _("Win = closer + credits + drop − opener − fills − markers paid in chips."),
    "drop": _("Drop = box cash + markers issued − markers paid in cash."),
    "hold": _("Hold = win ÷ drop, in percent; a ratio of sums, never a mean of ratios."),
    "difference": _(
        "Difference = win by counts less win by rounds, what rulings cost left out; at pot games all that the bank did "
        "not keep even."
    ),
    "theoretical_win": _(
        "Theoretical win = opening stakes × the edge that the house had set for the game on that day."
    ),
    "marker_payments": _("Markers paid = markers paid in cash + markers paid in chips."),
    "pot_paid": _("Paid to players = what went into pots − the rake of the rounds − what stayed in the pot."),
    "rake_per_hour": _("Rake an hour = rake booked ÷ time open; before the count, rake expected ÷ time open."),
    "bank_variance": _(
        "Result of the bank = closer + credits + drop − opener − fills: a bank that only changes is even."
    ),
    "bank_short": _("Bank short = what is missing in the bank of each table, table by table."),
    "bank_over": _("Bank over = what is too much in the bank of each table, table by table."),
    "crowd_result": _("Result of the crowd = stakes of settled bets − what was paid back of them; no part of the win."),
}
"""How a figure is made of others."""
SOURCES: Final[Words] = {
    "opener": _("The chips counted into the rack when the table opened, piece by piece."),
    "closer": _(
        "The opener, and every chip that the journals moved into the rack or out of it up to the closing count."
    ),
    "fills": _("Chips that came into the rack by fills accepted at the table."),
    "credits": _("Chips counted out of the rack for credits to the cage."),
    "engine_net": _("What players put down less what they got back, in the journals of all rounds."),
    "rulings": _("Chips that rulings gave to players out of the rack, less what they had to give back."),
    "opening_stakes": _("Stakes that opened a hand and were decided by chance."),
    "handle": _("Every stake of the rounds."),
    "rounds": _("Rounds that were settled; a round voided later is taken back."),
    "hands": _("Hands that were played in the rounds."),
    "box": _("Cash found in the boxes by closed counts, and what the rule pack adds for promotional chips."),
    "markers_issued": _("Markers issued at the table less those voided."),
    "markers_paid_cash": _("Cash for markers that fell into the box."),
    "markers_paid_chips": _("Chips for markers that came into the rack."),
    "buy_ins": _("Buy-ins taken at the table."),
    "buy_in_cash": _("Cash of buy-ins that fell into the box, with their corrections."),
    "box_cash_by_log": _("All cash that fell into the box by the log: an estimate, never the drop."),
    "shuffles": _("Shoes mixed at the table."),
    "floor_calls": _("Calls of the floor."),
    "pot": _("What players put into the pots of the rounds."),
    "pot_held": _("Chips that went into the pot and did not come out again."),
    "rake": _("Chips that fell into the rake box, of rounds and of seat charges."),
    "rake_counted": _("Rake found by closed counts."),
    "rake_booked": _("The higher of rake expected and rake counted, box by box."),
    "rake_shortfall": _("What the count found less than expected, box by box."),
    "rake_surplus": _("What the count found more than expected, box by box."),
    "crowd_bets": _("Onlookers' bets that were settled with rounds of the table."),
    "crowd_stakes": _("Stakes that were held for onlookers until their round was over, in the journals of its chunks."),
    "crowd_paid": _("What went back to onlookers' front money, in the journals of the chunks of the rounds."),
}
"""Where a figure is found in the log."""
UNKNOWN: Final[Words] = {
    "on_table": _("still on the table"),
    "not_counted": _("not counted yet"),
    "covers_more": _("also covers bank periods outside this line"),
}
SHARES: Final[Words] = {"table": _("Table"), "period": _("Bank period"), "day": _("Gaming day")}
