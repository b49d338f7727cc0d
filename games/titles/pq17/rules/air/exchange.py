"""7.2 The questions to both sides in an air attack.

The defender is asked before the fighters meet, the attacker once the row is public. A side is asked if its standing
instruction says so, even if it has nothing to order: both sides see the attack, so the question discloses nothing.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, structs

from games.kernel.forms import Form
from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.orders.air_battle import (
    AirDefenceForm,
    AirStrikeForm,
    Assign,
    DefenceOrder,
    Engage,
    Fighter,
    Laid,
    LayOut,
    Rise,
    StrikeBack,
)
from games.titles.pq17.orders.draft_odds import Throw
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.rules.air import air_attack_odds as odds
from games.titles.pq17.rules.air.planning import fighters_near
from games.titles.pq17.rules.air.row import UNITS_AT_ONCE, Instead, Sortie
from games.titles.pq17.rules.air.strike import Place
from games.titles.pq17.rules.forces.battle_display import Stack, is_boat
from games.titles.pq17.rules.search.searchers import is_astray
from games.titles.pq17.rules.search.shadowing import base_of
from games.titles.pq17.state.battle import AirAttack
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import is_bomber
from games.titles.pq17.state.events.air import AirAttackBegan
from games.titles.pq17.state.state import AirUnit, Force

Row = Sequence[tuple[tuple[str, int], ...]]
"""7.2.4, 7.2.4f The public row: for each place, its ships or aircraft with their strength; empty for an empty place."""
INSTEAD: dict[str, Instead] = {
    "": "transports", "transports": "transports", "to_left": "left", "to_right": "right", "go_home": "home"
}  # fmt: skip


class Defence(Struct, frozen=True, gc=False):
    """7.2.1–7.2.4 The defender's orders for one air attack."""

    rises: tuple[str, ...] | None = None
    """The fighters that take off; None for the default."""
    first: tuple[str, ...] = ()
    """The aircraft types that the fighters engage first."""
    row: Formation | None = None
    """The formation of the ships; None for the default."""
    cam_from: int | None = None
    """The attacking strength from which CAM ships launch; None for the default."""
    bombers: tuple[str, ...] | None = None
    """The carrier bombers that strike back (14.1); None for all."""


def is_asked(board: Board, side: Side) -> bool:
    """Return True if a side's standing instruction is to be asked in each air attack."""
    return board.state.instructed(side).asks_air == "once"


def tell_attackers(board: Board, side: Side, units: Iterable[AirUnit], at: str) -> None:
    """7.2a Tell both sides which aircraft attack in a hex, if these did not fly there in their air movement segment.

    The defender learns this before fighters take off. Until then, the strength of carrier aircraft was hidden. `side`:
    the attacker.
    """
    coming = [(unit.aircraft, unit.flying) for unit in units]
    event = AirAttackBegan(side, at, tuple(kind for kind, _ in coming), tuple(flying for _, flying in coming))
    board.emit(event, to=SIDES)


# --- the defender


async def ask_defence(
    board: Board,
    target: Force,
    attackers: Iterable[AirUnit],
    *,
    surprise: bool | None,
    day: bool | None = None,
    bombers: Sequence[str] = (),
    key: str,
) -> Defence:
    """7.2.1, 7.2.2, 7.2.4, 7.2.5c, 14.1 Ask the owner of an attacked force for orders, and return the orders.

    Returns empty orders if the owner is not to be asked. `surprise`: True if the attack achieved surprise; None if the
    option for surprise is not in play. `day`: True for a raid by day; None if the light is that of the turn (12.7a).
    `bombers`: the bombers that may strike back. `key`: the prefix of the question's key.
    """
    if not is_asked(board, target.side):
        return Defence()
    found = Defence()
    for order in await ask(_defence_question(board, target, tuple(attackers), surprise, key, day=day, bombers=bombers)):
        if isinstance(order, Rise):
            found = structs.replace(found, rises=order.units)
        elif isinstance(order, Engage):
            found = structs.replace(found, first=order.kinds)
        elif isinstance(order, LayOut):
            found = structs.replace(found, row=Formation(target.id, order.row, order.stacked))
        elif isinstance(order, StrikeBack):
            found = structs.replace(found, bombers=order.units)
        else:
            found = structs.replace(found, cam_from=int(order.cam_from))
    return found


