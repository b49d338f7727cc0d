"""Chapter 6 read a third time by somebody who had not seen the code: who searches, who follows, who is met."""

from typing import Any

import pytest

from games.titles.pq17.components.pieces import Side, column
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.moves import Move
from games.titles.pq17.rules.movement.ice import remove_damaged_ships
from games.titles.pq17.rules.movement.passing import search_passing_block
from games.titles.pq17.rules.movement.towing import tow_or_sink
from games.titles.pq17.rules.search.cards import Look, grounds_of_owner
from games.titles.pq17.rules.search.casualties import settle_losses, strength_by_ship
from games.titles.pq17.rules.search.location import locate_target
from games.titles.pq17.rules.search.public_options import public_targets
from games.titles.pq17.rules.search.searchers import searchers_of
from games.titles.pq17.rules.search.shadowers import begin_shadowing, shadowers_for
from games.titles.pq17.rules.search.shadowing import end_grounded_shadowing
from games.titles.pq17.rules.special.mishaps import _damaged
from games.titles.pq17.rules.surface.attacks import attack
from games.titles.pq17.state.events.search import Searched
from games.titles.pq17.state.events.submarine import PacksMet, SubmarinesMet
from games.titles.pq17.state.events.surface import Intercepted
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.reporting import report_fields
from games.titles.pq17.state.state import AirUnit, Convoy, Shadow, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.searches import PRINTED, met_under_way
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule


@rule("pq17", "6.3.1", "6.3.1b", "5.3.1", "5.3.1a", "9.2.3")
@pytest.mark.parametrize(
    ("at", "carrier", "catalina", "by"),
    [
        (OPEN, True, False, ()), (OPEN, False, True, ()), (PRINTED, False, False, ("radius",)),
        (PRINTED, True, True, ("radius",)), (OPEN, False, False, ()),
    ],
)  # fmt: skip
def test_pp613_of_all_radii_those_on_the_map_alone_follow(
    at: str, carrier: bool, catalina: bool, by: tuple[str, ...]
) -> None:
    """A carrier and a flying boat search the hex and give a row, but have no marker to leave behind."""
    prey = force("t", "axis", "task_force", at, "lutzow", level=1)
    home = force("v", "allied", "task_force", at, "victorious")
    unit = AirUnit("catalina", 1, id="cat", base="akureyri", mission="radius", at=at)
    board = phase(arctic(prey, home, air=[unit] if catalina else []), "allied", found=["t"])
    board.identify(prey, 1)
    board.state.declared = ["v"] if carrier else []
    assert shadowers_for(board, "allied", prey) == by
    assert searchers_of(board, "allied", prey).air is (carrier or catalina or at == PRINTED)
    home.level = 0  # a block that all know for a task force might follow; nothing is asked for the radius alone
    board.state.forces.remove(home)
    board.state.declared = []
    assert bool(public_targets(board, "allied")) is (at == PRINTED)


@rule("pq17", "6.3.1b", "6.3.5")
@pytest.mark.parametrize(("there", "kept"), [(True, True), (False, False)])
def test_pp614_a_radius_follows_to_its_border_whoever_declares_another(there: bool, kept: bool) -> None:
    """Out of the printed radius and into the hex of a carrier that has declared one: nothing follows any more."""
    inside = BOX.areas.british_radius.hexes
    free = {name for name, one in BOX.hexes.items() if one.is_sea and not one.zone} - set(BOX.port_hexes)
    here, goal = next(
        (one, other)
        for one in sorted(free & inside)
        for other in BOX.waters.ways[one]
        if other in free and (other in inside) is there
    )
    prey = force("t", "axis", "task_force", here, "lutzow", fuel=Fuel(30))
    board = table(prey, force("v", "allied", "task_force", goal, "victorious"))
    board.identify(prey, 2)
    begin_shadowing(board, "allied", "radius", prey)
    board.state.declared = ["v"]
    moved(board, Move("t", (goal,)), side="axis")
    assert (bool(board.state.shadows), prey.level) == (kept, 2 if kept else 1)


