"""What the reader's positions are laid out with: a few words for ships, and what came of them."""

import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from games.kernel.forms import Form
from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import Battery, Decisive, Victory
from games.titles.battleships.components.hexes import Hex
from games.titles.battleships.components.options import Options
from games.titles.battleships.components.tables import harm_of
from games.titles.battleships.orders.courses import CourseForm
from games.titles.battleships.orders.orders import FirePlan
from games.titles.battleships.orders.plots import Berth, Sailing, fits
from games.titles.battleships.rules.gunnery.fire import gunnery
from games.titles.battleships.rules.gunnery.modifiers import changed_attack, modifiers_of
from games.titles.battleships.rules.gunnery.targets import carry_out, target_form
from games.titles.battleships.rules.movement.courses import course_form, room_of, span
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.rules.repair.control import repair
from games.titles.battleships.rules.scenario.setup import new_game
from games.titles.battleships.rules.sighting import sight
from games.titles.battleships.rules.torpedoes.torpedoes import number_of, torpedo_form, torpedoes
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.damage import Struck, settle, strike
from games.titles.battleships.state.events.gunnery import Fired, Marked, Secondaries, Sunk
from games.titles.battleships.state.events.repair import Mended
from games.titles.battleships.state.events.torpedoes import Launched, Ran, TorpedoHit
from games.titles.battleships.state.points import sixths_of
from games.titles.battleships.state.state import Fate, Light, Ship
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import Played, at_sea, in_battle, play
from tests.titles.battleships.skirmishes import moments

crossed = hexes.crossed_hexes
distance = hexes.distance
arc = hexes.arc


def other(ship: str) -> str:
    """A ship of the other side, far away."""
    return "bismarck 1101 A 0" if BOX.counters[ship.split()[0]].nation == "gb" else "hood 1101 A 0"


def blocked(
    one: str, target: str, *, light: str = "day", ships: Mapping[str, str] | None = None, land: Sequence[str] = ()
) -> bool:
    """Whether Hood's guns in one hex cannot reach Bismarck in another."""
    lying = {"own": "norfolk", "enemy": "prinz_eugen"}
    others = [f"{lying[side]} {at} A 4" for at, side in (ships or {}).items()]
    board = at_sea(
        f"hood {one} A 4", f"bismarck {target} A 4", *others, night=light == "night", land=tuple(land)
    )  # fmt: skip
    return not sight.can_reach(board, board.ship("hood"), board.ship("bismarck"), "main")


def may_mark(words: str, *, sighting: int) -> bool:
    """Whether a ship may mark a target: "hood 2512 A 4 at bismarck 3512 A 4"."""
    firer, target = words.split(" at ")
    board = at_sea(firer, target, sight=sighting)
    return any(aim.at == target.split()[0] for aim in target_form(board, board.sides[0]).aims)


def seen(firer: str, target: str, *, sighting: int, lit: Sequence[str] = ()) -> str:
    """How a target is sighted by night; empty if not at all."""
    board = at_sea(f"hood {firer} A 4", f"bismarck {target} A 4", night=True, sight=sighting)
    board.state.lights = [Light("hood", at) for at in lit]
    found = sight.seen(board, board.ship("hood"), board.ship("bismarck"))
    return "" if found is None else found.sight


def attack(ship: str, weapons: int, far: int) -> int:
    """5.3c, 5.10 An attack as damage and distance leave it."""
    board = at_sea(f"{ship} 2512 A 0 w{weapons}", other(ship))
    return changed_attack(board, board.ship(ship), far)


def odds(points: int, defence: int) -> str:
    """5.3b The column of the combat table."""
    return BOX.tables.combat.odds_of(points, defence)


class Result(NamedTuple):
    """What came of a shot; `damage` is empty for none, and "sunk"."""

    points: int
    odds: str
    damage: str
    modifier: int = 0


class Fought(NamedTuple):
    """What came of a phase: the shots by "firer>target", the secondaries by "firer+target", and who is sunk."""

    main: dict[str, Result]
    secondary: dict[str, Result]
    sunk: set[str]