def _defence_question(
    board: Board,
    target: Force,
    attackers: Sequence[AirUnit],
    surprise: bool | None,
    key: str,
    *,
    day: bool | None = None,
    bombers: Sequence[str] = (),
) -> Ask[tuple[DefenceOrder, ...]]:
    lying = [one for one in target.counters if not is_astray(target) and not is_boat(board.box, one)]
    laid = tuple((one.ship, one.strength) for one in lying)
    coming = tuple((unit.aircraft, unit.flying) for unit in attackers)
    fighters = tuple(_may_rise(board, target, surprise, day))
    up = {unit.id: unit for unit in board.state.air if unit.id in {one.unit for one in fighters}}
    form = AirDefenceForm(
        at=target.at,
        attackers=coming,
        ships=laid,
        fighters=fighters,
        throws=tuple(odds.fight_odds(board.box, up, coming)),
        guns={name: max(board.box.ships[name].anti_aircraft or 0, 0) for name, _ in laid if _fires(board.box, name)},
        cam=board.box.charts.anti_aircraft.cam,
        surprise="" if surprise is None else "caught" if surprise else "warned",
        cams=any(board.box.ships[one.ship].role == "mc" and not one.used for one in target.counters),
        bombers=tuple(bombers),
    )
    prompt = Text(
        "Aircraft attack. How do your ships and fighters meet them?", "航空攻撃です。迎撃と隊形を決めてください。"
    )
    return Ask(key=f"{key}.defence", kind="air_defence", seat=target.side, rule="7.2", prompt=prompt, form=form)


def _fires(box: Box, ship: str) -> bool:
    return box.ships[ship].anti_aircraft is not None


def _may_rise(board: Board, target: Force, surprise: bool | None, day: bool | None) -> list[Fighter]:
    """7.2.1, 7.2.1o Return the fighters that may take off.

    A surprised side has only a printed fighter of the hex, or any other fighter if the hex has none.
    """
    near = fighters_near(board, target.side, target.at, day=day)
    here = [unit for unit in near if base_of(board, unit) == target.at]
    if surprise:
        return [Fighter(unit.id) for unit in here if unit.interceptor] or [Fighter(unit.id) for unit in here]
    return [Fighter(unit.id, beside=unit not in here) for unit in near]


# --- the attacker

OVER_SHIPS = Text("The ships lie before you. Who attacks what?", "目標が展開しました。各部隊の目標を決めてください。")
OVER_A_FIELD = Text(
    "The aircraft on the ground lie before you. Who attacks what?",
    "地上の航空機が並びました。各部隊の目標を決めてください。",
)


def visible_row(row: Iterable[Stack]) -> Row:
    """7.2.4 Return the row as both sides see it: for each stack its ships with their strength."""
    return tuple(tuple((one.ship, one.strength) for one in stack) for stack in row)


