"""9.1, 11.13 How battles end: every condition from both sides, on sheets of a trial."""

from typing import Any

import pytest

from games.titles.battleships.components.battles import Bombardment, Decisive, Exit, Victory
from games.titles.battleships.rules.scenario.verdict import Outcome, at_last, decided, is_pointless, verdict
from games.titles.battleships.rules.sequence import SEQUENCE
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.scenario import Decided
from tests.titles.battleships.laid_out import at_sea, play

rule = pytest.mark.rule
STEPS = {step.key: step for step in SEQUENCE}


def trial(*, sunk: str = "", left: str = "", **battle: Any) -> Board:
    """Hood and Norfolk against Bismarck and Prinz Eugen, some of them gone."""
    board = at_sea("hood 2512 A 4", "norfolk 2514 A 4", "bismarck 4512 A 4", "prinz_eugen 4514 A 4", **battle)
    for names, fate in ((sunk, "sunk"), (left, "left")):
        for name in names.split():
            board.remove(board.ship(name), fate)
    return board


def by(event: str, *ships: str, winner: str = "german", whole: tuple[str, ...] = ()) -> Victory:
    return Victory(decisive=(Decisive(event=event, ships=ships, winner=winner, whole=whole),))


# --- early

BRITISH = "hood norfolk"
GERMAN = "bismarck prinz_eugen"


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
        (BRITISH, {"victory": by("left", "bismarck")}, False),
        (BRITISH, {"victory": by("left", "bismarck", winner="british")}, True),
        (BRITISH, {"victory": by("sunk", "hood")}, True),
        (GERMAN, {"victory": by("left", "bismarck")}, True),
        (f"{BRITISH} {GERMAN}", {"victory": by("left", "bismarck")}, True),
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
    board = trial(sunk="hood", turn=3, victory=by("sunk", "hood"))
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
    board = trial(sunk=sunk, turn=3, victory=by("sunk", "hood"))
    following = play(board, STEPS[step].run(board)).following
    assert (following == "verdict") is (bool(sunk) or step == "repair")


# --- what decides


@rule("battleships", "11.5", "11.13")
@pytest.mark.parametrize(
    ("event", "gone", "outcome"),
    [
        ("sunk", {}, None),
        ("sunk", {"sunk": "hood"}, Outcome("german", "sunk", "hood")),
        ("sunk", {"sunk": "norfolk"}, Outcome("german", "sunk", "norfolk")),
        ("sunk", {"left": "hood"}, None),
        ("left", {"left": "norfolk"}, Outcome("german", "left", "norfolk")),
        ("left", {"sunk": "norfolk"}, None),
        ("all_left_whole", {"left": "hood"}, None),
        ("all_left_whole", {"left": BRITISH}, Outcome("german", "all_left_whole", "hood")),
        ("all_left_whole", {"left": "hood", "sunk": "norfolk"}, None),
    ],
)
def test_what_decides_at_once(event: str, gone: dict[str, str], outcome: Outcome | None) -> None:
    board = trial(victory=by(event, "hood", "norfolk"), **gone)
    assert decided(board) == decided(board, at_end_of_turn=True) == outcome


@rule("battleships", "11.1", "11.6")
@pytest.mark.parametrize(
    ("hull", "lasting", "whole"), [(0, {}, True), (1, {}, False), (1, {"hood": 1}, True), (2, {"hood": 1}, False)]
)
def test_whole_is_who_has_no_damage_beyond_what_she_had(hull: int, lasting: dict[str, int], whole: bool) -> None:
    board = trial(victory=by("all_left_whole", "hood", "norfolk"), left=BRITISH, lasting_hull=lasting)
    board.ship("hood").hull = hull
    assert (decided(board) is not None) is whole


@rule("battleships", "11.6")
@pytest.mark.parametrize(
    ("fields", "crippled"),
    [({}, False), ({"weapons": 3}, True), ({"hull": 3}, True), ({"weapons": 2, "hull": 2}, False),
     ({"fate": "sunk"}, True), ({"fate": "left"}, False)],
)  # fmt: skip
def test_an_end_that_asks_for_whole_ships_is_lost_by_a_cripple_and_looked_at_when_the_turn_ends(
    fields: dict[str, Any], crippled: bool
) -> None:
    board = trial(sunk="hood", victory=by("sunk", "hood", whole=("prinz_eugen", "bismarck")))
    for name, value in fields.items():
        setattr(board.ship("bismarck"), name, value)
    assert decided(board) is None
    won, lost = Outcome("german", "sunk", "hood"), Outcome("british", "otherwise", "bismarck")
    assert decided(board, at_end_of_turn=True) == (lost if crippled else won)


@rule("battleships", "11.10")
@pytest.mark.parametrize(("turns", "wins"), [(2, False), (3, True), (4, True)])
def test_so_many_bombardments_decide(turns: int, wins: bool) -> None:
    task = Bombardment(ship="hood", rows=(1, 2), turns=3, place="henderson_field")
    board = trial(victory=by("bombarded", "hood", winner="british"), bombardment=task)
    board.state.bombarded = turns
    assert decided(board) == (Outcome("british", "bombarded", "hood") if wins else None)
    bare = trial(victory=by("bombarded", "hood", winner="british"))
    bare.state.bombarded = turns
    assert decided(bare) is None


@rule("battleships", "11.13")
def test_of_several_ends_the_first_that_came_about_counts() -> None:
    ends = (
        Decisive(event="left", ships=("bismarck",), winner="german"),
        Decisive(event="sunk", ships=("hood",), winner="german"),
        Decisive(event="sunk", ships=("prinz_eugen",), winner="british"),
    )
    board = trial(victory=Victory(decisive=ends), sunk="hood prinz_eugen")
    assert decided(board) == Outcome("german", "sunk", "hood")


# --- at last


def ahead(sixths: int, side: str = "british", **victory: Any) -> Outcome:
    """How it ends where a side leads by so much, from Hood's or Bismarck's sixths."""
    board = trial(victory=Victory(**victory))
    enemy = board.ship("bismarck" if side == "british" else "hood")
    whole, rest = divmod(sixths, 6)
    enemy.mended = whole
    if rest:  # a step that nobody can mend any more is worth a sixth of a ship
        enemy.mended, enemy.weapons = board.counter(enemy).defence, 1
    return at_last(board)


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


@rule("battleships", "11.9", "11.13")
@pytest.mark.parametrize(
    ("silenced", "fields", "won"),
    [
        (("bismarck",), {}, False),
        (("bismarck",), {"weapons": 3}, True),
        (("bismarck",), {"weapons": 2}, False),
        (("bismarck",), {"fate": "sunk"}, True),
        (("bismarck",), {"fate": "left"}, False),
        (("prinz_eugen", "bismarck"), {"weapons": 3}, True),
        (("prinz_eugen", "bismarck"), {}, False),
        (("nobody",), {}, True),
        ((), {}, True),
    ],
)
def test_the_favourite_must_silence_one_of_those_that_are_there(
    silenced: tuple[str, ...], fields: dict[str, Any], won: bool
) -> None:
    board = trial(victory=Victory(favourite="british", silenced=silenced, otherwise="german"))
    board.ship("prinz_eugen").mended = 3
    for name, value in fields.items():
        setattr(board.ship("bismarck"), name, value)
    assert at_last(board).winner == ("british" if won else "german")