def fight(ships: Sequence[str], marks: Sequence[str], dice: Mapping[str, Sequence[int]]) -> Fought:
    """5.2 A gunnery phase. A mark without dice rolls the least, and no effect."""
    board = at_sea(*ships)
    for side in board.sides:
        own = [mark for mark in marks if board.ship(mark.replace("+", ">").split(">")[0]).side == side]
        form = target_form(board, side)
        text = "\n".join(_order(mark) for mark in own) or "pass"
        carry_out(board, form.accept(form.parse(text)))
    ordered = [
        f"{marker.firer}{'+' if marker.guns == 'secondary' else '>'}{marker.target}" for marker in board.state.markers
    ]
    played = play(board, gunnery(board), dice=[one for mark in ordered for one in _thrown(board, mark, dice.get(mark))])
    main = {
        f"{one.firer}>{one.target}": Result(
            one.points, one.odds, _damage(one.result), sum(line.amount for line in one.modifiers)
        )
        for one in played.told(Fired)
    }
    secondary = {
        f"{one.firer}+{one.target}": Result(0, one.odds, _damage(one.result)) for one in played.told(Secondaries)
    }
    return Fought(main, secondary, {one.ship for one in played.told(Sunk)})


def _order(mark: str) -> str:
    verb, sign = ("secondary", "+") if "+" in mark else ("target", ">")
    firer, target = mark.split(sign)
    return f"{verb} {firer} at={target}"


def _thrown(board: Board, mark: str, dice: Sequence[int] | None) -> list[tuple[int, ...]]:
    """Dice two by two, and a last one by itself; where none are given for the combat table, it rolls two ones if it is
    asked.
    """
    if dice is None:
        return [(1, 1)]
    found = [tuple(dice[at : at + 2]) for at in range(0, len(dice), 2)]
    if "+" in mark or len(found) > 1:
        return found
    return [*found, (1, 1)] if _has_odds(board, mark, found[0]) else found


def _has_odds(board: Board, mark: str, dpt: tuple[int, ...]) -> bool:
    """Whether a shot comes to the combat table, which rolls its dice then."""
    firer, target = mark.split(">")
    marker = next(one for one in board.state.markers if (one.firer, one.target, one.guns) == (firer, target, "main"))
    total = sum(dpt) + sum(line.amount for line in modifiers_of(board, marker, board.ship(target)))
    points = BOX.tables.damage.points(changed_attack(board, board.ship(firer), marker.distance), total)
    return bool(odds(points, board.counter(board.ship(target)).defence))


def shoot(firer: str, target: str, dpt: Sequence[int], crt: Sequence[int] | None) -> Result:
    """One shot alone."""
    mark = f"{firer.split()[0]}>{target.split()[0]}"
    return fight((firer, target), (mark,), {mark: (*dpt, *(crt or ()))}).main[mark]


def _damage(result: str) -> str:
    return {"-": "", "X": "sunk"}.get(result, result)


class Marks(NamedTuple):
    """What a ship may mark."""

    main: set[str]
    secondary: set[str]


def legal_marks(firer: str, target: str) -> Marks:
    """5.1, 5.11 What a ship may mark with which guns."""
    board = at_sea(firer, target)
    aims = target_form(board, board.sides[0]).aims
    return Marks({aim.at for aim in aims if not aim.secondary}, {aim.at for aim in aims if aim.secondary})


def struck(ship: str, before: str, damage: str) -> tuple[int, int, bool]:
    """5.14, 5.15 W, S and whether she is sunk after damage."""
    board = at_sea(f"{ship} {before}", other(ship))
    harmed = board.ship(ship.split()[0])
    settle(board, [Struck(harmed.id, (), 0, harm_of(damage))])
    return harmed.weapons, harmed.hull, harmed.fate == "sunk"


def number_to_hit(speed: int, hexes_: int) -> int:
    """T.torp Two dice at or under it hit."""
    board = at_sea("prinz_eugen 2512 A 4", f"hood 2612 A {speed}")
    return number_of(board, board.ship("prinz_eugen"), board.ship("hood"), hexes_)


def legal_launches(launcher: str, target: str) -> set[str]:
    """6.2 The ships at which torpedoes may be launched."""
    board = at_sea(launcher, target)
    return {salvo.at for salvo in torpedo_form(board, board.sides[0]).salvoes}


class Run(NamedTuple):
    """A torpedo's run: the ships tested with their numbers, whom it struck, the combat roll and the damage."""

    tested: tuple[tuple[str, int], ...]
    struck: str
    crt: int | None
    damage: str
    odds: str


