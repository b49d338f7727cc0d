"""The captain: a bot that fights with sense."""

from typing import Any

import pytest

from games.kernel.chance import HmacChance
from games.kernel.conformance.play import GameProgress, as_received
from games.kernel.driver import ViewFactory, initial_checkpoint, no_answers
from games.kernel.journal import SeatAnswer
from games.kernel.random_source import random_source
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.battleships.bot.captain import captain
from games.titles.battleships.bot.judgement import Judgement
from games.titles.battleships.bot.odds import HURT, Odds
from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import Decisive, Exit, Minefield, Victory
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.orders import Course, Flagship, Launch, Mine, Secondary, StarShell, Stop, Target
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.scenario.setup import set_up_form
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form
from games.titles.battleships.state.board import Board
from games.titles.battleships.visibility.view import view
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea
from tests.titles.loading import load


def answer(board: Board, form: Any, seed: int = 1) -> list[Any]:
    seat = board.sides[0]
    ask = Ask(key="x", kind="x", seat=seat, rule="5.1", prompt=Text("?", "?"), form=form)
    found = captain(board.box)(view(board, seat), ask, random_source(seed))
    form.accept(form.write(found))
    return list(found)


def marks(board: Board) -> list[Any]:
    return answer(board, target_form(board, board.sides[0]))


def ends(board: Board) -> dict[str, tuple[str, str, int]]:
    """Where his ships go: hex, heading and speed."""
    form = course_form(board, board.sides[0])
    orders = answer(board, form)
    assert all(isinstance(order, Course | Stop) for order in orders)
    paths = form.courses(tuple(orders))
    berths = [form._berth(name, path) for name, path in paths.items()]
    return {berth.ship: (berth.at, berth.heading, berth.speed) for berth in berths}


def test_he_fires_at_the_ship_that_a_shot_hurts_most() -> None:
    board = at_sea("bismarck 2512 A 4", "hood 3512 A 4", "duke_of_york 3516 A 4")
    assert marks(board) == [Target("bismarck", "hood")]


def test_secondaries_fire_at_destroyers_beside_the_main_guns() -> None:
    board = at_sea("bismarck 2512 A 4", "hood 3512 A 4", "gb_dd 2912 A 4")
    assert Secondary("bismarck", "gb_dd") in marks(board)


def test_he_wastes_no_marker_on_a_ship_he_cannot_hurt() -> None:
    """A cruiser's guns fourteen hexes from Yamato's armour are no use at all."""
    board = at_sea("norfolk 2512 A 4", "yamato 3912 A 4")
    assert marks(board) == []


def test_by_night_he_lights_what_he_wants_to_hit() -> None:
    board = at_sea("hood 2512 A 4", "norfolk 2713 A 4", "bismarck 3112 A 4", night=True, sight=3)
    orders = marks(board)
    assert StarShell("norfolk", "3112") in orders
    assert Target("hood", "bismarck") in orders


def test_torpedoes_wait_for_a_good_chance_and_spare_friends() -> None:
    near, far = ("jp_dd 2512 A 4", "iowa 2812 A 1"), ("jp_dd 2512 A 4", "us_dd 3012 A 6")
    assert answer(at_sea(*near), torpedo_form(at_sea(*near), "japanese")) == [Launch("jp_dd", "iowa")]
    assert answer(at_sea(*far), torpedo_form(at_sea(*far), "japanese")) == []
    masked = at_sea("jp_dd 2512 A 4", "atago 2611 A 4 spent", "iowa 2811 A 1")
    assert answer(masked, torpedo_form(masked, "japanese")) == []


@pytest.mark.parametrize(("turn", "enemy"), [(1, "3508"), (2, "3512")])
@pytest.mark.parametrize("heading", ["B", "C"])
def test_he_shows_his_broadside(turn: int, enemy: str, heading: str) -> None:
    """Ten hexes from the enemy he turns so that all his guns bear: where the enemy comes by holding course, if he moves
    later; else where he lies.
    """
    board = at_sea(f"bismarck 2512 {heading} 4", "hood 3512 A 4", sight=16, turn=turn)
    ((at, heading, _),) = ends(board).values()
    assert hexes.arc(at, heading, enemy) == "broadside"


@pytest.mark.parametrize(
    ("enemy", "comes_to"), [("hood 5002 A 4", "5001"), ("hood 3012 C 4", "3113"), ("hood 3012 A 5 s3", "3010")]
)
def test_an_enemy_is_thought_to_stop_at_land_and_edges_and_to_limp(enemy: str, comes_to: str) -> None:
    board = at_sea("bismarck 2512 A 4", enemy, land=("3213",), sight=16)
    seen = view(board, board.sides[0])
    assert Judgement(board.box, Odds(BOX.tables), seen).berths["hood"][0] == comes_to


def test_his_ships_do_not_end_in_one_hex() -> None:
    board = at_sea("hood 2512 C 4", "prince_of_wales 2411 C 4", "norfolk 2413 C 4", "bismarck 3512 A 4")
    places = [at for at, _, _ in ends(board).values()]
    assert len(set(places)) == len(places)


def test_a_cripple_that_must_go_on_goes_on() -> None:
    board = at_sea("hood 2512 A 4 s3", "bismarck 3512 A 4")
    assert ends(board)["hood"][2] == 2


def distance_left(*ships: str, night: bool = False) -> int:
    """How far the first ship ends from the last, which is out of her reach of sight."""
    board = at_sea(*ships, sight=8, night=night)
    at = ends(board)[ships[0].split()[0]][0]
    return hexes.distance(at, ships[-1].split()[1])


