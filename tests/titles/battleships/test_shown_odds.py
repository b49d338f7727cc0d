"""5.3, 6.1 The odds that a player is shown are the frequencies of the rules, over every throw of the dice."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from msgspec import structs

from games.kernel.odds import Odds
from games.titles.battleships.components import hexes
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.orders import Launch, StarShell, Target
from games.titles.battleships.presentation.odds import RulesForOdds, odds_between
from games.titles.battleships.rules.gunnery.fire import gunnery
from games.titles.battleships.rules.gunnery.targets import aims_at, carry_out, target_form
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.movement.mines import strike_mines
from games.titles.battleships.rules.torpedoes import torpedoes
from games.titles.battleships.rules.torpedoes.line import number_of
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.damage import settle
from games.titles.battleships.state.events.gunnery import SpecialHit, Strayed
from games.titles.battleships.visibility.view import view
from tests.titles.battleships.laid_out import PLAIN, at_sea
from tests.titles.every_throw import Procedure, every_end


def _with(**options: bool) -> Options:
    return structs.replace(PLAIN, **options)


RULES = RulesForOdds(aims_at, torpedoes.salvo_at)
SHOTS: dict[str, tuple[Callable[[], Board], tuple[str, ...]]] = {
    "abeam": (lambda: at_sea("hood 2512 A 4", "bismarck 3512 A 4"), ()),
    "a slow target": (lambda: at_sea("hood 2512 B 4", "bismarck 3012 A 1"), ("5.8",)),
    "a stopped cruiser ahead or astern": (lambda: at_sea("norfolk 2512 A 4", "prinz_eugen 2816 C 0"), ("5.7", "5.8")),
    "a damaged firer and target": (lambda: at_sea("bismarck 2512 D 4 w1", "hood 2612 A 4 w2 s3"), ()),
    "special damage": (
        lambda: at_sea("hood 2512 A 4", "bismarck 2812 A 4", options=_with(special_damage=True)),
        (),
    ),
    "by star shell": (lambda: at_sea("hood 2512 A 4", "bismarck 3012 A 4", night=True, sight=1), ("4.3b",)),
    "across a friend by night": (
        lambda: at_sea(
            "hood 2512 A 4",
            "norfolk 2712 A 4",
            "bismarck 3012 A 4",
            night=True,
            sight=8,
            options=_with(friendly_fire=True),
        ),
        (),
    ),
}


def fired(make: Callable[[], Board]) -> tuple[Callable[[], Board], Odds]:
    """A board on which the first ship fires at the last, and the odds that its form shows for that."""
    board = make()
    mine, theirs = board.state.ships[0], board.state.ships[-1]
    form = target_form(board, mine.side)
    lit = [StarShell(mine.id, theirs.at)] if board.state.sight == 1 else []
    (line,) = form.preview(form.write((*lit, Target(mine.id, theirs.id)))).lines
    assert line.odds is not None

    def marked() -> Board:
        there = make()
        carry_out(there, (*lit, Target(mine.id, theirs.id)))
        return there

    return marked, line.odds


def fates(
    make: Callable[[], Board],
    procedure: Procedure[Board],
    watch: Callable[[Fraction, Board], None] = lambda weight, board: None,
) -> tuple[dict[str, Fraction], Fraction]:
    """The frequencies of the fates of the last ship, and the steps that she loses on average.

    `watch` is called with the weight and the board of each end.
    """
    found, steps = dict.fromkeys(("sunk", "damaged", "special", "astray"), Fraction(0)), Fraction(0)
    start = make().state.ships[-1]
    for weight, board in every_end(make, procedure, alike=True):
        watch(weight, board)
        ship = board.state.ships[-1]
        lost = ship.weapons + ship.hull - start.weapons - start.hull
        found["sunk"] += weight * (ship.fate == "sunk")
        found["damaged"] += weight * (not ship.fate and lost > 0)
        events = [told.variants[0].event for told in board.told]
        found["special"] += weight * any(isinstance(one, SpecialHit) and one.ship == ship.id for one in events)
        found["astray"] += weight * any(isinstance(one, Strayed) and bool(one.friend) for one in events)
        steps += weight * (board.condition(start).steps_left() if ship.fate else lost)
    return found, steps


def agrees(odds: Odds, found: dict[str, Fraction], steps: Fraction) -> None:
    """Check that odds are these frequencies, to the thousandth."""
    shown = {one.name.en: one.chance for one in (*odds.outcomes, *odds.also)}
    assert abs(shown["sunk"] - 1000 * found["sunk"]) < 1
    assert abs(shown["damaged"] - 1000 * found["damaged"]) < 1
    assert abs(shown.get("special damage", 0) - 1000 * found["special"]) < 1
    assert abs(shown.get("falls on a friend", 0) - 1000 * found["astray"]) < 1
    assert abs(odds.expected[0].hundredths - 100 * steps) < 1


@pytest.mark.parametrize("name", SHOTS)
@pytest.mark.rule("battleships", "5.3")
def test_the_shown_odds_of_a_shot_are_the_frequencies_of_the_rules(name: str) -> None:
    make, rules = SHOTS[name]
    marked, odds = fired(make)
    agrees(odds, *fates(marked, gunnery))
    assert {one.rule for one in odds.modifiers} == set(rules)
    assert odds.also or name not in ("special damage", "across a friend by night")


@pytest.mark.rule("battleships", "5.5")
def test_others_at_the_target_change_the_odds() -> None:
    form = target_form(at_sea("hood 2512 A 4", "norfolk 2514 A 4", "bismarck 3012 A 4"), "british")
    both = form.preview(form.parse("target hood at=bismarck\ntarget norfolk at=bismarck")).lines
    (alone,) = form.preview(form.parse("target hood at=bismarck")).lines
    assert both[0].odds is not None
    assert alone.odds is not None
    assert {one.rule for one in both[0].odds.modifiers} - {one.rule for one in alone.odds.modifiers} == {"5.5"}
    assert both[0].odds.expected[0].hundredths < alone.odds.expected[0].hundredths


LAUNCHES: dict[str, Callable[[], Board]] = {
    "abeam": lambda: at_sea("norfolk 2512 A 4", "bismarck 2712 A 4"),
    "end on": lambda: at_sea("norfolk 2512 A 4", "bismarck 2712 C 2"),
    "a friend on the line": lambda: at_sea("jp_dd 2512 A 4", "atago 2611 A 4 spent", "iowa 2711 A 1"),
    "a friend and an enemy on the line": lambda: at_sea(
        "jp_dd 2512 A 4", "atago 2611 A 4 spent", "us_dd 2611 A 4", "iowa 2711 A 1"
    ),
}


@pytest.mark.parametrize("name", [*LAUNCHES][:-1])
@pytest.mark.rule("battleships", "6.1")
@pytest.mark.rule("battleships", "6.2a")
def test_the_shown_odds_of_torpedoes_are_the_frequencies_of_the_rules(name: str) -> None:
    compare_torpedo_odds(name)


@pytest.mark.parametrize("ship", ["hood 2513 A 4 w1", "norfolk 2513 A 4 s1"])
@pytest.mark.rule("battleships", "10.6")
def test_the_shown_odds_of_a_mine_are_the_frequencies_of_the_rules(ship: str) -> None:
    def mined() -> Board:
        board = at_sea(ship, options=_with(mines=True))
        board.state.mines = {"british": ("2512",)}
        return board

    async def sail(board: Board) -> None:
        (hers,) = board.state.ships
        settle(board, await strike_mines(board, hers, ("2512", "2511")))

    board = mined()
    (name,) = (one.id for one in board.state.ships)
    draft = [{"order": "course", "ships": [name], "way": ["2512", "2511"]}]
    (odds,) = (line.odds for line in course_form(board, "british").preview(draft).lines if line.odds is not None)
    agrees(odds, *fates(mined, sail))


@pytest.mark.slow
@pytest.mark.thorough
def test_the_shown_odds_are_the_frequencies_also_with_a_friend_and_an_enemy_on_the_line() -> None:
    compare_torpedo_odds([*LAUNCHES][-1])


def compare_torpedo_odds(name: str) -> None:
    make = LAUNCHES[name]
    board = make()
    mine, theirs = board.state.ships[0], board.state.ships[-1]
    form = torpedoes.torpedo_form(board, mine.side)
    (line,) = form.preview(form.write((Launch(mine.id, theirs.id),))).lines
    assert line.odds is not None
    others = {"friend": Fraction(0), "enemy": Fraction(0)}

    async def launch(there: Board) -> None:
        track = torpedoes._launch(there, Launch(mine.id, theirs.id))
        struck = await torpedoes._run(there, Launch(mine.id, theirs.id), track)
        settle(there, [struck] if struck is not None else [])

    def note_others(weight: Fraction, there: Board) -> None:
        (track,) = there.record.tracks
        if track.struck not in ("", theirs.id):
            others["friend" if there.ship(track.struck).side == mine.side else "enemy"] += weight

    agrees(line.odds, *fates(make, launch, note_others))
    shown = {one.name.en: one.chance for one in line.odds.also}
    assert abs(shown.get("hits a friend", 0) - 1000 * others["friend"]) < 1
    assert abs(shown.get("hits another enemy", 0) - 1000 * others["enemy"]) < 1


def test_odds_between_ships_are_those_of_the_forms() -> None:
    board = at_sea("norfolk 2512 A 4", "bismarck 2712 A 4")
    shown = odds_between(board.box, RULES, view(board, "british"), "norfolk", "bismarck")
    aims = [one.odds(shared=False) for one in target_form(board, "british").aims]
    assert [one.outcomes for one in shown if one.rule == "5.3"] == [one.outcomes for one in aims if one is not None]
    number = number_of(board, board.ship("norfolk"), board.ship("bismarck"), 2)
    assert any(f"hit on {number} or less" in one.means.en for one in shown if one.rule == "6.1")


@pytest.mark.rule("battleships", "4.2")
def test_land_on_the_line_leaves_no_shot() -> None:
    land = tuple(hexes.crossed_hexes("2512", "3012"))
    board = at_sea("hood 2512 A 4", "bismarck 3012 A 4", land=land)
    assert odds_between(board.box, RULES, view(board, "british"), "hood", "bismarck") == ()


def test_a_target_out_of_sight_counts_as_in_sight_and_the_note_says_so() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3012 A 4", sight=2)
    (shot, *_) = odds_between(board.box, RULES, view(board, "british"), "hood", "bismarck")
    assert "Not in plain sight (2 hexes)" in shot.note.en


def test_no_odds_beyond_the_range_nor_against_friends() -> None:
    board = at_sea("hood 0501 A 4", "norfolk 0503 A 4", "bismarck 3535 A 4")
    seen = view(board, board.ship("hood").side)
    assert odds_between(board.box, RULES, seen, "hood", "norfolk") == ()
    assert odds_between(board.box, RULES, seen, "norfolk", "bismarck") == ()