def launch(ships: Sequence[str], target: str, dice: Sequence[int]) -> Run:
    """6.1 The first ship launches at a target."""
    board = at_sea(*ships)
    name = ships[0].split()[0]
    thrown = [tuple(dice[at : at + 2]) for at in range(0, len(dice), 2)]
    says = {f"torpedoes@{board.sides[0]}": f"launch {name} at={target}"}
    played = play(board, torpedoes(board), dice=thrown, says=says)
    tests, hits = played.told(Ran), played.told(TorpedoHit)
    (begun,) = played.told(Launched)
    hit = hits[0] if hits else None
    return Run(
        tuple((test.against, test.number) for test in tests),
        hit.against if hit else "",
        max(2, sum(hit.combat) + hit.modifier) if hit else None,
        _damage(hit.result) if hit else "",
        begun.odds,
    )


def sail(ship: str, way: str) -> tuple[int, str] | None:
    """7.1 The points that a course costs and its heading; None if it is refused."""
    board = at_sea(ship, other(ship))
    name = ship.split()[0]
    form = course_form(board, board.sides[0])
    order = f"course {name} way={','.join(way.split())}" if way else f"stop {name}"
    answer: Any = form.read(form.parse(order))
    if list(form.problems(answer)):
        return None
    berth = form._berth(name, form.courses(answer)[name])
    return berth.speed, berth.heading


def allowed(ship: str) -> tuple[int, int]:
    """7.3 The fewest and the most points."""
    board = at_sea(ship, other(ship))
    return span(board, board.ship(ship.split()[0]))


def stacks(ships: Sequence[str]) -> bool:
    """7.2 Whether ships may end in one hex, each coming from a hex of her own."""
    board = at_sea(*(f"{words.split()[0]} {2512 + at:04} A 4" for at, words in enumerate(ships)), "hood 1101 A 0")
    berths = []
    for words in ships:
        name, heading, speed = words.split()
        berths.append(Berth(name, "3012", heading, int(speed), room_of(board, board.ship(name))))
    return all(fits(berth, berths, BOX.tables.movement.stack) for berth in berths)


def mend(ship: str, dice: Sequence[int]) -> tuple[int, int, int]:
    """8.1 W, S and the steps mended after damage control."""
    name, *changes = ship.split()
    board = at_sea(f"{name} 2512 A 4 {' '.join(changes)}", other(name))
    played = play(board, repair(board), dice=[(die,) for die in dice])
    hurt = board.ship(name)
    assert len(played.told(Mended)) == len(dice)
    return hurt.weapons, hurt.hull, hurt.mended


def worth(ship: str) -> Fraction:
    """9.1 What a ship gives the enemy if the battle ends so."""
    name, *changes = ship.split()
    board = at_sea(f"{name} 2512 A 4 {' '.join(one for one in changes if one != 'sunk')}", other(name))
    hurt = board.ship(name)
    hurt.fate = "sunk" if "sunk" in changes else ""
    return Fraction(sixths_of(board, board.other(hurt.side)), 6)


def options(*names: str) -> Options:
    return Options(as_proposed=False, **dict.fromkeys(names, True))


def planned(*ships: str, plan: dict[str, tuple[str, ...]], **fields: object) -> Board:
    board = at_sea(*ships, **fields)
    board.state.plans = {"british": tuple(FirePlan(ship, at) for ship, at in plan.items())}
    return board


def planned_marks(played: Played) -> list[tuple[str, str, str, bool]]:
    return [(one.firer, one.target, one.guns, one.planned) for one in played.told(Marked)]


def wrong(form: Form[Any], *lines: str) -> list[tuple[str, str, str]]:
    answer = form.read(form.parse("\n".join(lines)))
    return [(one.pointer, one.code, one.rule) for one in form.problems(answer)]


def verbs(form: CourseForm) -> dict[str, set[str]]:
    """Who is listed for what."""
    found: dict[str, set[str]] = {}
    for way in form.cached_templates:
        found.setdefault(way.verb, set()).update(way.fields[0].values)
    return found


def all_verbs(board: Board) -> set[str]:
    return {way.verb for way in course_form(board, "british").cached_templates}


def moved(board: Board, say: str = "pass") -> Board:
    play(board, first_move(board), says={f"courses@{board.inferior}": say})
    return board


def lies(board: Board, name: str) -> tuple[str, str, int]:
    ship = board.ship(name)
    return ship.at, ship.heading, ship.speed


def at_the_exit(ships: str) -> CourseForm:
    """Ships at the edge by which Japanese capital ships alone may leave."""
    laid = (f"{name} 5520 C 4" for name in ships.split(","))
    return course_form(in_battle("san_bernardino", *laid, turn=3), "japanese")


