"""6.3, 6.3.1: who shadows what, by aircraft and by sectors."""

from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.move_orders import Move
from games.titles.pq17.orders.special import Scatter
from games.titles.pq17.rules.convoy.scattering import scatter_ordered
from games.titles.pq17.rules.search import shadowers
from games.titles.pq17.rules.search.air_patrols import radii, sector_hexes
from games.titles.pq17.rules.search.legal_attacks import may_attack
from games.titles.pq17.rules.search.public_options import public_targets
from games.titles.pq17.rules.search.searchers import searchers_of
from games.titles.pq17.rules.search.segment import search
from games.titles.pq17.rules.search.shadowers import begin_shadowing, may_be_shadowed, near_base, shadowers_for
from games.titles.pq17.rules.search.shadowing import end_grounded_shadowing
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.search import ShadowBegan
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Convoy, Phase, Plan, Shadow
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.searches import PRINTED
from tests.titles.pq17.ch06_search.shadowers import (
    INSIDE,
    PACK,
    RADIUS,
    SECTOR,
    UNIT,
    all_found,
    combined,
    convoy_followed,
    convoy_named,
    followed_by,
    followers,
    identified_before,
    offered,
    three_boats,
    why_ended,
)
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.strikes import OPEN, facing
from tests.titles.pq17.under_way import moved, table
from tests.titles.procedures import Run

rule = pytest.mark.rule


@rule("pq17", "6.3", "6.3.1a")
@pytest.mark.parametrize(
    ("by", "shadow"),
    [("fw", UNIT), ("u", PACK), ("radius", RADIUS), ("sector_barents", SECTOR)],
)
def test_6_3_the_enemy_hears_what_follows_and_not_who(by: str, shadow: Shadow) -> None:
    board = convoy_followed()
    board.state.air[0].mission = "search"
    block = board.force("pq").block
    shadowers.begin_shadowing(board, "axis", by, board.force("pq"), ("convoy",))
    (found,) = board.state.shadows
    assert (found.target, found.by, found.who, found.prefers) == ("pq", shadow.by, shadow.who, ("convoy",))
    assert (board.state.air[0].mission == "shadow") is (by == "fw")
    seen = ShadowBegan("axis", shadow.by, OPEN, block)
    assert heard(board, "axis") == [ShadowBegan("axis", shadow.by, OPEN, block, who=shadow.who)]
    assert heard(board, "allied") == [ShadowBegan("axis", shadow.by, OPEN, block, force="pq")]
    assert heard(board, "public") == [seen]


@rule("pq17", "6.3", "6.3.1", "6.3.1a")
def test_6_3_what_follows_from_the_air() -> None:
    board = all_found(force("tf", "allied", "task_force", OPEN, "norfolk"))
    board.state.air = [AirUnit("fw_200", 1, id="condor", base="vaernes", mission="search", at=OPEN)]
    assert followers(board, "tf") == ("condor",)
    begin_shadowing(board, "axis", "condor", board.force("tf"))
    assert board.state.air[0].mission == "shadow"
    assert board.state.shadows == [Shadow("tf", "aircraft", "condor")]
    assert followers(board, "tf") == (), "it is out already"


@rule("pq17", "6.3", "6.3.2")
@pytest.mark.parametrize(("shows", "may"), [("U", ("pack",)), ("-", ())])
def test_6_3_only_who_identified_a_block_in_this_segment_follows_it(shows: Any, may: tuple[str, ...]) -> None:
    """It was identified in an earlier turn: a card that fails finds it no more, though it stays identified."""
    board = identified_before()
    play(search(board), cards=[a_card("force", shows, submarine=False)])
    assert board.force("pq").level is not None
    assert offered(board) == may
    assert board.phase.found == (["pq"] if may else [])


@rule("pq17", "6.3", "6.2.2")
def test_6_3_a_block_that_refused_is_not_followed() -> None:
    board = identified_before()
    board.force("pq").counters.append(Counter("mc", 1))
    board.state.shadows = [Shadow("pq", "sector", "barents")]
    play(search(board), cards=[a_card("both", "+", submarine=False)], says={"refuse": "refuse pq ground=cam"})
    assert (board.state.shadows, offered(board)) == ([], ())


