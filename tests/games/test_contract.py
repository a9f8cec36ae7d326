from tables.games.contract import Applied, Await, Awaiting, Refused, Transfer, player_place, total_between


def test_a_players_place_is_named_by_his_seat() -> None:
    assert player_place("3") == "player:3"


def test_totals_between_two_places_run_one_way() -> None:
    moves = [
        Transfer("player:1", "layout", 100, "main"),
        Transfer("layout", "player:1", 30, "stake_returned"),
        Transfer("player:1", "layout", 7, "main", "cash"),
        Transfer("player:2", "layout", 50, "main"),
    ]
    assert total_between(moves, "player:1", "layout") == 107
    assert total_between(moves, "layout", "player:1") == 30
    assert total_between([], "layout", "rack") == 0


def test_a_refusal_carries_its_code_and_its_detail() -> None:
    refusal = Refused("bet_above_max", maximum=500)
    assert (str(refusal), refusal.code, refusal.detail) == ("bet_above_max", "bet_above_max", {"maximum": 500})


def test_an_answer_says_nothing_that_did_not_happen() -> None:
    assert Applied("card_dealt") == ("card_dealt", (), (), (), (), (), ())
    assert Await(Awaiting.NOTHING) == (Awaiting.NOTHING, None, None, False, None, (), 0, "")
