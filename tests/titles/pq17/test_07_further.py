"""5.1.8, 7.4.2, 7.4.4, 7.4.6, 7.5.6, 7.5.7c, 13.0b: single conditions of fights and of what was told, one by one."""

from typing import Any

import pytest

from games.titles.pq17.rules.air.hunting import hunt_from_the_air
from games.titles.pq17.rules.forces.limits import Strength as ForceStrength
from games.titles.pq17.rules.search.legal_attacks import known_strength
from games.titles.pq17.rules.special.mishaps import breakdown
from games.titles.pq17.rules.special.writing import may_land, may_lay_mines
from games.titles.pq17.rules.submarine.attacks import _among_stragglers, packs_meet
from games.titles.pq17.rules.surface import attacks
from games.titles.pq17.rules.surface.attacks import form_pack
from games.titles.pq17.rules.surface.covering import cover_enemies
from games.titles.pq17.rules.surface.engagement import Engagement
from games.titles.pq17.rules.surface.layout import lay_out_force
from games.titles.pq17.rules.surface.sorties import bombers_aboard, strike_from_carriers
from games.titles.pq17.rules.surface.withdrawal import withdrawal_modifier
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.air import Hunted
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.events.submarine import BoatFired, PacksMet
from games.titles.pq17.state.state import Convoy, Force, Points, Report, Sky, Strength
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.ch07_combat.submarine_combat import strength_of
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.pq17.procedures import by_default
from tests.titles.pq17.strikes import NEAR, OPEN, air, facing

rule = pytest.mark.rule


@rule("pq17", "7.5.7c", "6.2.1")
@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ((("capital", 2, 9),), ForceStrength(2, 2, 2, 0, 0, 9)),
        ((("capital", 2, 9), ("carrier", 1, 4)), ForceStrength(1, 1, 2, 0, 0, 9)),
        ((("capital", 1, 4), ("carrier", 2, 8)), ForceStrength(0, 0, 2, 0, 0, 4)),
        ((("carrier", 1, 4),), ForceStrength(0, 0, 1, 0, 0, 0)),
        ((("cruiser", 2, 6),), ForceStrength(0, 0, 2, 2, 0, 6)),
        ((("light", 3, 7),), ForceStrength(0, 0, 0, 0, 7, 7)),
        ((("capital", 1, 5), ("cruiser", 1, 3), ("light", 2, 4)), ForceStrength(1, 1, 2, 1, 4, 12)),
        ((), ForceStrength()),
    ],
)
def test_carriers_are_no_battleships_and_their_strength_does_not_count(told: Any, expected: ForceStrength) -> None:
    target = force("tf", "allied", "task_force", OPEN, "norfolk")
    board = facing(target)
    own = Strength("capital", 3, 15)
    common: dict[str, Any] = {"turn": 8, "source": "search", "at": OPEN}
    board.state.reports = [
        Report(to="axis", block=target.block, strengths=(own,), **common),
        Report(to="axis", block=target.block, strengths=tuple(Strength(*one) for one in told), **common),
        Report(to="axis", block=target.block, about=3, **common),
        Report(to="axis", block=target.block + 1, strengths=(own,), **common),
        Report(to="allied", block=target.block, strengths=(own,), **common),
        Report(to="axis", block=target.block, port="narvik", strengths=(own,), **common),
    ][0 if told else 2 :]
    assert known_strength(board, "axis", target) == expected


@rule("pq17", "7.4.2", "7.4.1", "9.2.4", "6.7")
@pytest.mark.parametrize(
    ("at", "sky", "strengths", "soviet", "modifiers"),
    [
        (OPEN, "fair", (1,), 0, (1,)),
        (NEAR, "fair", (1,), 0, (1,)),
        (OPEN, "storm", (1,), 0, (0,)),
        (OPEN, "fair", (1, 1), 0, (1, 1)),
        (OPEN, "fair", (1,), 1, (1, 0)),
        (OPEN, "fair", (3, 2), 0, (1, 1, 1, 1)),
    ],
    ids=["one", "off Norway", "in a storm", "two", "a Soviet one", "no more than two for a boat"],
)
def test_aircraft_hunt_with_a_die_for_each_strength(
    at: str, sky: Any, strengths: tuple[int, ...], soviet: int, modifiers: tuple[int, ...]
) -> None:
    pack = force("pack", "axis", "wolfpack", at, "ss_german 2", level=1)
    board = facing(pack, side="allied", sky=Sky(sky))
    units = [air("catalina", f"u{n}", "lerwick", strength) for n, strength in enumerate(strengths)]
    units += [air("gst", "s", "arkhangelsk", soviet)] * bool(soviet)
    bonus = board.box.charts.anti_submarine
    base = bonus.offensive + (bonus.storm if sky == "storm" else 0)
    expected = tuple(base + (bonus.soviet if soviet and n == len(modifiers) - 1 else 0) for n in range(len(modifiers)))
    play(hunt_from_the_air(board, "allied", pack, units, key="h"), dice=[(0,) * len(modifiers)])
    hunted = [one for one in heard(board, "axis") if isinstance(one, Hunted)]
    assert [(one.side, one.dice, one.modifiers) for one in hunted] == [("allied", (0,) * len(modifiers), expected)]
    assert heard(board, "allied")[0] == hunted[0]
    assert strength_of(pack) == 2


