"""What a cheat could read besides the rules: positions that differ in a secret alone look and sound the same.

Each was found by looking for it; what the views of other worlds show is `test_visibility.py`.
"""

from random import Random

import msgspec
import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.rules.campaign.preparations import form_of
from games.titles.pq17.rules.movement.orders import release_capital_ships
from games.titles.pq17.rules.movement.passage import move_force
from games.titles.pq17.rules.operation.start import start
from games.titles.pq17.rules.search.public_options import public_grounds, public_targets
from games.titles.pq17.rules.search.segment import search
from games.titles.pq17.rules.search.shadowers import may_be_shadowed
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.battle import Unit as Stack
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.campaign import EvCarriedOut
from games.titles.pq17.state.events.movement import BlockMoved, LevelFell
from games.titles.pq17.state.events.operation import BlocksStand
from games.titles.pq17.state.events.search import Searched
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Away, EvStage, Played
from games.titles.pq17.state.state import Chapter, Convoy, Force, Loss, Plan, encode_chapter
from games.titles.pq17.visibility.redeal import redeal
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.playing import cards_with, heard, phase, play

rule = pytest.mark.rule

LAND = next(one.id for one in BOX.hexes.values() if not one.is_sea)

# ---------------------------------------------------------------- 9.3.2 the dispersed part of a convoy


def beside_a_convoy(second: str, **fields: object) -> tuple[Board, Force, Force]:
    """A convoy with a second block in its hex: what a gale dispersed from it, or cruisers."""
    one = force("pq17", "allied", "convoy", "0410", "mv 16", "dd_a_i 2", fuel=Fuel(17), **fields)
    if second == "part":
        other = force("away", "allied", "convoy", "0410", "mv 6", convoy=Convoy(part_of="pq17"), **fields)
    else:
        other = force("cover", "allied", "task_force", "0410", "wichita", fuel=Fuel(17), **fields)
    return arctic(one, other), one, other


@rule("pq17", "9.3.2", "6.2", "6.8.1")
@pytest.mark.parametrize("second", ["part", "cover"])
def test_the_dispersed_part_is_searched_as_any_block_is(second: str) -> None:
    """Its mark lies on the display alone; who sees that of two blocks one is not searched would know a convoy."""
    board, _, _ = beside_a_convoy(second)
    board.place(force("pack", "axis", "wolfpack", "0410", "ss_german 2"))
    phase(board, "axis")
    play(search(board), cards=cards_with("force", "-", 2), lots=[0])
    assert len([one for one in heard(board, "axis") if isinstance(one, Searched)]) == 2


@rule("pq17", "6.8.1")
@pytest.mark.parametrize(("scattered", "asked"), [(True, True), (False, False)])
def test_only_who_scattered_is_in_reach_from_next_to_it(scattered: bool, asked: bool) -> None:
    voyage = Convoy(part_of="" if scattered else "pq17", scattered=scattered)
    board = arctic(
        force("away", "allied", "convoy", "0410", "mv 6", convoy=voyage),
        force("raider", "axis", "task_force", "0411", "lutzow"),
    )
    board.identify(board.force("away"), 3)
    phase(board, "axis")
    assert bool(public_targets(board, "axis")) is asked


@rule("pq17", "5.6", "1.2b", "6.6")
@pytest.mark.parametrize("level", [None, 2])
def test_the_dispersed_part_is_told_of_as_a_block_that_goes_the_same_way(level: int | None) -> None:
    told = []
    for second in ("part", "cover"):
        board, one, other = beside_a_convoy(second)
        if level is not None:
            board.identify(one, level)
            board.identify(other, level)
        one.plan = Plan(0, ("0411",))
        other.plan = None if second == "part" else Plan(0, ("0411",))
        phase(board, "allied")
        play(move_force(board, one))
        play(move_force(board, other))
        told.append([event for event in heard(board, "axis") if isinstance(event, BlockMoved | LevelFell)])
        assert {one.id, other.id} == set(board.phase.moved)
    assert told[0] == told[1]
    assert len([event for event in told[0] if isinstance(event, LevelFell)]) == (2 if level else 0)