@rule("pq17", "6.3.3", "6.3.2")
@pytest.mark.parametrize(
    ("side", "holding", "kind", "prey", "follows"),
    [
        ("allied", ("kent 2",), "task_force", "task_force", True),
        ("allied", ("kent 1",), "task_force", "task_force", False),
        ("allied", ("kent 2+crippled",), "task_force", "task_force", False),
        ("allied", ("kent 1", "london 3"), "task_force", "task_force", True),
        ("allied", ("avenger 1", "dd_a_i 2"), "task_force", "task_force", False),
        ("allied", ("kent 2",), "task_force", "convoy", False),
        ("allied", ("ss_british 2",), "wolfpack", "convoy", False),
        ("axis", ("admiral_hipper 4",), "task_force", "task_force", False),
        ("axis", ("ss_german 1",), "wolfpack", "convoy", True),
        ("axis", ("ss_german 1",), "wolfpack", "task_force", False),
    ],
)  # fmt: skip
def test_pp615_who_follows_whom(side: Side, holding: tuple[str, ...], kind: Any, prey: Any, follows: bool) -> None:
    target = force("t", "axis" if side == "allied" else "allied", prey, OPEN, "mv 3" if prey == "convoy" else "lutzow")
    if target.side == "axis" and prey == "convoy":
        target.counters = read_counters("mv_german 2")
    own = force("k", side, kind, OPEN)
    own.counters = read_counters(*holding)
    board = phase(arctic(target, own), side, found=["t"])
    board.identify(target, 1)
    assert shadowers_for(board, side, target) == (("k",) if follows else ())


@rule("pq17", "6.3.5", "7.0e", "5.1.1a")
def test_pp653_aircraft_that_shadowed_a_wreck_go_home_when_she_is_scuttled() -> None:
    """Nobody is there to tow her; the flying boat is free for another mission."""
    wreck = force("x", "axis", "task_force", OPEN)
    wreck.counters = read_counters("lutzow 0+dead")
    unit = AirUnit("catalina", 1, id="cat", base="akureyri", mission="shadow", at=OPEN)
    board = phase(arctic(wreck, air=[unit], shadows=[Shadow("x", "aircraft", "cat")]), "allied")
    board.identify(wreck, 2)
    tow_or_sink(board)
    assert (board.state.forces, board.state.shadows, unit.mission, unit.at) == ([], [], "", "")


@rule("pq17", "6.3.5", "7.8a", "10.2.6")
@pytest.mark.parametrize(
    ("how", "room", "kept"),
    [("sunk", False, False), ("sunk", True, True), ("ice", False, False), ("weather", True, False)],
)
def test_pp654_aircraft_that_shadow_when_their_carrier_is_gone(how: str, room: bool, kept: bool) -> None:
    """Another carrier in the hex takes them in after a fight, and they go on; else the target is followed no more."""
    home = force("v", "allied", "task_force", OPEN, "victorious", "kent")
    other = force("o", "allied", "task_force", OPEN, "avenger")
    target = force("t", "axis", "task_force", "0309", "tirpitz")
    unit = AirUnit("albacore", 1, id="a", base="victorious", mission="shadow", at="0309")
    board = phase(arctic(home, target, *([other] if room else []), air=[unit]), "axis")
    board.identify(target, 2)
    board.state.shadows = [Shadow("t", "aircraft", "a")]
    before = strength_by_ship(BOX, home)
    if how == "ice":
        play(
            remove_damaged_ships(
                board, home, [next(one for one in BOX.cards.values() if one.damage.heavy)], whole=False, key="k"
            )
        )
    else:
        home.counters.pop(0)
    if how == "sunk":
        play(settle_losses(board, home, before, key="k"))
    if how == "weather":
        _damaged(board, home, ["victorious"])
    end_grounded_shadowing(board)
    assert (bool(board.state.shadows), target.level) == (kept, 2 if kept else 1)
    assert [one.base for one in board.state.air] == (["avenger"] if kept else [])


@rule("pq17", "6.2a", "6.8", "7.0f")
@pytest.mark.parametrize(
    ("kind", "holding", "row"),
    [
        ("convoy", ("mv 9",), None), ("convoy", ("mv 9", "aldersdale 2"), None),
        ("convoy", ("mv 9", "es_british 1"), "force"),
        ("convoy", ("mv 9", "dd_a_i 1+tows", "kent 0+dead+towed"), None), ("dummy", (), "force"),
        ("task_force", ("kent 0+dead+towed", "dd_a_i 1+tows"), None), ("wolfpack", ("ss_british 1",), "force"),
    ],
)  # fmt: skip
def test_pp616_what_searches_in_its_hex(kind: Any, holding: tuple[str, ...], row: str | None) -> None:
    prey, own = force("t", "axis", "task_force", OPEN, "lutzow"), force("k", "allied", kind, OPEN)
    own.counters = read_counters(*holding)
    board = phase(arctic(prey, own), "allied")
    assert searchers_of(board, "allied", prey).row == row
    board.state.shadows = [Shadow("t", "sector", "british")]
    assert searchers_of(board, "allied", prey).row == ("both" if row else "air"), "what follows searches too"


