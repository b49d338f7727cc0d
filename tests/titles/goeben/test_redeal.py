"""Other worlds that a seat cannot tell from this one; what never grows or shrinks."""

from collections import Counter
from typing import Any

import pytest

from games.kernel.codec import encode
from games.kernel.events import ALL_FIELDS
from games.kernel.random_source import mostly_zero, random_source
from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.orders import (
    AskFirst,
    BreakOff,
    EachRound,
    Fire,
    Landing,
    Maximum,
    Steam,
    Targets,
    Torpedoes,
)
from games.titles.goeben.rules.mission.setup import muster, new_game
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events.battle import RoundBegan
from games.titles.goeben.state.state import Battle, Damage, Report, State
from games.titles.goeben.visibility.hearing import discloses
from games.titles.goeben.visibility.redeal import conserved, redeal, reshuffle
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import at_sea, play


def dealt(scenario: str = "random", options: Options | None = None) -> State:
    """A game after the set-up, well shuffled."""
    board = Board(new_game(BOX, scenario, options or Options()), BOX)
    pick = random_source("dealt")
    orders = [tuple(sorted(range(count), key=lambda _: pick(1000))) for count in (18, 9, 20)]
    play(board, muster(board), draws=orders)
    return board.state


def down(state: State) -> dict[str, list[str]]:
    """What lies face down where, the coastal defences too."""
    places = [*state.lying.items(), *state.forts.items()]
    return {place: [marker.id for marker in markers if not marker.up] for place, markers in places}


def test_a_pick_of_nothing_changes_nothing() -> None:
    state = dealt()
    assert encode(redeal(BOX, state, "commander", lambda limit: 0)) == encode(state)
    assert encode(reshuffle(BOX, state, lambda limit: 0)) == encode(state)


@pytest.mark.parametrize("seat", ["commander", "public"])
def test_another_world_looks_the_same(seat: str) -> None:
    state = dealt()
    for n in range(20):
        world = redeal(BOX, state, seat, random_source(n))
        assert encode(view(Board(world, BOX), seat)) == encode(view(Board(state, BOX), seat))
        assert conserved(BOX, world) == conserved(BOX, state)
        assert sorted(world.pool) != world.pool
        every = [name for names in down(world).values() for name in names] + world.pool + world.forts_aside
        before = [name for names in down(state).values() for name in names] + state.pool + state.forts_aside
        assert Counter(every) == Counter(before)


def test_every_hidden_counter_may_be_elsewhere() -> None:
    state = dealt()
    worlds = [redeal(BOX, state, "commander", random_source(n)) for n in range(40)]
    for place, names in down(state).items():
        assert any(down(world)[place] != names for world in worlds), place
    assert any(set(world.pool) != set(state.pool) for world in worlds)
    assert any(set(world.forts_aside) != set(state.forts_aside) for world in worlds)


def test_counters_stay_in_their_group() -> None:
    state = dealt()
    zones = {"british": BOX.numbers.setup.british, "french": BOX.numbers.setup.french}
    for n in range(20):
        world = redeal(BOX, state, "commander", mostly_zero(random_source(n), 2))
        for group, members in BOX.groups.items():
            assert {name for zone in zones[group] for name in down(world)[zone]} <= set(members)


def test_what_was_seen_lies_nowhere_unseen() -> None:
    """A ship that went back into the pool stays there in all worlds; one that lies face up stays where she is."""
    state = dealt()
    state.reports.append(Report(1, "malta_pz", ("gb_bc_1",), "drawn"))
    for place in down(state):
        for marker in list(state.lying.get(place, [])):
            if marker.id == "gb_bc_1":
                state.lying[place].remove(marker)
                state.pool.append(marker.id)
    state.lying["toulon_pz"][0].up = True
    shown = state.lying["toulon_pz"][0].id
    state.reports.append(Report(1, "toulon_pz", (shown,), "intelligence"))
    for n in range(30):
        world = redeal(BOX, state, "commander", random_source(n))
        assert "gb_bc_1" in world.pool
        assert world.lying["toulon_pz"][0].id == shown


def test_captains_know_what_they_saw() -> None:
    state = dealt("captains")
    ship = next(name for name in state.pool if name in BOX.groups["british"])
    state.reports.append(Report(1, "sicily_e", (ship,), "drawn", ("goeben",)))
    assert all(ship in redeal(BOX, state, "goeben", random_source(n)).pool for n in range(30))
    assert any(ship not in redeal(BOX, state, "breslau", random_source(n)).pool for n in range(30))
    assert all(ship in reshuffle(BOX, state, random_source(n)).pool for n in range(30)), "somebody has seen her"