@rule("pq17", "5.6")
def test_of_a_convoy_that_does_not_get_on_nothing_is_told_for_its_part() -> None:
    board, one, _ = beside_a_convoy("part")
    one.plan = Plan(0, (LAND,))
    phase(board, "allied")
    play(move_force(board, one))
    assert [event for event in heard(board, "axis") if isinstance(event, BlockMoved)] == []


@rule("pq17", "6.3.1", "6.3.2")
def test_what_was_dispersed_is_not_followed_once_it_is_found() -> None:
    board, one, other = beside_a_convoy("part")
    for block in (one, other):
        board.identify(block, 1)
    assert [may_be_shadowed(block) for block in (one, other)] == [True, False]


# ---------------------------------------------------------------- carriers


@rule("pq17", "6.2.2", "15.0a")
def test_in_a_campaign_it_shows_nowhere_that_no_carrier_lies_ready() -> None:
    """Who sees that nobody is asked to refuse as a carrier would know that all of them are in dock."""
    for docked in (False, True):
        board = campaign()
        roster = board.roster
        (carrier,) = [one for one in roster.units if one.kind == "victorious"]
        if docked:
            roster.units.remove(carrier)
            roster.away.append(Away(carrier, "repair", 9))
        board.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[0], {})
        block = force("home", "allied", "task_force", "0508", "wichita")
        axis = force("fleet", "axis", "task_force", "0715", "tirpitz")
        assert public_grounds(board, block, ("carrier",)) == ("carrier",)
        assert public_grounds(board, axis, ("carrier",)) == ()


@rule("pq17", "5.1.8", "10.2.6")
@pytest.mark.parametrize(
    ("losses", "unbound"),
    [
        ([], False),
        ([Loss("allied", "victorious", 4, 8, "ice", open=False)], False),
        ([Loss("allied", "wasp", 4, 8, "sunk")], False),
        ([Loss("allied", "victorious", 4, 8, "sunk")], True),
    ],
)
def test_tirpitz_is_free_by_a_loss_that_the_axis_knows_of_alone(losses: list[Loss], unbound: bool) -> None:
    board = arctic(force("fleet", "axis", "task_force", "0715", "tirpitz", port="trondheim"), losses=losses)
    release_capital_ships(board, "axis")
    assert board.state.unbound is unbound


# ---------------------------------------------------------------- 8.3 as play starts


@rule("pq17", "8.3", "8.3a", "1.2b")
def test_as_play_starts_only_blocks_are_told_of_that_were_set_down() -> None:
    """A dummy that its owner leaves where it lies tells nothing of the blocks there."""
    told, scapa = [], BOX.ports["scapa_flow"].hex
    for says in ("pass", "place dummy_1 at=scapa_flow"):
        board = arctic(
            force("home", "allied", "task_force", scapa, "wichita", port="scapa_flow"),
            force("dummy_1", "allied", "dummy", scapa, port="scapa_flow"),
        )
        play(start(board), says={"dummies": says})
        told.append([event for event in heard(board, "axis") if isinstance(event, BlocksStand)])
    assert told == [[], []]


# ---------------------------------------------------------------- 15.8.3 operation EV


def ev(stage: EvStage, *, played: bool = True, folded: bool = True) -> Board:
    """Operation EV was declared in the first fortnight, in which an operation was played, or both passed."""
    board = campaign()
    roster = board.roster
    roster.ev, roster.ev_declared, roster.played = stage, 0, played
    if folded:
        roster.ledger, roster.fortnight = [Played("mar_1", 0, 3, "axis", operation=played, points=0)], 1
    return board


@rule("pq17", "15.8.3", "15.0a")
@pytest.mark.parametrize("folded", [False, True])
def test_that_the_task_force_came_to_murmansk_the_allies_alone_know(folded: bool) -> None:
    for seat, seen in (("allied", "crossed"), ("axis", "declared"), ("public", "declared"), ("umpire", "crossed")):
        roster = view(ev("crossed", folded=folded), seat).roster
        assert roster is not None
        assert roster.ev == seen
    both_passed = view(ev("crossed", played=False, folded=folded), "axis").roster
    assert both_passed is not None
    assert both_passed.ev == "crossed"


