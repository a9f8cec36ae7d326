"""What the house manager is told when something is refused, and what his forms ask for."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS: Final[Mapping[str, Promise | str]] = {
    # people
    "already_signed_off": _("The person is signed off for this game already."),
    "bad_badge": _("A badge has 1 to 16 letters, digits and hyphens."),
    "bad_language": _("Choose a language."),
    "bad_licence": _("The licence is too long or holds hidden signs."),
    "bad_username": _("A user name has small letters, digits and . _ @ -"),
    "badge_taken": _("Somebody has the badge %(badge)s already."),
    "last_house_manager": _("The house needs one house manager. Give somebody else the role first."),
    "no_such_game": _("The house knows no such game."),
    "role_held": _("The person has this role already."),
    "username_taken": _("Somebody has this user name already, here or in another house."),
    "bad_edge": _("An edge lies above 0 and is no more than half of the stake."),
    "day_is_over": _("That gaming day is over. Choose today's or a later one."),
    # day, shifts, chips and rule packs
    "bad_colour": _("Choose the colour of each chip."),
    "bad_denominations": _("A chip set needs chips, each value once."),
    "bad_letter": _("Each chip needs a letter, or two."),
    "bad_shifts": _("A day needs shifts, each name and each start once."),
    "chip_set_exists": _("There is a chip set with this code."),
    "no_such_pack": _("There is no such rule pack in this version."),
    "not_in_the_future": _("A running or past gaming day cannot change. Choose a later one."),
    "set_in_use": _("%(table)s plays with these chips. Close it first, or leave one kind of chip in use."),
    # terminals
    "already_revoked": _("This terminal is cut off already."),
    "no_such_terminal": _("There is no such terminal."),
    # pits, tables and house rules
    "bad_code": _("A code has 1 to 16 capitals, digits and inner hyphens."),
    "bad_house_rules": _("The house rules do not go like this: %(reason)s"),
    "bad_source": _("Cards are read at the table or come from the house; dice are keyed or come from the house."),
    "bad_spots": _("A table has 1 to 12 spots."),
    "no_such_chip_set": _("There is no such chip set."),
    "no_such_house_rules": _("There is no such version of the house rules."),
    "not_value_chips": _("A table plays with value chips only."),
    "pit_exists": _("There is a pit %(pit)s already."),
    "same_house_rules": _("The table is dealt by this version already."),
    "table_exists": _("There is a table %(table)s already."),
}

FIELDS: Final[Mapping[str, Promise | str]] = {
    "edge": _("Key the edge in percent, with at most four places."),
    "effective_from": _("Choose the first gaming day."),
    "card_source": _("Choose where chance comes from."),
    "chip_set": _("Choose a chip set."),
    "game": _("Choose a game."),
    "language": _("Choose a language."),
    "seconds": _("Key the seconds, 0 to 60."),
    "licence": _("Key the number of the licence."),
    "licence_expires_on": _("Key the last day of the licence."),
    "licensed_maximum": _("Key the most that the licence allows."),
    "name": _("Key the name."),
    "pit": _("Key the code of the pit."),
    "pit_name": _("Key the name of the pit."),
    "role": _("Choose a role."),
    "rules": _("Choose a game and its house rules."),
    "chip": _("Key value, colour and letter of each chip."),
    "pack": _("Choose a rule pack."),
    "shift": _("Each shift needs a word and a start."),
    "starts_at": _("Key a time such as 06:00."),
    "spots": _("Key how many spots there are."),
    "table": _("Key the code of the table."),
    "terminal": _("Key the code of the terminal."),
    "version": _("Choose a version."),
}
