"""A house with a day behind it: everything that the books and ``verify`` have to account for has happened once."""

from datetime import datetime, timedelta
from typing import Any

from accounting.services import certify, follow
from tables.domain.notes import NoteCount
from tables.services import calls, edges, identification, limits, patrons, rulings, shoes, staffing, taps
from tables.services import house as house_service
from tables.services.counts import MissingBox
from tables.services.drop_takeovers import Takeover
from tests import builders, cages, counting, custody, dealt, kept
from tests.builders import House

READER, SERVER, DICE = "BJ-01", "BJ-02", "SD-01"


@kept.further
def day(house: House) -> House:
    """The reader's table: a shift with wins, a void, a misdeal and cash, rolled, closed, counted; then open again."""
    dealt.settled(house)
    dealt.press(house, {"do": "confirm_settlement"})
    custody.buy_in(house, 10_000, {2_500: 4})
    calls.call_floor(actor=house.dana, at=house.at, table=READER, reason="a player asks for a marker")
    limits.raise_limit(actor=house.petra, at=house.at, table=READER, player="anna", maximum=90_000)
    _voided(house)
    _money_play(house)
    later = house.at + timedelta(hours=2)
    rack = custody.rack_of(house)
    custody.roll_table(house, rack, at=later, removal=custody.removal(house, emergency="the box was full"))
    _counts_that_differ(house, later)
    taps.tap_in(actor=house.dev, at=later, table=READER)
    limits.post_limits(actor=house.petra, at=later, table=READER, minimum=1_000, maximum=50_000)
    custody.close_table(
        house, rack | {100: rack[100] - 1}, "one white chip is missing", at=later, dealer=house.sign("dev")
    )
    custody.remove_box(house, 2, at=later)
    custody.count_box(house, {}, 2, at=later)
    custody.open_table(house, rack | {100: rack[100] - 1}, at=later + timedelta(hours=8), dealer=house.sign("dev"))
    return house


def _counts_that_differ(house: House, at: datetime) -> None:
    """Two counters do not find the same, ada decides, and then finds other banknotes than the sheets say."""
    session = counting.in_count(house, at=at)
    counting.first(house, counting.cash({5_000: 2}), at=at)
    counting.second(house, counting.cash({5_000: 2, 1_000: 2}), at=at)
    counting.recount(house, counting.cash({5_000: 2, 1_000: 1}), at=at)
    counting.verify(house, session, {5_000: 2}, at=at)
    counting.close(house, session, at=at, note="a note stuck to the tray")
    ten = NoteCount({5_000: 2, 1_000: 1}, 11_000)
    cages.take_over(house, session, handed=Takeover(session, ten, {}, 0), at=at)


def missing_box(house: House) -> None:
    """On the next day the dice table's second box is not brought to its count."""
    at = house.at + timedelta(hours=20)
    custody.open_table(house, at=at, table=DICE)
    custody.close_table(house, at=at, table=DICE)
    custody.remove_box(house, 2, at=at, table=DICE)
    session = counting.open_count(house, at=at)["session"]
    counting.close(house, session, [MissingBox(DICE, 2, "left in the pit")], at=at)


def _voided(house: House) -> None:
    """A round that the house has won is called off after its end, and one in its middle."""
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards(("KD", "8H", "TC", "6H", "8S", "7C")))
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1}, {"do": "stand", "by": "bo", "spot": 2})
    rulings.void_round(actor=house.petra, at=house.at, table=READER, number=2, reason="a card was seen")
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards(("KC", "9C")))
    rulings.void_round(actor=house.petra, at=house.at, table=READER, number=3, reason="wrong deck")


def _money_play(house: House) -> None:
    """Notes on the layout are lost into the box; known chips are followed."""
    patrons.declare_funds(actor=house.dana, at=house.at, table=READER, player="bo", amount=50_000)
    bets = [
        {"do": "bet", "by": "anna", "spot": 1, "amount": 1_000, "tender": "cash"},
        {"do": "bet", "by": "bo", "spot": 2, "amount": 2_000},
    ]
    dealt.press(house, {"do": "open_round"}, *bets, {"do": "close_betting"})
    dealt.press(house, *dealt.cards(("2H", "TH", "TD", "3H", "JH", "8D")))
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1}, {"do": "stand", "by": "bo", "spot": 2})
    dealt.press(house, {"do": "confirm_settlement"})