async def ask_sorties(
    board: Board,
    side: Side,
    at: str,
    row: Row,
    units: Mapping[str, AirUnit],
    usual: Sequence[Sortie],
    *,
    torpedoes: bool,
    place: Place | None = None,
    grounded: bool = False,
    key: str,
) -> list[Sortie]:
    """7.2.4b, 7.2.4c Ask the attacker for the sorties of the bombers, and return one sortie for each bomber.

    A bomber without an order flies as in `usual`, in the first wave with room. If the row is empty, the form offers
    nothing: the attack has broken off (7.2.3h), or no public aircraft are on the ground (7.2.4f). `grounded`: True if
    the row consists of aircraft on the ground. `torpedoes`: True if torpedoes may be dropped in the hex. `place`: the
    circumstances of the attack, for the odds. `key`: the prefix of the question's key.
    """
    question = _strike_question(board, side, at, row, units, torpedoes, place, grounded, key)
    board.state.air_attack = _display(side, question.form, units)
    said = await ask(question)
    board.state.air_attack = None
    places = dict(zip(_names(row), _standing(row), strict=True))
    wet = {name for name in units if torpedoes and board.box.aircraft[units[name].aircraft].torpedoes}
    like = {one.unit: one.torpedoes for one in usual}
    flown = [_sortie(order, places, wet, like) for order in said]
    named = {one.unit for one in flown}
    held = Counter((one.wave, one.target) for one in flown)
    for one in usual:
        if one.unit not in named:
            wave = one.wave
            while held[wave, one.target] >= UNITS_AT_ONCE:
                wave += 1
            held[wave, one.target] += 1
            flown.append(structs.replace(one, wave=wave))
    return flown


def _display(side: Side, form: Form[tuple[Assign, ...]], units: Mapping[str, AirUnit]) -> AirAttack | None:
    """7.2.4 Return the public state of the attack while the attacker decides; None if no target is left."""
    if not isinstance(form, AirStrikeForm) or not form.row:
        return None
    flying = tuple((name, units[name].aircraft, strength) for name, strength in form.units)
    return AirAttack(side, form.at, form.row, flying, form.grounded)


def _sortie(order: Assign, places: Mapping[str, int], wet: set[str], like: Mapping[str, bool]) -> Sortie:
    drops = order.drop == "torpedoes" if order.drop else like.get(order.unit, False)
    instead = INSTEAD[order.instead]
    return Sortie(order.unit, places[order.at], int(order.wave), drops and order.unit in wet, instead)


def _strike_question(
    board: Board,
    side: Side,
    at: str,
    row: Row,
    units: Mapping[str, AirUnit],
    torpedoes: bool,
    place: Place | None,
    grounded: bool,
    key: str,
) -> Ask[tuple[Assign, ...]]:
    flying = [unit for unit in units.values() if unit.flying and is_bomber(board.box.aircraft[unit.aircraft])]
    lying = tuple(Laid(name, row[spot]) for name, spot in zip(_names(row), _standing(row), strict=True))
    wet = tuple(unit.id for unit in flying if torpedoes and board.box.aircraft[unit.aircraft].torpedoes)
    form = AirStrikeForm(
        at=at, row=lying, units=tuple((unit.id, unit.flying) for unit in flying), torpedoes=wet, grounded=grounded,
        throws=tuple(_throws(board.box, lying, {unit.id: unit for unit in flying}, wet, place, grounded=grounded)),
        guns={} if grounded else dict(odds.supporting_values(board.box, [(one.name, one.ships) for one in lying])),
    )  # fmt: skip
    prompt = OVER_A_FIELD if grounded else OVER_SHIPS
    return Ask(key=f"{key}.strike", kind="air_strike", seat=side, rule="7.2.4", prompt=prompt, form=form)


def _throws(
    box: Box,
    lying: Sequence[Laid],
    units: Mapping[str, AirUnit],
    wet: Sequence[str],
    place: Place | None,
    *,
    grounded: bool,
) -> Iterator[Throw]:
    row = [(one.name, one.ships) for one in lying]
    if place is not None:
        yield from (
            odds.base_bombing_odds(box, row, units, place)
            if grounded
            else odds.ship_attack_odds(box, row, units, wet, place)
        )


def _standing(row: Row) -> list[int]:
    return [place for place, stack in enumerate(row) if stack]


def _names(row: Row) -> list[str]:
    """7.2.4 Return a name for each place with a target: its first ship, or its aircraft type; repeats get a number."""
    found: list[str] = []
    times: Counter[str] = Counter()
    for place in _standing(row):
        (name, _), *_ = row[place]
        times[name] += 1
        found.append(name if times[name] == 1 else f"{name}.{times[name]}")
    return found