@rule("pq17", "15.8.3")
def test_whether_the_task_force_came_is_dealt_anew_for_the_enemy() -> None:
    def dealt(board: Board, seat: str) -> set[str]:
        worlds = [Board(redeal(BOX, board.state, seat, Random(seed).randrange), BOX) for seed in range(20)]
        assert {msgspec.json.encode(view(one, seat)) for one in worlds} == {msgspec.json.encode(view(board, seat))}
        return {one.roster.ev for one in worlds}

    assert dealt(ev("crossed"), "axis") == {"crossed", "declared"}
    assert dealt(ev("crossed"), "allied") == {"crossed"}
    assert dealt(ev("crossed", played=False), "axis") == {"crossed"}
    assert dealt(ev("declared"), "axis") == {"declared"}
    assert [EvCarriedOut(True).discloses(seat) for seat in ("allied", "axis")] == [(), ("aircraft",)]


@rule("pq17", "15.8.3", "15.4.3")
def test_operation_ev_musters_no_german_ships() -> None:
    """15.8.3b What must come is of the Allies; what the Axis may call does not tell how far the operation is."""
    musters = {}
    for stage in ("declared", "crossed"):
        board = campaign(options=Options(green_crews=True))
        board.roster.ev = stage
        for number, one in enumerate(BOX.campaign.fortnights[:16]):
            board.roster.fortnight = number
            for side in ("allied", "axis"):
                musters[stage, side, one.key] = form_of(board, side).due
    assert any(due for (stage, side, _), due in musters.items() if (stage, side) == ("declared", "allied"))
    assert not any(due for (_, side, _), due in musters.items() if side == "axis")


# ---------------------------------------------------------------- 7.5 on the display, and blocks that look alike


@rule("pq17", "11.2.3", "9.3.2", "7.5.2")
def test_of_the_marks_of_a_display_the_enemy_sees_none_in_battle() -> None:
    """How the fuel of a force stands, and which of its merchants a gale dispersed, its owner's display tells."""
    board = arctic(force("home", "allied", "convoy", "0410", "mv 3", "kenya"))
    stack = Stack("a1", "allied", [Counter("mv", 1, dispersed=True)], critical=True, force="home")
    board.state.battle = Battle("axis", [stack], day=True)
    for seat, dispersed, critical in (("allied", True, True), ("axis", False, False)):
        battle = view(board, seat).battle
        assert battle is not None
        assert (battle.units[0].counters[0].dispersed, battle.units[0].critical) == (dispersed, critical)


@rule("pq17", "1.2b", "5.5")
def test_a_convoy_that_scattered_is_told_from_one_that_did_not() -> None:
    """Its marker lies upon its block: two of one ID have one number only if both look alike."""
    for first in (False, True):
        board = arctic(
            force("one", "allied", "convoy", "0410", "mv 3", convoy=Convoy(scattered=first)),
            force("two", "allied", "convoy", "0410", "mv 3", convoy=Convoy(scattered=not first)),
        )
        for name in ("one", "two"):
            board.identify(board.force(name), 3)
        board.renew("allied", "0410")
        assert sorted((one.scattered, one.count) for one in view(board, "axis").blocks) == [(False, 1), (True, 1)]


# ---------------------------------------------------------------- 12.2 who left the map


@rule("pq17", "12.2", "12.2.1", "2.4")
def test_of_a_ship_that_left_the_map_the_enemy_hears_the_name_and_not_how_she_fares() -> None:
    """She may come back in the next fortnight; mines or a collision may have hurt her unseen."""
    board = arctic(losses=[Loss("axis", "admiral_scheer", 1, 8, "left"), Loss("allied", "mv", 2, 8, "sunk")])
    board.state.history = [encode_chapter(Chapter("mar_1", {}, list(board.state.losses)))]
    strength = BOX.ships["admiral_scheer"].strength
    for seat, seen in (("axis", 1), ("umpire", 1), ("allied", strength), ("public", strength)):
        shown = view(board, seat)
        assert [one.strength for one in shown.losses] == [seen, 2]
        assert [one.strength for one in shown.history[0].losses] == [seen, 2]
