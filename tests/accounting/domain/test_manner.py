"""The version of the books rises with what they remember, so that no house goes on with books that know too little."""

from dataclasses import fields

from accounting.domain.cash_log import Stake, TableCash
from accounting.domain.period_memory import PeriodMemory
from accounting.domain.streams import MANNER
from accounting.domain.table_books import BoxMemory, RoundMemory

#: What version of the books remembers what. Whoever changes a memory, or the rows that the log gives, raises MANNER and
#: writes the new names here.
REMEMBERED = {
    1: {
        "PeriodMemory": (
            "number session gaming_day shift opened_seq opened_at opener previous_closer "
            "opener_variance boxes rounds hands handle house_net pot pot_paid rake time_charges staked "
            "staked_squares fills credits markers_issued markers_paid_cash markers_paid_chips "
            "rulings_paid rulings_taken buy_ins buy_in_cash box_cash shuffles floor_calls dealers "
            "limits lifted voids misdeals rulings blocked_shoes disputes"
        ).split(),
        "BoxMemory": "number cash rake".split(),
        "RoundMemory": "number game decided pot pot_paid rake".split(),
        "TableCash": "stream_id day notes stakes".split(),
        "Stake": "player counted laid_seq laid_day back_seq unlaid".split(),
    }
}


def test_a_memory_is_changed_only_with_the_version_of_the_books() -> None:
    memories = (PeriodMemory, BoxMemory, RoundMemory, TableCash, Stake)
    assert REMEMBERED[MANNER] == {kind.__name__: [field.name for field in fields(kind)] for kind in memories}