@rule("pq17", "6.2.1a", "6.2.1c", "6.2.1d", "1.2.1b")
def test_pp617_the_convoy_of_the_example_level_by_level() -> None:
    """Duke of York, Victorious, Suffolk, Jamaica, a counter of four destroyers, an oiler and 24 merchants."""
    convoy = force("c", "allied", "convoy", OPEN, "duke_of_york", "victorious", "suffolk", "jamaica", "dd_a_i 4",
                   "aldersdale", "mv 24", told=5)  # fmt: skip
    one, two, three = (report_fields(BOX, convoy, level) for level in (1, 2, 3))
    assert (one["about"], one["large"]) == (5, True)
    assert (two["warships"], two["heavy"], two["carrier"], two["ships"]) == (5, 4, True, 25)
    assert [(group.group, group.counters, group.strength) for group in three["strengths"]] == [
        ("capital", 2, 8), ("carrier", 1, 4), ("cruiser", 2, 6), ("light", 1, 4),
    ]  # fmt: skip
    assert three["ships"] == 25


@rule("pq17", "6.2.2", "1.4.3")
@pytest.mark.parametrize(
    ("weather", "cams", "carriers", "grounds"),
    [
        ("fair", 1, 0, ("cam",)), ("reduced", 1, 1, ("carrier", "cam")), ("storm", 1, 1, ("carrier",)),
        ("fog", 1, 0, ()),
        ("gale", 0, 1, ("carrier",)), ("fair", 0, 0, ()),
    ],
)  # fmt: skip
def test_pp618_grounds_to_refuse_a_plus(weather: Any, cams: int, carriers: int, grounds: tuple[str, ...]) -> None:
    place = column(weather)
    card = next(one for one in BOX.cards.values() if one.day.air[place] == "+" and not one.star)
    look = Look(day=True, weather=weather, row="air", level=1)
    assert grounds_of_owner(card, look, cams=cams, carriers=carriers) == grounds


@rule("pq17", "6.6.1", "6.6.1a", "7.1", "7.1.1", "7.4")
@pytest.mark.parametrize(
    ("wish", "moved_", "cards_", "fights"),
    [
        ("attack", 0, ("U", "U"), True), ("attack", 0, ("U", "-"), False), ("attack", 0, ("-",), False),
        ("follow", 0, ("U",), False), ("ignore", 0, ("U",), False), ("attack", 1, ("U",), False),
    ],
)  # fmt: skip
def test_pp619_a_pack_attacks_a_task_force_that_it_found_passing(
    wish: Any, moved_: int, cards_: tuple[Any, ...], fights: bool
) -> None:
    """It found it by one card and locates it by another, as in its own segment; a pack that moved this turn lies still.
    A fight ends the way of what passed.
    """
    board = met_under_way(force("t", "allied", "task_force", OPEN, "kent", fuel=Fuel(20)),
                force("p", "axis", "wolfpack", OPEN, "ss_german 2", moved=moved_))  # fmt: skip
    board.state.instructions["axis"] = Instructions(meets=wish, boats="heavy")
    drawn = [a_card("force", one) if one == "-" else "" for one in cards_]
    found = [name for name, card in BOX.cards.items() if card.day.force[0] == "U" and not card.star]
    drawn = [one or found.pop() for one in drawn]
    ends = play(search_passing_block(board, board.force("t")), cards=drawn, dice=[(0,), (0,)] if fights else []).result
    assert ends is fights
    assert any(isinstance(one, SubmarinesMet) for one in heard(board, "allied")) is fights
    assert board.force("p").level == (1 if fights else None)


@rule("pq17", "6.6.1a", "7.4.4", "7.6")
@pytest.mark.parametrize(("dice", "left"), [(((7,), (8,)), 1), (((6,), (7,)), 2)])
def test_pp620_a_pack_meets_a_pack_that_passes(dice: tuple[tuple[int, ...], ...], left: int) -> None:
    """British boats, unidentified, at rest: 7 and 1 more surprise, so that they fire; with 6 the others do."""
    german = force("p", "axis", "wolfpack", OPEN, "ss_german 2")
    board = met_under_way(german, force("b", "allied", "wolfpack", OPEN, "ss_british 1"), side="axis")
    found = [name for name, card in BOX.cards.items() if card.day.force[0] == "U" and not card.star][:2]
    assert play(search_passing_block(board, board.force("p")), cards=found, dice=dice).result is True
    assert sum(one.strength for one in board.force("p").counters) == left
    assert any(isinstance(one, PacksMet) for one in heard(board, "axis"))


