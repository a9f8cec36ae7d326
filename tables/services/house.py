"""The casino itself, its clock, chips, house rules, pits and tables."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max

from tables.domain import chips as chip_values
from tables.domain import house_settings, limits, names, permissions
from tables.domain.actors import Actor, Role, system_actor
from tables.domain.errors import Conflict, Invalid, NotFound
from tables.domain.events import StreamKind
from tables.domain.rule_packs import shipped
from tables.games import catalogue
from tables.models import floor, house
from tables.models import log as log_rows
from tables.selectors import codes
from tables.services import clock, log, rule_packs, staffing
from tables.services.house_stream import house_entry, settings_changed


def register_casino(
    *,
    at: datetime,
    code: str,
    name: str,
    currency: str,
    exponent: int,
    time_zone: str,
    day_starts_at: time,
    shifts: house_settings.Shifts,
    manager: staffing.NewPerson,
    opens_on: date | None = None,
    rule_pack: tuple[str, int] = shipped.DEFAULT,
) -> dict[str, Any]:
    """A casino with its clock, its house, cage and count streams, and its first house manager.

    The only act without an actor: an operator does it. ``opens_on`` is the first gaming day, by default the calendar
    day before ``at``; ``rule_pack`` is name and version of the pack in force from then on. The rows come first and the
    facts in a second transaction, because a stream must stand before it can be locked; if the second is lost, the same
    call finishes the work. Refused: ``casino_exists``, ``no_such_pack``.
    """
    zone = house_settings.require_casino(code, name, currency, exponent, time_zone)
    house_settings.require_shifts(shifts)
    pack = shipped.pack(*rule_pack, exponent)
    prepared = staffing.prepare(manager)
    first_day = opens_on or at.astimezone(zone).date() - timedelta(days=1)
    with transaction.atomic(durable=True):
        casino, new = house.Casino.objects.get_or_create(
            code=code, defaults={"name": name, "currency": currency, "exponent": exponent, "time_zone": time_zone}
        )
        if new:
            house.GamingDayStart.objects.create(casino=casino, effective_from=first_day, starts_at=day_starts_at)
            _write_shifts(casino.pk, first_day, shifts)
            rule_packs.write_choice(casino.pk, pack, first_day)
            for kind in (StreamKind.HOUSE, StreamKind.CAGE, StreamKind.COUNT):
                log.add_stream(casino.pk, log.stream_key(code, kind), kind)
        elif log_rows.Stream.objects.filter(casino=casino, kind=StreamKind.HOUSE, head_seq__gt=0).exists():
            raise Conflict("casino_exists", casino=code)
    with house_entry(actor=system_actor(casino.pk, code), at=at, request={}) as entry:
        entry.record(
            "casino_registered",
            {"code": code, "name": name, "currency": currency, "exponent": exponent, "time_zone": time_zone},
        )
        entry.record("day_start_set", _day_start_data(first_day, day_starts_at))
        entry.record("shift_pattern_set", _shifts_data(first_day, shifts))
        rule_packs.record_choice(entry, pack, first_day)
        staffing.write(entry, prepared, roles=(Role.HOUSE_MANAGER,))
        entry.answer = {"casino": code, "manager": manager.badge}
    return entry.answer


def set_day_start(
    *, actor: Actor, at: datetime, effective_from: date, starts_at: time, key: str | None = None
) -> dict[str, Any]:
    """From gaming day ``effective_from`` on, the day starts at ``starts_at`` local time (T-03).

    Closed days and the running day keep theirs, and what is recorded keeps its day: so a day that would have begun by
    now is refused like one that has. Refused: ``not_in_the_future``.
    """
    permissions.require(actor, "manage_house")
    data = _day_start_data(effective_from, starts_at)
    with house_entry(actor=actor, at=at, request={"do": "set_day_start", **data}, key=key) as entry:
        if not entry.repeated:
            _require_future(effective_from, entry)
            zone = clock.schedule(actor.casino_id, entry.settings_version).zone
            if datetime.combine(effective_from, starts_at, tzinfo=zone) <= at:  # it would cut the running day short
                raise Invalid("not_in_the_future", gaming_day=entry.window.gaming_day.isoformat())
            house.GamingDayStart.objects.update_or_create(
                casino_id=actor.casino_id, effective_from=effective_from, defaults={"starts_at": starts_at}
            )
            settings_changed(actor.casino_id)
            entry.record("day_start_set", data)
            entry.answer = dict(data)
    return entry.answer


def set_shift_pattern(
    *, actor: Actor, at: datetime, effective_from: date, shifts: house_settings.Shifts, key: str | None = None
) -> dict[str, Any]:
    """From gaming day ``effective_from`` on, the day has these shifts (T-03). Refused: ``not_in_the_future``."""
    permissions.require(actor, "manage_house")
    house_settings.require_shifts(shifts)
    data = _shifts_data(effective_from, shifts)
    with house_entry(actor=actor, at=at, request={"do": "set_shift_pattern", **data}, key=key) as entry:
        if not entry.repeated:
            _require_future(effective_from, entry)
            house.ShiftStart.objects.filter(casino_id=actor.casino_id, effective_from=effective_from).delete()
            _write_shifts(actor.casino_id, effective_from, shifts)
            settings_changed(actor.casino_id)
            entry.record("shift_pattern_set", data)
            entry.answer = dict(data)
    return entry.answer


def set_undo_time(*, actor: Actor, at: datetime, seconds: int, key: str | None = None) -> dict[str, Any]:
    """From now on a dealer may take back his own last press for so many seconds; 0 for never.

    Refused: ``bad_seconds``.
    """
    permissions.require(actor, "manage_house")
    house_settings.require_undo_time(seconds)
    with house_entry(actor=actor, at=at, request={"do": "set_undo_time", "seconds": seconds}, key=key) as entry:
        if not entry.repeated:
            house.Casino.objects.filter(pk=actor.casino_id).update(undo_seconds=seconds)
            settings_changed(actor.casino_id)
            entry.record("undo_time_set", {"seconds": seconds})
            entry.answer = {"seconds": seconds}
    return entry.answer


def add_chip_set(
    *,
    actor: Actor,
    at: datetime,
    code: str,
    denominations: Sequence[house_settings.Chip],
    kind: house_settings.ChipKind = house_settings.ChipKind.VALUE,
    key: str | None = None,
) -> dict[str, Any]:
    """The chips that a group of tables plays with, or chips of a ``kind`` that is never in a rack (T-41).

    Refused: ``bad_denominations``, ``chip_set_exists``.
    """
    permissions.require(actor, "manage_house")
    names.require_code(code)
    house_settings.require_denominations(denominations)
    lines = [{"value": chip.value, "colour": chip.colour, "letter": chip.letter} for chip in denominations]
    data = {"chip_set": code, "kind": kind.value, "denominations": lines}
    with house_entry(actor=actor, at=at, request={"do": "add_chip_set", **data}, key=key) as entry:
        if not entry.repeated:
            if house.ChipSet.objects.filter(casino_id=actor.casino_id, code=code).exists():
                raise Conflict("chip_set_exists", chip_set=code)
            chip_set = house.ChipSet.objects.create(casino_id=actor.casino_id, code=code, kind=kind.value)
            house.Denomination.objects.bulk_create(
                house.Denomination(chip_set=chip_set, value=chip.value, colour=chip.colour, letter=chip.letter)
                for chip in denominations
            )
            settings_changed(actor.casino_id)
            entry.record("chip_set_added", data)
            entry.answer = {"chip_set": code}
    return entry.answer


def add_house_rules(
    *, actor: Actor, at: datetime, game: str, values: Mapping[str, Any], key: str | None = None
) -> dict[str, Any]:
    """The next version of a game's house rules, kept with every rule spelt out; tables keep the version they have.

    Where they do not say how winnings are rounded that chips cannot make, the rule pack in force does (T-47).
    Refused: ``no_such_game``, ``bad_house_rules`` (``reason`` names the rule).
    """
    permissions.require(actor, "manage_house")
    if game not in catalogue.GAMES:
        raise NotFound("no_such_game", game=game[:32])
    engine = catalogue.GAMES[game].engine
    try:
        full = engine.rule_values(engine.rules(values))
    except ValueError as error:
        raise Invalid("bad_house_rules", reason=str(error)) from error
    request = {"do": "add_house_rules", "game": game, "values": full}
    with house_entry(actor=actor, at=at, request=request, key=key) as entry:
        if not entry.repeated:
            if "rounding" in full and "rounding" not in values:
                full["rounding"] = rule_packs.of(entry).payout_rounding.value
            rows = house.HouseRules.objects.filter(casino_id=actor.casino_id, game=game)
            version = (rows.aggregate(newest=Max("version"))["newest"] or 0) + 1
            house.HouseRules.objects.create(casino_id=actor.casino_id, game=game, version=version, values=full)
            settings_changed(actor.casino_id)
            entry.record("house_rules_added", {"game": game, "version": version, "values": full})
            entry.answer = {"game": game, "version": version}
    return entry.answer


def add_pit(*, actor: Actor, at: datetime, code: str, name: str, key: str | None = None) -> dict[str, Any]:
    """A pit: a group of tables under one pit boss. Refused: ``pit_exists``."""
    permissions.require(actor, "manage_house")
    names.require_code(code)
    names.require_name(name, 80)
    request = {"do": "add_pit", "pit": code, "name": name}
    with house_entry(actor=actor, at=at, request=request, key=key) as entry:
        if not entry.repeated:
            if floor.Pit.objects.filter(casino_id=actor.casino_id, code=code).exists():
                raise Conflict("pit_exists", pit=code)
            floor.Pit.objects.create(casino_id=actor.casino_id, code=code, name=name)
            entry.record("pit_added", {"pit": code, "name": name})
            entry.answer = {"pit": code}
    return entry.answer


def add_table(
    *,
    actor: Actor,
    at: datetime,
    code: str,
    pit: str,
    game: str,
    rules_version: int,
    spots: int,
    chip_set: str,
    card_source: str,
    licensed_maximum: int,
    par: Mapping[int, int],
    key: str | None = None,
) -> dict[str, Any]:
    """A table as it is licensed and furnished, closed, with an empty rack and a stream of its own.

    ``card_source`` is where chance comes from: cards are read (``reader``), dice ``keyed``, both also the ``server``'s.
    ``par`` is the rack to start from (denomination -> count). Refused: ``table_exists``, ``no_such_pit``,
    ``no_such_house_rules``, ``no_such_chip_set``, ``not_value_chips`` (T-41), ``bad_spots``, ``bad_source``,
    ``unknown_denomination``.
    """
    permissions.require(actor, "manage_house")
    names.require_code(code)
    limits.require_licensed(licensed_maximum)
    if isinstance(spots, bool) or not 1 <= spots <= 12:
        raise Invalid("bad_spots")
    known = catalogue.GAMES.get(game)  # a game that the house does not know is refused with its house rules
    house_settings.require_source(known.engine.chance if known else None, card_source)
    data = {
        "table": code,
        "pit": pit,
        "game": game,
        "rules_version": rules_version,
        "spots": spots,
        "chip_set": chip_set,
        "card_source": card_source,
        "licensed_maximum": licensed_maximum,
        "par": chip_values.as_data(par),
    }
    with house_entry(actor=actor, at=at, request={"do": "add_table", **data}, key=key) as entry:
        if not entry.repeated:
            table = _write_table(actor.casino_id, data)
            _write_rack(table, par)
            stream = log.stream_key(actor.casino, StreamKind.TABLE, code)
            log.add_stream(actor.casino_id, stream, StreamKind.TABLE, table.pk)
            entry.record("table_added", data)
            entry.answer = {"table": code}
    return entry.answer


def set_par(
    *, actor: Actor, at: datetime, table: str, par: Mapping[int, int], key: str | None = None
) -> dict[str, Any]:
    """A new par for a table's rack, at once; history keeps the old one (T-19). Refused: ``unknown_denomination``."""
    permissions.require(actor, "manage_house")
    request = {"do": "set_par", "table": table, "par": chip_values.as_data(par)}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key) as entry:
        if not entry.repeated:
            rack = floor.RackChips.objects.filter(table_id=entry.table_id)
            target = chip_values.checked(par, rack.values_list("denomination", flat=True))
            rack.update(par=0)
            for denomination, count in target.items():
                rack.filter(denomination=denomination).update(par=count)
            entry.record("par_set", {"par": chip_values.as_data(target)})
            entry.answer = {"table": table, "par": chip_values.as_data(target)}
    return entry.answer