@rule("pq17", "6.3")
def test_6_3_nobody_is_asked_who_follows_where_the_search_found_nothing() -> None:
    """A radius alone covers the convoy, and nothing there could attack: the question would be about nothing."""
    at = sorted(BOX.areas.axis_radius.hexes)[0]
    board = arctic(force("pq", "allied", "convoy", at, "mv 8", "dd_a_i 2"))
    board.identify(board.force("pq"), 2)
    phase(board, "axis")
    play(search(board), cards=[a_card("air", "-", submarine=False)])
    assert public_targets(board, "axis") == []


@rule("pq17", "6.3")
def test_6_3_each_side_reads_its_own_words() -> None:
    board = all_found(force("tf", "allied", "task_force", INSIDE, "norfolk"))
    begin_shadowing(board, "axis", "sector_barents", board.force("tf"))
    told = [
        event for seat in ("axis", "allied", PUBLIC) for event in heard(board, seat) if isinstance(event, ShadowBegan)
    ]
    assert [(one.who, one.force) for one in told] == [("barents", ""), ("", "tf"), ("", "")]


@rule("pq17", "6.3", "1.2.4")
@pytest.mark.parametrize("first", ["a", "b"])
def test_6_3_what_followed_a_force_follows_what_it_combines_to(first: str) -> None:
    target, other = (
        force(name, "allied", "task_force", "0712", ship) for name, ship in (("a", "norfolk"), ("b", "kent"))
    )
    board = followed_by(target, "sector", "barents", other)
    board.state.shadows = [Shadow(first, "sector", "barents")]
    combined(board, "allied", "a", "b")
    (one,) = board.state.forces
    assert board.state.shadows == [Shadow(one.id, "sector", "barents")]
    assert one.level == 2
    end_grounded_shadowing(board)


@rule("pq17", "6.3", "6.3.1c", "1.2.4")
def test_6_3_a_sector_that_followed_both_follows_one() -> None:
    target, other = (
        force(name, "allied", "task_force", "0712", ship) for name, ship in (("a", "norfolk"), ("b", "kent"))
    )
    board = followed_by(target, "sector", "barents", other)
    board.state.shadows = [Shadow(name, "sector", "barents") for name in "ab"]
    combined(board, "allied", "a", "b")
    assert len(board.state.shadows) == 1


@rule("pq17", "6.3", "6.3.1", "6.3b")
@pytest.mark.parametrize(
    ("kind", "level", "port", "voyage", "may"),
    [
        ("convoy", 0, "", {}, True),
        ("convoy", None, "", {}, False),
        ("convoy", 0, "reykjavik", {}, False),
        ("convoy", 3, "", {"scattered": True}, False),
        ("convoy", 2, "", {"part_of": "pq"}, False),
        ("task_force", 0, "", None, True),
        ("wolfpack", 1, "", None, False),
        ("dummy", 1, "", None, False),
    ],
)
def test_6_3_who_may_be_followed(kind: Any, level: int | None, port: str, voyage: Any, may: bool) -> None:
    convoy = Convoy(laden=True, **voyage) if voyage is not None else None
    one = force("x", "allied", kind, "0504", level=level, port=port, **({"convoy": convoy} if convoy else {}))
    assert may_be_shadowed(one) is may


@rule("pq17", "6.3.1", "6.3.1b", "6.3.2", "6.3.3")
@pytest.mark.parametrize(
    ("ships", "side", "kind", "prey", "may"),
    [
        (("ss_german 2",), "axis", "wolfpack", "convoy", True),
        (("ss_german 2",), "axis", "wolfpack", "task_force", False),
        (("ss_british 2",), "allied", "wolfpack", "task_force", False),
        (("norfolk",), "allied", "task_force", "task_force", True),
        (("norfolk",), "allied", "task_force", "convoy", False),
        (("dd_a_i 4",), "allied", "task_force", "task_force", False),
        (("anson", "dd_a_i 4"), "allied", "task_force", "task_force", False),
        (("lutzow",), "axis", "task_force", "task_force", False),
    ],
)
def test_6_3_1_which_blocks_follow_which(ships: Any, side: Side, kind: Any, prey: Any, may: bool) -> None:
    hunter = force("h", side, kind, OPEN, *ships)
    words = {"convoy": ("mv 8",), "task_force": ("london",) if side == "axis" else ("lutzow",)}[prey]
    target = force("t", "allied" if side == "axis" else "axis", prey, OPEN, *words)
    board = arctic(hunter, target)
    assert shadowers._follows(board, hunter, target) is may
    for counter in hunter.counters:
        counter.crippled = True
    assert shadowers._follows(board, hunter, target) is (may and kind == "wolfpack")
    board.state.shadows = [Shadow("t", "wolfpack", "other")]
    assert not (kind == "wolfpack" and shadowers._follows(board, hunter, target))