def place(column: int, row: int) -> str:
    return hexes.name_of(Hex(column, row - column // 2 if column % 2 else row + 1 - column // 2))


SPECIAL = Options(as_proposed=False, special_damage=True, flagship=True, radar=True)


def damage_board(*ships: str, options: Options = SPECIAL, **fields: Any) -> Board:
    return at_sea(*(ships or ("hood 2512 A 4", "norfolk 2514 A 4", "bismarck 3512 A 4")), options=options, **fields)


def one_strike(board: Board, ship: str, odds: str, *dice: tuple[int, ...], modifier: int = 0) -> Struck:
    result: Struck = play(board, strike(board, board.ship(ship), odds, "trial", "5.3", modifier), dice=dice).result
    return result


def trial(*, sunk: str = "", left: str = "", **battle: Any) -> Board:
    """Hood and Norfolk against Bismarck and Prinz Eugen, some of them gone."""
    board = at_sea("hood 2512 A 4", "norfolk 2514 A 4", "bismarck 4512 A 4", "prinz_eugen 4514 A 4", **battle)
    for names, fate in ((sunk, "sunk"), (left, "left")):
        for name in names.split():
            board.remove(board.ship(name), fate)
    return board


def decided_by(event: str, *ships: str, winner: str = "german", whole: tuple[str, ...] = ()) -> Victory:
    return Victory(decisive=(Decisive(event=event, ships=ships, winner=winner, whole=whole),))


def named(column: int, row: int) -> str:
    """A place by its column and row, on the map (11 to 55, 1 to 34) or off it."""
    place = hexes.hex_of(f"{column + 1000:04}{row + 1000:04}")
    assert hexes.column_row(place) == (column, row)
    return hexes.name_of(place)


def sailing(at: str, *exits: str, off: bool = False) -> Sailing:
    return Sailing("hood", at, "A", 4, 0, 4, exits=exits, off=off)


def fired(board: Board, *orders: tuple[str, str], dice: list[tuple[int, ...]]) -> dict[str, Fired]:
    for side in board.sides:
        own = [{"order": "target", "ship": ship, "at": at} for ship, at in orders if board.ship(ship).side == side]
        carry_out(board, target_form(board, side).accept(own))
    return {shot.firer: shot for shot in play(board, gunnery(board), dice=dice).told(Fired)}


def flag_kongo() -> Board:
    """Kongo leads the good Japanese crews of Force Z, on turn 3."""
    board = in_battle("force_z", turn=3, options=options("crews", "flagship", "special_damage"))
    board.state.flags = {"japanese": "kongo", "british": "repulse"}
    return board


def bridge_hit(board: Board, ship: str) -> None:
    settle(board, [Struck(ship, (3, 4), 0, harm_of("-"), "bridge", (5, 5))])


def aims(board: Board) -> dict[str, str]:
    """What the first side may mark with its main guns, and how it is sighted."""
    return {aim.at: aim.sight for aim in target_form(board, board.sides[0]).aims if not aim.secondary}


BATTLES = int(os.environ.get("SKIRMISHES", "20"))
FIRST = 50_000
"""Other battles than those of `test_skirmishes.py`."""


@cache
def gunneries() -> tuple[tuple[Board, list[Fired | Secondaries]], ...]:
    """The boards of many battles before their guns are fired, each with all shots then."""
    found = moments(range(FIRST, FIRST + BATTLES), "second_targets", "gunnery")
    return tuple(
        (board, [event for event in events if isinstance(event, Fired | Secondaries)]) for board, events in found
    )


def fort(*ships: str, **battle: bool) -> Board:
    """A battery on an islet at 2512."""
    options = Options(as_proposed=False, batteries=True, command=True)
    batteries = (Battery(id="fort", side="german", at="2512", attack=9, defence=12, range=12),)
    board = at_sea(*ships, options=options, batteries=batteries, **battle)
    board.state.ships.append(Ship(id="fort", counter="fort", side="german", at="2512", heading="A"))
    return board


def night_board() -> Board:
    """Two Germans in two hexes, both within five hexes of two British ships, and nobody in sight."""
    return at_sea(
        "hood 2512 A 4", "norfolk 2514 A 4", "bismarck 2912 A 4", "prinz_eugen 2812 A 4", night=True, sight=1
    )  # fmt: skip


def begun(scenario: str, *, turn: int = 1, options: Options | None = None) -> Board:
    board = Board(new_game(BOX, scenario, options or Options()), BOX)
    board.state.turn, board.state.sight = turn, board.battle.sight + 3
    return board


def gone(board: Board, **fates: Fate) -> Board:
    """The same board, these ships gone."""
    for name, fate in fates.items():
        board.ship(name).fate = fate
    return board
