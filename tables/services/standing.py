"""How a table stands, read under its stream's lock, and what a step of custody may ask of it."""

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, NotAllowed
from tables.domain.table_states import TableStatus
from tables.models import floor
from tables.services import live, log


def of(entry: log.Entry) -> floor.TableState:
    """The table whose stream ``entry`` has locked, with its period and its box."""
    states = floor.TableState.objects.select_related("table__casino", "period", "box")
    return states.get(table_id=entry.table_id)


def save(state: floor.TableState) -> None:
    """Write back what custody may change; the running round is not its business."""
    state.save(update_fields=["status", "period", "box", "raised"])


def require_open(state: floor.TableState) -> None:
    """Refuse ``play_stopped`` (a misdeal waits for the pit boss) or ``table_not_open``."""
    if state.status == TableStatus.STOPPED:
        raise Conflict("play_stopped", reason=state.stopped_reason)
    if state.status != TableStatus.OPEN:
        raise Conflict("table_not_open", state=state.status)


def require_between_rounds(state: floor.TableState) -> None:
    """Refuse ``round_in_play`` from the first bet until the dealer has paid and taken: chips must lie still (T-07)."""
    if state.round_status not in live.NOT_RUNNING:
        raise Conflict("round_in_play", round=state.round_number)


def require_dealing(state: floor.TableState, actor: Actor) -> None:
    """Refuse ``not_dealing`` to everybody but the dealer who is tapped in here, and ``terminal_required`` elsewhere."""
    require_dealer(state.dealer_id, actor, state.pk)


def require_dealer(dealer_id: int | None, actor: Actor, table_id: int) -> None:
    """The same where the table's dealer is known already."""
    if actor.staff_id is None or dealer_id != actor.staff_id:
        raise NotAllowed("not_dealing")
    permissions.require_at_table(actor, table_id)