def _require_future(effective_from: date, entry: log.Entry) -> None:
    if effective_from <= entry.window.gaming_day:
        raise Invalid("not_in_the_future", gaming_day=entry.window.gaming_day.isoformat())


def _day_start_data(effective_from: date, starts_at: time) -> dict[str, Any]:
    return {"effective_from": effective_from.isoformat(), "starts_at": starts_at.isoformat("minutes")}


def _shifts_data(effective_from: date, shifts: house_settings.Shifts) -> dict[str, Any]:
    lines = [{"code": code, "starts_at": start.isoformat("minutes")} for code, start in shifts]
    return {"effective_from": effective_from.isoformat(), "shifts": lines}


def _write_shifts(casino_id: int, effective_from: date, shifts: house_settings.Shifts) -> None:
    house.ShiftStart.objects.bulk_create(
        house.ShiftStart(casino_id=casino_id, effective_from=effective_from, code=code, starts_at=start)
        for code, start in shifts
    )


def _write_table(casino_id: int, data: Mapping[str, Any]) -> floor.GamingTable:
    if floor.GamingTable.objects.filter(casino_id=casino_id, code=data["table"]).exists():
        raise Conflict("table_exists", table=data["table"])
    pit = codes.pit(casino_id, data["pit"])
    rules = house.HouseRules.objects.filter(
        casino_id=casino_id, game=data["game"], version=data["rules_version"]
    ).first()
    if rules is None:
        raise NotFound("no_such_house_rules")
    chip_set = house.ChipSet.objects.filter(casino_id=casino_id, code=data["chip_set"]).first()
    if chip_set is None:
        raise NotFound("no_such_chip_set")
    if chip_set.kind != house_settings.ChipKind.VALUE:
        raise Invalid("not_value_chips")
    table = floor.GamingTable.objects.create(
        casino_id=casino_id,
        pit=pit,
        code=data["table"],
        spots=data["spots"],
        rules=rules,
        chip_set=chip_set,
        card_source=data["card_source"],
        licensed_maximum=data["licensed_maximum"],
    )
    floor.TableState.objects.create(table=table)
    return table


def _write_rack(table: floor.GamingTable, par: Mapping[int, int]) -> None:
    denominations = table.chip_set.denominations.filter(retired=False).values_list("value", flat=True)
    target = chip_values.checked(par, denominations)
    floor.RackChips.objects.bulk_create(
        floor.RackChips(table=table, denomination=value, count=0, par=target.get(value, 0)) for value in denominations
    )