@rule("pq17", "6.6.1a", "7.1b", "7.5")
def test_pp621_packs_come_before_ships_and_ships_find_it_where_it_was_stopped() -> None:
    board = met_under_way(force("t", "axis", "task_force", OPEN, "koln", fuel=Fuel(20)),
                force("p", "allied", "wolfpack", OPEN, "ss_british 1"),
                force("k", "allied", "task_force", OPEN, "duke_of_york", fuel=Fuel(20)), side="axis")  # fmt: skip
    board.state.instructions["allied"] = Instructions(meets="attack", boats="heavy", asks="never", stands="stay",
                                                      torpedo_round="never")  # fmt: skip
    board.state.instructions["axis"] = Instructions(asks="never", stands="stay", torpedo_round="never")
    board.identify(board.force("t"), 3)
    board.report(board.force("t"), 3, "search")
    found = [name for name, card in BOX.cards.items() if card.day.force[0] == "U" and not card.star][:3]
    fight = [(0,) * 4, (0,) * BOX.ships["koln"].strength, (0,), (0,)]  # the Germans must try to leave (7.5.7d)
    assert play(search_passing_block(board, board.force("t")), cards=found, dice=[(1,), (0,), *fight]).result is True
    assert board.phase.fought == ["k", "t"]


@rule("pq17", "6.2.2", "6.6.1a", "7.1.1d")
@pytest.mark.parametrize(("side", "dives"), [("axis", False), ("allied", True)])
def test_pp650_a_pack_under_way_cannot_dive_from_an_attack(side: Side, dives: bool) -> None:
    """The silhouette saves a pack at rest, in the phase of its enemy, and none that passes in its own."""
    prey = force("p", "axis", "wolfpack", OPEN, "ss_german 2")
    board = met_under_way(prey, force("b", "allied", "wolfpack", OPEN, "ss_british 1"), side=side, level=1)
    board.state.instructions["axis"] = Instructions(refuses="always")
    card = a_card("force", "U", submarine=True)
    found = play(locate_target(board, "wolfpack", prey, key="l"), cards=[card]).result.found
    assert found is not dives


@rule("pq17", "7.5.1", "6.6.1a")
@pytest.mark.parametrize(("side", "tries"), [("axis", 0), ("allied", 1)])
def test_pp651_nobody_intercepts_who_fights_in_the_phase_of_his_enemy(side: Side, tries: int) -> None:
    """Sheffield finds Koln passing and fights her: Hipper in the hex may join from round 2, and does not come between.
    In the phase of the Allies he tries to.
    """
    prey = force("t", "axis", "task_force", OPEN, "koln", fuel=Fuel(20))
    sheffield = force("k", "allied", "task_force", OPEN, "sheffield", fuel=Fuel(20))
    board = met_under_way(prey, sheffield, force("h", "axis", "task_force", OPEN, "admiral_hipper"), side=side, level=1)
    quiet = Instructions(asks="never", stands="stay", intercepts="always", joins="never", torpedo_round="never")
    board.state.instructions = {"allied": quiet, "axis": quiet}
    fight = [(0,) * 4, (0,) * BOX.ships["koln"].strength, (0,)]
    play(attack(board, prey, [sheffield]), cards=[a_card("force", "0"), a_card("force", "-")][: 1 + tries], dice=fight)
    assert sum(isinstance(one, Intercepted) for one in heard(board, "allied")) == tries
    assert sorted(board.phase.fought) == ["k", "t"]


@rule("pq17", "6.6.1", "6.2a")
@pytest.mark.parametrize(
    ("at", "kind", "holding", "row"),
    [
        (OPEN, "task_force", ("kent",), "force"), (PRINTED, "task_force", ("kent",), "both"),
        (PRINTED, "convoy", ("mv 9",), ""), (OPEN, "convoy", ("mv 9", "dd_a_i 1"), "force"),
        (OPEN, "dummy", (), "force"),
        (PRINTED, "", (), ""),
    ],
)  # fmt: skip
def test_pp622_who_searches_what_passes_and_in_what_row(at: str, kind: Any, holding: tuple[str, ...], row: str) -> None:
    """A radius by itself, and transports by themselves, find nobody in passing."""
    others = [force("k", "allied", kind, at, *holding)] if kind else []
    board = met_under_way(force("t", "axis", "task_force", at, "lutzow"), *others, side="axis")
    read: Any = row or "force"
    play(search_passing_block(board, board.force("t")), cards=[a_card(read, "-")] if row else [])
    assert [one.row for one in heard(board, "allied") if isinstance(one, Searched)] == ([row] if row else [])


@rule("pq17", "6.6", "6.8.1", "9.2.5a")
def test_pp623_a_scattered_convoy_that_a_gale_holds_keeps_its_id_in_the_afternoon() -> None:
    for scattered, level in ((True, 3), (False, 2)):
        convoy = force("c", "allied", "convoy", OPEN, "mv 5", convoy=Convoy(laden=True, scattered=scattered))
        board = table(convoy, turn=10, sky=Sky("gale", stopped=["c"]))
        board.identify(convoy, 3)
        moved(board)
        assert (convoy.at, convoy.level) == (OPEN, level)
