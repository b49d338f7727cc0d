"""Who wins: points, margins and each end of a battle (11.13)."""

from typing import Any

import pytest

from games.titles.battleships.components.battles import Decisive, Exit, Victory
from games.titles.battleships.rules.scenario.verdict import Outcome, at_last, decided, is_pointless, verdict
from games.titles.battleships.rules.sequence import DECIDED_BY, SEQUENCE, standings
from games.titles.battleships.state.events.scenario import Decided
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea, play
from tests.titles.battleships.positions import begun, decided_by, trial

rule = pytest.mark.rule
STEPS = {step.key: step for step in SEQUENCE}
BRITISH = "hood norfolk"
GERMAN = "bismarck prinz_eugen"


def ahead(sixths: int, side: str = "british", **victory: Any) -> Outcome:
    """How it ends where a side leads by so much, from Hood's or Bismarck's sixths."""
    board = trial(victory=Victory(**victory))
    enemy = board.ship("bismarck" if side == "british" else "hood")
    whole, rest = divmod(sixths, 6)
    enemy.mended = whole
    if rest:  # a step that nobody can mend any more is worth a sixth of a ship
        enemy.mended, enemy.weapons = board.counter(enemy).defence, 1
    return at_last(board)


def test_each_end_of_a_battle_has_its_words() -> None:
    events = {end.event for battle in BOX.battles.values() for end in battle.victory.decisive}
    assert events | {"points", "margin", "equal", "otherwise"} == set(DECIDED_BY)


@rule("battleships", "11.13")
@pytest.mark.parametrize(
    ("sunk", "fields", "pointless"),
    [
        ("hood", {}, False),
        (BRITISH, {}, True),
        (GERMAN, {}, True),
        (BRITISH, {"exits": (Exit("german", ("north",), full=("bb",)),)}, False),
        (GERMAN, {"exits": (Exit("german", ("north",), full=("bb",)),)}, True),
        (BRITISH, {"exits": (Exit("german", ("north",)),)}, True),
        (BRITISH, {"exits": (Exit("british", ("north",), full=("bc",)),)}, True),
        (f"{BRITISH} {GERMAN}", {"exits": (Exit("german", ("north",), full=("bb",)),)}, True),
        (BRITISH, {"victory": decided_by("left", "bismarck")}, False),
        (BRITISH, {"victory": decided_by("left", "bismarck", winner="british")}, True),
        (BRITISH, {"victory": decided_by("sunk", "hood")}, True),
        (GERMAN, {"victory": decided_by("left", "bismarck")}, True),
        (f"{BRITISH} {GERMAN}", {"victory": decided_by("left", "bismarck")}, True),
    ],
)
def test_a_battle_goes_on_where_who_is_left_could_gain_something(
    sunk: str, fields: dict[str, Any], pointless: bool
) -> None:
    board = trial(sunk=sunk, **fields)
    assert is_pointless(board) is pointless


@rule("battleships", "11.13")
@pytest.mark.parametrize(("sunk", "asked"), [("", True), (BRITISH, False)])
def test_where_nothing_can_be_gained_nobody_moves(sunk: str, asked: bool) -> None:
    board = trial(sunk=sunk)
    for step, following in (("first_move", "second_move"), ("second_move", "repair")):
        played = play(board, STEPS[step].run(board))
        assert played.following == (following if asked else "repair")
        assert bool(played.asked) is asked


@rule("battleships", "11.13", "3.1")
@pytest.mark.parametrize(
    ("turn", "sunk", "over"), [(19, "", False), (20, "", True), (21, "", True), (3, BRITISH, True)]
)
def test_a_battle_ends_with_its_turns_or_when_there_is_nothing_left(turn: int, sunk: str, over: bool) -> None:
    board = trial(sunk=sunk, turn=turn)
    played = play(board, verdict(board))
    assert played.following == (None if over else "sighting")
    assert board.state.over is over
    assert len(played.told(Decided)) == over


@rule("battleships", "11.13")
def test_what_decides_ends_the_battle_before_its_turns_and_says_the_points() -> None:
    board = trial(sunk="hood", turn=3, victory=decided_by("sunk", "hood"))
    board.ship("bismarck").mended = 2
    played = play(board, verdict(board))
    assert played.following is None
    (said,) = played.told(Decided)
    assert (said.winner, said.reason, said.ship) == ("german", "sunk", "hood")
    assert said.sixths == {"british": 12, "german": 56 * 6}
    assert (board.state.winner, board.state.verdict, board.state.over) == ("german", "sunk", True)