@rule("pq17", "7.4.2", "7.4.1a")
def test_boats_that_aircraft_sink_are_gone() -> None:
    pack = force("pack", "axis", "wolfpack", OPEN, "ss_german 2", level=1)
    board = facing(pack, side="allied")
    play(hunt_from_the_air(board, "allied", pack, [air("catalina", "u", "lerwick", 1)], key="h"), dice=[(9,), (9,)])
    assert [(one.unit, one.strength, one.how) for one in board.state.losses] == [("ss_german", 1, "sunk")]
    assert strength_of(pack) == 1


@rule("pq17", "7.4.4", "7.4.4a", "7.6")
@pytest.mark.parametrize(
    ("level", "surprise", "die", "caught", "mine", "theirs"),
    [
        (None, 9, 9, True, 2, 1),
        (None, 9, 0, True, 2, 2),
        (None, 0, 9, False, 1, 2),
        (1, 0, 0, False, 2, 2),
    ],
    ids=["surprised", "surprised and missed", "shoots first", "misses"],
)
def test_who_is_surprised_among_packs_is_shot_at(
    level: Any, surprise: int, die: int, caught: bool, mine: int, theirs: int
) -> None:
    boats = force("uk", "allied", "wolfpack", OPEN, "ss_british 2", level=level)
    german = force("u", "axis", "wolfpack", OPEN, "ss_german 2", level=1)
    board = facing(german, boats, side="allied")
    play(packs_meet(board, boats, german, key="k"), dice=[(surprise,), (die,)])
    assert (strength_of(boats), strength_of(german)) == (mine, theirs)
    modifier = board.box.charts.surprise.unidentified if level is None else 0
    met = PacksMet("allied", OPEN, surprise, modifier, caught, die, 0, (mine, theirs) != (2, 2))
    assert [one for one in heard(board, "axis") if isinstance(one, PacksMet)] == [met]
    assert [one for one in heard(board, "allied") if isinstance(one, PacksMet)] == [met]
    assert heard(board, "public").count(met) == 0
    assert all(one.level is not None for one in (boats, german)), "both are known afterwards"


@rule("pq17", "7.4.6", "1.2b")
@pytest.mark.parametrize("level", [None, 2])
def test_boats_that_leave_a_convoy_are_a_block_of_their_own(level: int | None) -> None:
    convoy = force("pq", "allied", "convoy", OPEN, "mv 8", "ss_british 1", "ss_british 1", told=5)
    board = facing(convoy, level=level)
    pack = form_pack(board, convoy, [convoy.counters[1]])
    assert [one.ship for one in convoy.counters] == ["mv", "ss_british"]
    assert (pack.kind, pack.side, pack.at, pack.level, convoy.told) == ("wolfpack", "allied", OPEN, level, 0)
    assert strength_of(pack) == 1
    faces = () if level is None else (level,)
    assert heard(board, "axis") == [BlocksChanged("allied", OPEN, 1, 2, faces=faces)]
    assert heard(board, "allied") == [BlocksChanged("allied", OPEN, 1, 2, faces=faces, force=pack.id, left="pq")]


def carriers(**fields: Any) -> tuple[Board, Battle]:
    """Victorious and an escort against Lutzow, each counter a unit; an air unit of each sort aboard."""
    home = force("home", "allied", "task_force", OPEN, "victorious", "dd_a_i 2")
    board = facing(home, force("raid", "axis", "task_force", OPEN, "lutzow"), **fields)
    fight = Battle("axis", [], day=True)
    for one in board.state.forces:
        lay_out_force(fight, one.side, [[counter] for counter in one.counters], force=one.id)
    fight.round = 2
    board.state.air = [air("albacore", "bomber", "victorious", 1), air("fulmar", "fighter", "victorious", 1)]
    return board, fight


