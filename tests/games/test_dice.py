import pytest

from tables.games import dice
from tables.games.contract import Refused


def test_a_scarney_die_is_an_ordinary_one_with_2_and_5_dead() -> None:
    assert len(dice.SCARNEY) == 6
    assert [face for face in dice.SCARNEY if face != dice.DEAD] == [1, 3, 4, 6]
    assert [dice.ORDINARY[at] for at, face in enumerate(dice.SCARNEY) if face == dice.DEAD] == [2, 5]
    assert all(low + high == 7 for low, high in zip(dice.ORDINARY, reversed(dice.ORDINARY), strict=True))  # type: ignore[operator]


@pytest.mark.parametrize("given", [[1, 2, 6], (1, 2, 6)])
def test_a_throw_is_read_as_it_lies(given: object) -> None:
    assert dice.read(given, 3, dice.ORDINARY) == (1, 2, 6)


@pytest.mark.parametrize("given", [None, [], [1, 2], [1, 2, 3, 4], "123", {1: 1, 2: 2, 3: 3}, 3])
def test_the_number_of_dice_must_be_right(given: object) -> None:
    with pytest.raises(Refused) as refusal:
        dice.read(given, 3, dice.ORDINARY)
    assert (refusal.value.code, refusal.value.detail) == ("wrong_dice_count", {"dice": 3})


@pytest.mark.parametrize("face", [0, 7, "D", "1", 1.0, True, None, [1]])
def test_a_die_has_no_other_faces(face: object) -> None:
    with pytest.raises(Refused) as refusal:
        dice.read([1, face], 2, dice.ORDINARY)
    assert (refusal.value.code, refusal.value.detail) == ("invalid_face", {"face": face})