def test_shown_coastal_defences_stay() -> None:
    state = dealt()
    state.forts["bone"][0].up = True
    for n in range(10):
        assert redeal(BOX, state, "commander", random_source(n)).forts["bone"] == state.forts["bone"]


# --- 14.0: what others have ordered for battles


DOCTRINE = (Targets(("bc",)), Maximum(("bc",)), Torpedoes(("bc",)), BreakOff(("bc",)), Steam(), Landing(), AskFirst())


@pytest.mark.parametrize(
    ("scenario", "seat", "kept"),
    [
        ("officers", "commander", DOCTRINE),
        ("officers", "gunnery", DOCTRINE),
        ("officers", "engineer", (Steam(), Landing(), AskFirst())),
        ("officers", "first_officer", (Landing(), AskFirst())),
        ("austrian", "austrian", (Landing(), AskFirst())),
        ("random", "public", (Landing(), AskFirst())),
    ],
)
def test_a_doctrine_may_say_something_else_where_nobody_reads_it(scenario: str, seat: str, kept: Any) -> None:
    """It is seen whether the commander is asked; officers see what is laid before them with a question (25.1)."""
    state = dealt(scenario)
    state.doctrines = {"commander": DOCTRINE}
    found = {redeal(BOX, state, seat, random_source(n)).doctrines["commander"] for n in range(20)}
    shown = tuple(type(order) for order in kept)
    assert {tuple(order for order in orders if isinstance(order, shown)) for orders in found} == {kept}
    assert (found == {DOCTRINE}) is (kept == DOCTRINE)
    assert (len(found) > 5) is (kept != DOCTRINE)
    assert redeal(BOX, state, seat, lambda limit: 0).doctrines["commander"] == DOCTRINE


def test_so_may_battle_orders() -> None:
    board = at_sea("austrian", goeben="malta_pz")
    orders = (Fire("goeben", ("gb_bc_1",)), EachRound())
    board.state.battle = Battle("malta_pz", ships=["goeben"], orders={"commander": orders})
    for seat, kept in (("austrian", {(EachRound(),)}), ("commander", {orders})):
        worlds = [redeal(BOX, board.state, seat, random_source(n)).battle for n in range(20)]
        assert {world.orders["commander"] for world in worlds if world is not None} == kept


@pytest.mark.parametrize(
    ("seat", "ships", "consorts", "whole"),
    [
        ("commander", ["goeben"], {}, False),
        ("commander", ["goeben"], {"ah_ca_1": Damage()}, True),
        ("austrian", [], {"ah_ca_1": Damage()}, False),
        ("austrian", ["goeben"], {}, True),
        ("public", ["goeben"], {}, True),
    ],
)
def test_who_fights_by_anothers_orders_shows_them(seat: str, ships: list[str], consorts: Any, whole: bool) -> None:
    board = at_sea("austrian", goeben="malta_pz", ah_ca_1="malta_pz")
    event = RoundBegan("malta_pz", ("primary",))
    assert discloses(board, event, seat) == ()
    board.state.battle = Battle("malta_pz", ships=ships, consorts=consorts)
    assert discloses(board, event, seat) == ((ALL_FIELDS,) if whole else ())


@pytest.mark.rule("goeben", "25.2", "8.1")
def test_a_ship_out_of_touch_may_have_other_coal_and_cargo_but_no_other_wireless() -> None:
    board = at_sea("captains", goeben="malta_pz+cargo=wireless,optics", breslau="messina")
    worlds = [redeal(BOX, board.state, "breslau", random_source(n)) for n in range(60)]
    ships = [Board(world, BOX).ship("goeben") for world in worlds]
    assert all("wireless" in ship.cargo for ship in ships)
    assert len({tuple(ship.cargo) for ship in ships}) > 4
    assert {ship.coal for ship in ships} == set(range(BOX.german["goeben"].coal + 1))
    assert {tuple(conserved(BOX, world).items()) for world in worlds} == {tuple(conserved(BOX, board.state).items())}
    assert all(redeal(BOX, board.state, "goeben", random_source(n)).ships[0] == board.ship("goeben") for n in range(9))