@rule("pq17", "6.3.1", "6.3.1b", "6.3.1c")
def test_6_3_1_radii_and_sectors_follow_but_not_the_soviets() -> None:
    board = arctic()
    soviet = sorted(board.box.areas.soviet_radius.hexes)[0]
    british = sorted(board.box.areas.british_radius.hexes)[0]
    board = all_found(
        force("red", "axis", "task_force", soviet, "lutzow"),
        force("home", "axis", "task_force", british, "tirpitz"),
        side="allied",
    )
    board.phase.sectors = {"soviet": [soviet], "british": [british]}
    assert followers(board, "red") == ()
    assert followers(board, "home") == ("radius", "sector_british")
    begin_shadowing(board, "allied", "radius", board.force("home"))
    assert followers(board, "home") == ("sector_british",)
    begin_shadowing(board, "allied", "sector_british", board.force("home"))
    assert followers(board, "home") == ()


@rule("pq17", "6.3.1", "6.3b")
def test_6_3_1_who_is_never_followed() -> None:
    board = all_found(
        force("pack", "allied", "wolfpack", INSIDE, "ss_british 2"),
        force("pq", "allied", "convoy", "0711", "mv 8", convoy=Convoy(laden=True, scattered=True)),
        force("tf", "allied", "task_force", INSIDE, "london"),
    )
    board.phase.sectors = {"barents": [INSIDE, "0711"]}
    assert followers(board, "pack") == followers(board, "pq") == ()
    assert followers(board, "tf") == ("sector_barents",)
    board.force("tf").level = None
    assert followers(board, "tf") == ()


@rule("pq17", "6.3.1")
def test_6_3_1_nobody_follows_from_the_air_near_a_base_of_the_targets_own() -> None:
    board = all_found(force("tf", "axis", "task_force", "0714", "lutzow"), side="allied")
    board.state.air = [AirUnit("catalina", 1, id="cat", base="lerwick", mission="search", at="0714")]
    assert followers(board, "tf") == (), "0714 is next to Bardufoss and its interceptors"


@rule("pq17", "6.3.1", "6.3.1b", "6.4.2")
@pytest.mark.parametrize(
    ("at", "by", "side", "asked"),
    [("0412", "", "axis", True), ("0412", "barents", "axis", False), ("0305", "", "axis", False)],
    ids=["in a sector", "a sector follows it already", "in none"],
)
def test_6_3_1_a_sector_could_follow_what_it_may_search(at: str, by: str, side: Side, asked: bool) -> None:
    assert bool({"barents", "trondheim"} & set(BOX.hexes[at].sectors)) is (at == "0412")
    board = facing(force("pq", "allied", "task_force", at, "london"), found=["pq"])
    board.state.shadows = [Shadow("pq", "sector", by)] * bool(by)
    assert (public_targets(board, side) == [board.force("pq")]) is asked


@rule("pq17", "6.3.1", "6.2c", position="PP59")
def test_6_3_1_no_shadowing_from_the_air_beside_interceptors() -> None:
    board = arctic(
        force("far", "allied", "convoy", "0516", "mv 9", level=2),
        force("near", "allied", "convoy", "0717", "mv 9", level=2),
    )  # fmt: skip
    assert [near_base(board, board.force(name)) for name in ("far", "near")] == [False, True]