@rule("pq17", "7.5.6", "7.8a")
@pytest.mark.parametrize(
    ("change", "flies"),
    [
        ({}, ["bomber"]),
        ({"mission": "search"}, []),
        ({"aborted": 1}, []),
        ({"base": "banak"}, []),
        ({"aircraft": "fulmar"}, []),
    ],
)
def test_bombers_aboard_that_have_not_flown_strike_from_the_display(change: dict[str, Any], flies: list[str]) -> None:
    board, fight = carriers()
    for name, value in change.items():
        setattr(board.state.air[0], name, value)
    assert [one.id for one in bombers_aboard(board, fight, "allied")] == flies
    board.force("home").counters[0].crippled = True
    assert bombers_aboard(board, fight, "allied") == []
    assert bombers_aboard(board, fight, "axis") == []


@rule("pq17", "7.5.6", "9.2.3")
@pytest.mark.parametrize(("sky", "light"), [("fog", "jul_1"), ("storm", "jul_1"), ("fair", "dec_1")])
def test_carriers_of_the_display_do_not_strike_by_night_or_in_bad_weather(sky: Any, light: str) -> None:
    board, fight = carriers(sky=Sky(sky), light=light)
    play(strike_from_carriers(board, fight, "allied", key="k"))
    assert board.state.air[0].mission == ""


@rule("pq17", "7.5.6", "7.2.5")
def test_carriers_of_the_display_strike_once_in_a_phase() -> None:
    board, fight = carriers()
    play(strike_from_carriers(board, fight, "allied", key="k"), dice=[(0,), (0,), (0,)])
    assert [one.mission for one in board.state.air] == ["attack", ""]
    play(strike_from_carriers(board, fight, "allied", key="l"))
    board, fight = carriers()
    play(strike_from_carriers(board, fight, "allied", key="k"), dice=[(0,), (9,)])
    assert [one.id for one in board.state.air] == ["fighter"], "flak shot the bomber down"
    assert [(one.unit, one.strength) for one in board.state.losses] == [("albacore", 1)]


@rule("pq17", "12.14.1", "12.8")
@pytest.mark.parametrize(
    ("side", "kind", "port", "ships", "may"),
    [
        ("allied", "task_force", "scapa_flow", ("kenya", "dd_a_i 4"), True),
        ("allied", "task_force", "scapa_flow", ("kent", "dd_a_i 2", "tb_hunt 2"), True),
        ("allied", "task_force", "scapa_flow", ("kenya", "dd_a_i 3"), False),
        ("allied", "task_force", "scapa_flow", ("anson", "dd_a_i 4"), False),
        ("allied", "task_force", "reykjavik", ("kenya", "dd_a_i 4"), False),
        ("allied", "convoy", "scapa_flow", ("kenya", "dd_a_i 4"), False),
        ("axis", "task_force", "narvik", ("admiral_hipper", "dd_36a 2"), True),
        ("axis", "task_force", "narvik", ("lutzow",), True),
        ("axis", "task_force", "narvik", ("tirpitz", "dd_36a 2"), False),
        ("axis", "task_force", "narvik", ("admiral_hipper", "tb_35_37 2"), False),
        ("axis", "wolfpack", "narvik", ("dd_36a 2",), False),
    ],
)
def test_who_may_land_and_who_may_lay_mines(side: Any, kind: Any, port: str, ships: tuple[str, ...], may: bool) -> None:
    board = arctic(force("t", side, kind, "1206", *ships, port=port))
    needs = board.box.special.archery
    assert (needs.cruisers, needs.light, needs.port) == (1, 4, "scapa_flow")
    assert (may_land if side == "allied" else may_lay_mines)(board, board.force("t")) is may