def test_out_of_sight_he_closes_in() -> None:
    assert distance_left("hood 2012 C 4", "bismarck 4012 A 4") < 20
    assert distance_left("gb_dd 2012 C 4", "de_dd 4012 A 4") < 20


@pytest.mark.rule("battleships", "11.1")
@pytest.mark.parametrize(("damage", "edges"), [("", ("north",)), (" w1", ())])
def test_he_leaves_for_nothing_but_what_it_still_brings(damage: str, edges: tuple[str, ...]) -> None:
    """Off Lofoten both must be whole: once one is hurt nobody gains by leaving."""
    both = ("gneisenau", "scharnhorst")
    board = at_sea(
        "gneisenau 2512 A 4",
        f"scharnhorst 2612 A 4{damage}",
        exits=(Exit("german", ("north",)),),
        victory=Victory(decisive=(Decisive("all_left_whole", both, "german"),)),
    )
    judge = Judgement(board.box, Odds(BOX.tables), view(board, "german"))
    assert judge.goal(judge.ship("gneisenau")) == edges


def test_light_ships_close_with_battleships_by_night_alone() -> None:
    near = ("gb_dd 3412 E 4 spent", "bismarck 2512 A 0")
    assert distance_left(*near) > 9
    assert distance_left("gb_dd 3412 E 4 spent", "bismarck 2012 A 0", night=True) < 14


def test_he_rather_follows_a_cripple() -> None:
    """Two as far away: the one that has lost five steps is sought."""
    board = at_sea("hood 2820 A 4", "bismarck 4020 A 4", "prinz_eugen 1620 A 4 w2 s3", sight=5)
    at = ends(board)["hood"][0]
    assert hexes.distance(at, "1620") < hexes.distance(at, "4020")


def drawn(*ships: str, **battle: Any) -> tuple[set[str], set[tuple[str, ...]]]:
    """The flagships and the minefields that he draws before several games."""
    board = at_sea(*ships, "hood 2912 A 4", options=Options(as_proposed=False, flagship=True, mines=True), **battle)
    orders = [one for seed in range(20) for one in answer(board, set_up_form(board, board.sides[0]), seed)]
    flags = {order.ship for order in orders if isinstance(order, Flagship)}
    return flags, {order.hexes for order in orders if isinstance(order, Mine)}


@pytest.mark.rule("battleships", "10.6")
@pytest.mark.rule("battleships", "10.9")
def test_nobody_can_foretell_his_mines_and_his_flagship() -> None:
    field = Minefield("japanese", 3, (41, 43), (20, 24))
    ships = ("jp_dd 2512 A 4", "kongo 2612 A 4", "jp_cl_agano 2712 A 4", "atago 2513 A 4")
    flags, fields = drawn(*ships, mines=field)
    assert flags == {"kongo", "atago"}
    assert len(fields) > 10
    assert drawn("jp_dd 2512 A 4", "jp_cl_agano 2712 A 4")[0] == {"jp_dd", "jp_cl_agano"}


def test_expectations_follow_the_charts() -> None:
    odds = Odds(BOX.tables)
    certain = odds.hit("5:1", "ca", 0, 0, 0)
    assert odds.hit("1:2", "ca", 0, 0, 0) == HURT[1] * (4 + 3 + 2 + 1) // 36
    assert odds.hit("1:1", "bb", 0, 0, 0) < odds.hit("1:1", "bc", 0, 0, 0) < certain
    assert odds.shot(42, 0, 15, "bb", 0, 0) > odds.shot(42, -2, 15, "bb", 0, 0) > odds.shot(21, -2, 15, "bb", 0, 0)
    assert odds.hit("5:1", "ca", 3, 3, 0) == 0


def test_a_step_counts_more_the_nearer_a_ship_is_to_sinking() -> None:
    """What is hurt is fired at first, and sinking is worth the whole ship."""
    odds = Odds(BOX.tables)
    steps = [HURT[steps + 1] - HURT[steps] for steps in range(6)]
    assert steps == sorted(steps)
    assert sum(steps) == 6000
    assert odds.hit("1:2", "ca", 2, 3, 0) > odds.hit("1:2", "ca", 1, 0, 0) > odds.hit("1:2", "ca", 0, 0, 0)
    equals = ("bismarck 2512 A 4", "king_george_v 3512 A 4 w2 s2", "prince_of_wales 3514 A 4")
    assert marks(at_sea(*equals)) == [Target("bismarck", "king_george_v")]


def winner(scenario: str, seed: int, bots: dict[str, str]) -> str:
    """Who wins a whole game between bots."""
    title = load("battleships")
    progress = GameProgress(title, initial_checkpoint(title, title.rules.new_game(scenario, title.options.type())))
    chance = HmacChance(f"{scenario}|{seed}".encode())
    run = progress.advance(no_answers, chance)
    while not run.is_over:
        ready = {
            one.seat: as_received(
                one,
                title.bot(bots[one.seat])(
                    title.secrecy.view(run.state, one.seat), one, random_source(seed, run.number, one.seat, one.key)
                ),
            )
            for one in run.open_questions
        }

        def supply(
            question: Ask[Any], number: int, look: ViewFactory, ready: dict[str, SeatAnswer] = ready
        ) -> SeatAnswer | None:
            return ready.pop(question.seat, None)

        run = progress.advance(supply, chance)
    return str(run.state.winner)


@pytest.mark.parametrize("scenario", ["denmark_strait", "north_cape", "force_z"])
def test_he_beats_the_random_player_from_either_side(scenario: str) -> None:
    title = load("battleships")
    won = 0
    for seat in title.seats(scenario):
        bots = {other: "captain" if other == seat else "random" for other in title.seats(scenario)}
        won += sum(winner(scenario, seed, bots) == seat for seed in (1, 2, 3))
    assert won >= 5