@rule("pq17", "6.3.1", "6.3.1b", "5.3.1", "5.3.1a", "9.2.3")
@pytest.mark.parametrize(
    ("at", "carrier", "catalina", "by"),
    [
        (OPEN, True, False, ()), (OPEN, False, True, ()), (PRINTED, False, False, ("radius",)),
        (PRINTED, True, True, ("radius",)), (OPEN, False, False, ()),
    ],
)  # fmt: skip
def test_6_3_1_of_all_radii_those_on_the_map_alone_follow(
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


@rule("pq17", "6.3.1", "6.3.5")
@pytest.mark.parametrize(
    ("at", "to", "goes_on"), [("0507", "0508", False), ("0404", "0403", True), ("0506", "0507", True)]
)
def test_6_3_1_a_radius_follows_as_far_as_it_reaches(at: str, to: str, goes_on: bool) -> None:
    target = force("t", "axis", "task_force", at, "lutzow", plan=Plan(0, (to,), pace="slow"))
    board = followed_by(target, "radius", "radius")
    moved(board, side="axis")
    assert target.at == to
    assert bool(board.state.shadows) is goes_on


@rule("pq17", "6.3.1")
def test_6_3_1_a_soviet_radius_takes_nobody_over() -> None:
    soviet = "0718"
    target = force("t", "axis", "task_force", "0717", "lutzow", plan=Plan(0, (soviet,), pace="slow"))
    board = followed_by(target, "radius", "radius")
    moved(board, side="axis")
    assert (target.at, board.state.shadows, radii(board, "allied", soviet)) == (soviet, [], ("soviet",))


@rule("pq17", "6.3.1", "6.3.2", "5.5", "6.8.1")
def test_6_3_1_nobody_follows_a_convoy_that_has_scattered() -> None:
    target = convoy_named()
    board = followed_by(target, "wolfpack", "pack", three_boats())
    board.state.shadows.append(Shadow("pq", "sector", "barents"))
    board.state.phase = Phase("allied", orders=(Scatter("pq"),))
    Run().carry_out(scatter_ordered(board), board.state, dice=(), draws=(), says=None)
    assert (board.state.shadows, target.level) == ([], 3)
    assert why_ended(board) == ["scattered", "scattered"]
    assert may_attack(board, board.force("pack"), target), "the pack is free for it"


@rule("pq17", "6.3.1", "6.3.1a")
@pytest.mark.parametrize(
    ("unit", "base", "may"),
    [("catalina", "akureyri", True), ("hudson", "kaldadarnes", True), ("mbr_2", "murmansk", False)],
)
def test_6_3_1_which_aircraft_follow(unit: str, base: str, may: bool) -> None:
    board = arctic(force("x", "axis", "task_force", "0508", "lutzow"))
    board.state.air = [AirUnit(unit, 1, id="u", base=base, mission="search", at="0508")]
    phase(board, "allied")
    board.identify(board.force("x"), 1)
    assert shadowers_for(board, "allied", board.force("x")) == (("u",) if may else ())


@rule("pq17", "6.3.1b", "6.3.1c")
@pytest.mark.parametrize(
    ("by", "shadow"), [("sector_barents", ("sector", "barents")), ("radius", ("radius", "radius"))]
)
def test_6_3_1b_what_follows_a_block_already_begins_nothing(by: str, shadow: tuple[str, str]) -> None:
    prey = force("t", "allied", "task_force", OPEN, "kent", level=2)
    board = phase(arctic(prey), "axis")
    for _ in range(3):
        begin_shadowing(board, "axis", by, prey, ("capital",))
    assert [(one.target, one.by, one.who) for one in board.state.shadows] == [("t", *shadow)]
    assert isinstance(board.state.shadows[0], Shadow)
    assert len([one for one in heard(board, "axis") if isinstance(one, ShadowBegan)]) == 1


@rule("pq17", "6.3.1b", "6.3.5")
@pytest.mark.parametrize(("there", "kept"), [(True, True), (False, False)])
def test_6_3_1b_a_radius_follows_to_its_border_whoever_declares_another(there: bool, kept: bool) -> None:
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


@rule("pq17", "6.3.1c", "6.4.2")
def test_6_3_1c_every_force_followed_takes_a_hex_of_its_sector() -> None:
    ours = [force(name, "allied", "task_force", "0712", "kent") for name in "ab"]
    board = arctic(*ours)
    phase(board, "axis")
    most = sector_hexes(board, "barents")
    for count, one in enumerate(ours, 1):
        board.identify(one, 1)
        begin_shadowing(board, "axis", "sector_barents", one)
        assert sector_hexes(board, "barents") == most - count