@rule("battleships", "11.13")
@pytest.mark.parametrize("step", ["torpedoes", "first_move", "second_move", "repair"])
@pytest.mark.parametrize("sunk", ["", "hood"])
def test_once_a_battle_is_decided_no_phase_is_played(step: str, sunk: str) -> None:
    board = trial(sunk=sunk, turn=3, victory=decided_by("sunk", "hood"))
    following = play(board, STEPS[step].run(board)).following
    assert (following == "verdict") is (bool(sunk) or step == "repair")


@rule("battleships", "11.13")
def test_of_several_ends_the_first_that_came_about_counts() -> None:
    ends = (
        Decisive(event="left", ships=("bismarck",), winner="german"),
        Decisive(event="sunk", ships=("hood",), winner="german"),
        Decisive(event="sunk", ships=("prinz_eugen",), winner="british"),
    )
    board = trial(victory=Victory(decisive=ends), sunk="hood prinz_eugen")
    assert decided(board) == Outcome("german", "sunk", "hood")


@rule("battleships", "9.1", "11.13")
@pytest.mark.parametrize(
    ("sixths", "side", "victory", "outcome"),
    [
        (0, "british", {}, Outcome("", "equal")),
        (6, "british", {}, Outcome("british", "points")),
        (6, "german", {}, Outcome("german", "points")),
        (0, "british", {"margin": 2}, Outcome("", "equal")),
        (6, "british", {"margin": 2}, Outcome("", "margin")),
        (12, "british", {"margin": 2}, Outcome("british", "points")),
        (12, "german", {"margin": 2}, Outcome("german", "points")),
        (18, "british", {"points": False, "otherwise": "german"}, Outcome("german", "otherwise")),
        (18, "british", {"points": False}, Outcome("", "otherwise")),
        (18, "british", {"favourite": "british", "margin": 3, "otherwise": "german"}, Outcome("british", "points")),
        (12, "british", {"favourite": "british", "margin": 3, "otherwise": "german"}, Outcome("german", "otherwise")),
        (18, "german", {"favourite": "british", "margin": 3, "otherwise": "german"}, Outcome("german", "otherwise")),
        (18, "german", {"favourite": "british", "margin": 3}, Outcome("", "otherwise")),
        (0, "german", {"favourite": "british"}, Outcome("", "otherwise")),
        (0, "german", {"favourite": "german"}, Outcome("", "otherwise")),
    ],
)  # fmt: skip
def test_who_wins_when_the_turns_are_over(sixths: int, side: str, victory: dict[str, Any], outcome: Outcome) -> None:
    assert ahead(sixths, side, **victory) == outcome


@rule("battleships", "9.1", "11.13")
def test_the_least_part_of_a_point_is_a_lead_where_no_margin_is_asked_for() -> None:
    """Hood at nine steps mended and one of W: 9 and 56/6; Bismarck at eighteen: a third of a point less."""
    for mended, outcome in ((18, Outcome("german", "points")), (19, Outcome("british", "points"))):
        board = trial()
        hood, bismarck, eugen = (board.ship(name) for name in ("hood", "bismarck", "prinz_eugen"))
        hood.mended, hood.weapons = 9, 1
        bismarck.mended, eugen.mended = 15, mended - 15
        assert at_last(board) == outcome


@rule("battleships", "11.13")
@pytest.mark.parametrize(
    ("verdict", "why"),
    [("sunk", "a ship that decides the battle was sunk"), ("margin", "the lead in points is too small")],
)
def test_the_standings_say_what_decided(verdict: str, why: str) -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3012 A 4")
    board.state.verdict = verdict
    assert {one.detail.en for one in standings(board)} == {f"0 victory points; {why}"}


@rule("battleships", "11.13")
def test_a_battle_ends_early_only_when_nobody_could_gain_anything() -> None:
    board = begun("calabria")
    assert not is_pointless(board)
    for ship in board.fleet("british"):
        ship.fate = "sunk"
    assert is_pointless(board)
    other = begun("spartivento")
    for ship in other.fleet("british"):
        ship.fate = "sunk"
    assert not is_pointless(other)  # the Italians may still leave south


@rule("battleships", "11.13")
def test_the_verdict_names_the_side_that_fell_short() -> None:
    board = trial(sunk="")
    board.state.winner, board.state.verdict = "german", "otherwise"
    assert {placing.seat: placing.place for placing in standings(board)} == {"german": 1, "british": 2}
    for placing in standings(board):
        assert placing.detail.en.endswith("; the British did not meet the conditions of the scenario")
        assert placing.detail.ja.endswith("イギリス軍がシナリオの条件を満たさず")