def server_table(house: House) -> None:
    """The server's table: one round to its end, the shoe retired with its seed, and a round running from a new shoe."""
    _open(house, SERVER, "blackjack", "server")
    dealt.shoe_ready(house, SERVER)
    _opened(house)
    answer = _opened(house, opening=False)
    while answer["round"]["status"] == "in_play":
        answer = dealt.press(house, _answered(answer), table=SERVER)
    dealt.press(house, {"do": "confirm_settlement"}, table=SERVER)
    shoes.retire_shoe(actor=house.at_table("dana", SERVER), at=house.at, table=SERVER)
    dealt.shoe_ready(house, SERVER)
    dealt.press(house, {"do": "open_round"}, {"do": "bet", "by": "anna", "spot": 1, "amount": 1_000}, table=SERVER)


def dice_table(house: House) -> None:
    """A pot game: one Scarney game of a single frame, its pot raked; cash and rake counted, one white chip too many."""
    rules = {"frames": 1, "rake": "percent", "rake_percent": [1, 10]}
    house_service.add_house_rules(actor=house.hana, at=house.at, game="scarney", values=rules)
    staffing.sign_off_game(actor=house.hana, at=house.at, badge="dana", game="scarney")
    _open(house, DICE, "scarney", "keyed")
    players = {"anna": [1, 1, 3, 4, 6], "bo": [1, 3, 4, 6, 6]}
    frames = [({"do": "throw", "by": by, "dice": dice}, {"do": "stay", "by": by}) for by, dice in players.items()]
    dealt.press(
        house,
        {"do": "open_round", "options": {"players": list(players), "ante": 1_000}},
        *({"do": "ante", "by": player} for player in players),
        *(act for frame in frames for act in frame),
        {"do": "confirm_settlement"},
        table=DICE,
    )
    taps.tap_out(actor=house.at_table("dana", DICE), at=house.at, table=DICE)
    custody.close_table(house, table=DICE)
    custody.remove_box(house, table=DICE)
    custody.count_box(house, {}, table=DICE)
    custody.count_rake(house, {100: 3}, table=DICE)


def _open(house: House, code: str, game: str, source: str) -> None:
    """A further table of the pit, open with its bank, dana dealing."""
    house_service.add_table(
        actor=house.hana,
        at=house.at,
        code=code,
        pit="P1",
        game=game,
        rules_version=1,
        spots=7,
        chip_set="MAIN",
        card_source=source,
        licensed_maximum=1_000_000,
        par=builders.PAR,
    )
    limits.post_limits(actor=house.petra, at=house.at, table=code, minimum=500, maximum=50_000)
    custody.issue_bank(house, table=code)
    custody.open_table(house, table=code)
    builders.add_terminal(house.hana, code, house.at)
    taps.tap_in(actor=house.at_table("dana", code), at=house.at, table=code)


def _opened(house: House, *, opening: bool = True) -> dict[str, Any]:
    if opening:
        # Stakes that any outcome pays in the chips of the rack, because nobody knows the server's cards.
        bets = [{**bet, "amount": 2 * bet["amount"]} for bet in dealt.bets()]
        return dealt.press(house, {"do": "open_round"}, *bets, table=SERVER)
    return dealt.press(house, {"do": "close_betting"}, table=SERVER)


def _answered(answer: dict[str, Any]) -> dict[str, Any]:
    """What ends an offer or a turn soonest."""
    if answer["next"]["kind"] == "offer":
        return {"do": "close_insurance"}
    return {"do": "stand", "by": answer["next"]["player"], "spot": int(answer["next"]["to"])}


@kept.built
def house_at_work() -> House:
    """Chips received, all tables worked, the reader's swing shift certified: there is a row of every kind."""
    received = {value: 10 * pieces for value, pieces in builders.PAR.items()}
    house = builders.house(tables=(READER,), stock=received, outsider=True)
    day(house)
    dice_table(house)
    missing_box(house)
    server_table(house)
    house_service.add_house_rules(actor=house.hana, at=house.at, game="blackjack", values={})
    patrons.register_patron(actor=house.petra, at=house.at, code="P-7", name="Pat Seven")
    identification.identify_patron(actor=house.petra, at=house.at, known_as="seat 3", place=READER, patron="P-7")
    edges.set_edge(actor=house.hana, at=house.at, game="blackjack", edge=4_900, effective_from=builders.GAMING_DAY)
    certify.certify_shift(actor=house.ada, at=house.at, gaming_day=builders.GAMING_DAY, shift="swing")
    return house


@kept.built
def house_in_the_books() -> House:
    """The same, followed to its end."""
    house = house_at_work()
    follow.follow_all()
    return house