@rule("pq17", "13.0b")
@pytest.mark.parametrize(
    ("ships", "port", "leaves"),
    [
        (("norfolk", "dd_a_i 2"), "", True),
        (("norfolk",), "", False),
        (("norfolk", "dd_a_i 2"), "reykjavik", False),
        (("aldersdale", "dd_a_i 2"), "", False),
    ],
)
def test_who_breaks_down_at_sea_leaves_her_force_for_the_nearest_port(ships: Any, port: str, leaves: bool) -> None:
    """A merchant or an auxiliary stays, and so does who lies in port; who is alone makes for port herself."""
    one = force("t", "allied", "task_force", "0504" if port else "0405", *ships, port=port)
    points = {name: Points(left=9) for name in ("home_fleet", "severny_flot", "gruppe_nord")}
    board = phase(arctic(one, command=points), "allied")
    play(breakdown(board, "allied"), lots=[0, 0] if len(ships) > 1 else [])
    broken = [(there.id, ship.ship) for there in board.state.forces for ship in there.counters if ship.inoperative]
    assert broken == [("t_inop" if leaves else "t", ships[0])]
    assert len(board.state.forces) == 1 + leaves
    going = board.force(broken[0][0])
    if leaves or len(ships) == 1:
        assert going.plan is not None
        assert (going.plan.destination, going.plan.pace, going.plan.route[-1]) == ("akureyri", "slow", "0505")
    else:
        assert going.plan is None


@rule("pq17", "7.7.2", "7.7.2a", "1.8.1")
def test_both_sides_see_what_boats_do_among_stragglers() -> None:
    prey = force("pq", "allied", "convoy", OPEN, "mv 5", convoy=Convoy(laden=True, scattered=True))
    board = facing(prey, force("pack", "axis", "wolfpack", OPEN, "ss_german 2"))
    by_default(_among_stragglers(board, board.force("pack"), prey, key="k"), lambda key: 0)
    for side in ("axis", "allied"):
        assert [one.side for one in heard(board, side) if isinstance(one, BoatFired)] == ["axis"] * 2
    assert not [one for one in heard(board, "public") if isinstance(one, BoatFired)]


@rule("pq17", "7.4.6")
@pytest.mark.parametrize(("sunk", "left"), [(False, ["t"]), (True, [])])
def test_who_is_sunk_by_the_boats_of_a_convoy_attacks_it_no_more(
    sunk: bool, left: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    prey = force("pq", "allied", "convoy", OPEN, "mv 5", "ss_british 1")
    board = facing(prey, force("t", "axis", "task_force", OPEN, "koln"))

    async def combat(board: Board, pack: Force, target: Force, *_: object, **__: object) -> None:
        assert [one.ship for one in pack.counters] == ["ss_british"]
        if sunk:
            board.remove(target)

    monkeypatch.setattr(attacks.submarines, "resolve_combat", combat)
    run = play(attacks._sally(board, prey, [board.force("t")], key="k"))
    assert [one.id for one in run.result] == left


@rule("pq17", "7.5.2g")
@pytest.mark.parametrize(
    ("reach", "held"),
    [
        ({"a": ("x", "y"), "b": ("x",)}, {"x": "b", "y": "a"}),
        ({"a": ("x",), "b": ("x", "y")}, {"x": "a", "y": "b"}),
        ({"a": ("x", "y"), "b": ("x", "y"), "c": ("x", "z")}, {"x": "b", "y": "a", "z": "c"}),
        ({"a": ("x",), "b": ("x",)}, {"x": "a"}),
        ({}, {}),
    ],
)
def test_every_enemy_that_can_have_a_firer_has_one(reach: Any, held: dict[str, str]) -> None:
    found = cover_enemies(reach)
    assert set(found) == set(held)
    assert len(set(found.values())) == len(found)
    assert all(target in reach[firer] for target, firer in found.items())


@rule("pq17", "7.5.2l")
@pytest.mark.parametrize(
    ("ships", "enemies", "slower"),
    [
        (("es_german 1",), ("norfolk",), True),
        (("es_german 1",), ("norfolk", "es_british 1"), False),
        (("koln",), ("norfolk",), False),
        (("koln",), ("es_british 1",), False),
    ],
)
def test_who_is_slower_than_every_enemy_withdraws_worse(ships: Any, enemies: Any, slower: bool) -> None:
    board = facing(force("a", "allied", "task_force", OPEN, *enemies), force("t", "axis", "task_force", OPEN, *ships))
    fight = Engagement(board, OPEN, "axis", None, "k")
    fight.lay_out(list(board.state.forces))
    expected = [withdrawal_modifier(board.box, "fair", day=True, warned=False, others=True, slower=one)
                for one in (False, True)]  # fmt: skip
    assert expected[0] != expected[1]
    assert fight._modifier(fight.battle.of("axis")[0], fight.battle.against("axis")) == expected[slower]
